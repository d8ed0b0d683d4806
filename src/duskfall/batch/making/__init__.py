"""Code generation: the generator, the writer of source lines, the memory layout, and what a table can need."""
