"""Reports, and two runs compared."""
