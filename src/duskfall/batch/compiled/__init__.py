"""Programs as functions: plain, compiled for a processor and kept on disk, compiled for a GPU."""
