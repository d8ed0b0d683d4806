"""A seat for MCP clients: the table's socket on one side, four tools and two resources on the other."""
