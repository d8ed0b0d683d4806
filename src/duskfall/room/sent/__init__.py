"""What pages are sent: what each viewer may see, piece by piece."""
