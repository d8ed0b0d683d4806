"""What goes to the page and comes from it, declared once; `make wire` writes page/src/lib/screen.ts out of it.

These modules do without `from __future__ import annotations`: which keys a TypedDict requires is read at run time.
"""
