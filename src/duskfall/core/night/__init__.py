"""The settlement of a night: what stops what, what an effect does, who dies."""
