"""How a provider's package addresses a request: written by it once, and copied for every request after that."""

from __future__ import annotations

import httpx2

PLAIN = "identity"  # how a response has to be encoded, so that its bytes can be counted
PLAINLY = {"Accept-Encoding": PLAIN}
OWN = b"content-length"  # the header of one request alone


class Letterhead(httpx2.AsyncBaseTransport):
    """Address and headers of all requests, taken from one that a package sends here and that goes nowhere.

    A package takes as long over each request as all that lies below it: options, headers and the address are made anew.
    """

    def __init__(self) -> None:
        self._first: httpx2.Request | None = None
        self._headers = httpx2.Headers()

    @property
    def written(self) -> bool:
        """Whether the package has written it."""
        return self._first is not None

    def client(self) -> httpx2.AsyncClient:
        """What the package is to write with."""
        return httpx2.AsyncClient(transport=self, headers=PLAINLY)

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Keep what the package sends."""
        headers = [(name, value) for name, value in request.headers.raw if name.lower() != OWN]
        self._first, self._headers = request, httpx2.Headers(headers)
        return httpx2.Response(200, json={})

    def over(self, body: bytes) -> httpx2.Request:
        """A request with this body."""
        assert self._first is not None
        more = dict(self._first.extensions)
        return httpx2.Request(self._first.method, self._first.url, headers=self._headers, content=body, extensions=more)
