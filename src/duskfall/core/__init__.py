"""The kernel: pure, standard library only, no sentences for people."""
