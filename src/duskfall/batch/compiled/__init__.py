"""Programs as callable functions: plain Python, compiled for a CPU and cached on disk, or compiled for a GPU."""
