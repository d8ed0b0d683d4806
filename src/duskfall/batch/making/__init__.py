"""The making of a program: what is written, what is kept, what a table can need."""
