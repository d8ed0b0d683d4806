"""Tables on a server: every frame that a page gets, and when, in two games that differ in what is hidden from it."""
