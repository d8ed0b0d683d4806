"""`duskfall rule`."""
