"""The host's script at a live table: what is read aloud and shown silently, by night and by day."""
