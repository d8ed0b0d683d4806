"""Games on disk: the journal, going on after a crash, the shelf."""
