"""What playing takes, and how it fails."""
