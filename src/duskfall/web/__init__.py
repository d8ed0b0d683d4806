"""The live table on the net: the server of the page, evenings kept on disk, and the static site."""
