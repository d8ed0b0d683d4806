"""`duskfall arena`: leagues."""
