"""What a page holds compressed."""

from __future__ import annotations

import re
from base64 import b64decode
from zlib import decompress


def unpacked(page: str, element: str) -> str:
    """The text in an element of a page."""
    found = re.search(rf'<script type="text/plain" id="{element}">([A-Za-z0-9+/=]*)</script>', page)
    assert found, f"the page has no {element}"
    return decompress(b64decode(found[1])).decode()
