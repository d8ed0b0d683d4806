"""Clients for the providers' APIs, built on the providers' own Python packages."""
