"""Night resolution: which actions stop or cancel others, what effects do, who dies."""
