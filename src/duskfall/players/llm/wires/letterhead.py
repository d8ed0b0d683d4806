"""The request template: address and headers, taken from one request of a provider's package and reused for all."""

from __future__ import annotations

import httpx2

PLAIN = "identity"  # the required content encoding of responses, so that their bytes can be counted
PLAINLY = {"Accept-Encoding": PLAIN}
OWN = b"content-length"  # the only header that differs between requests


class Letterhead(httpx2.AsyncBaseTransport):
    """A transport that catches one request of a provider's package and keeps its address and headers as a template.

    The package builds options, headers and address again for each request, which takes as long as sending it.
    """

    def __init__(self) -> None:
        self._first: httpx2.Request | None = None
        self._headers = httpx2.Headers()

    @property
    def written(self) -> bool:
        """Return whether the template exists."""
        return self._first is not None

    def client(self) -> httpx2.AsyncClient:
        """Return the HTTP client that the package must use to write the template."""
        return httpx2.AsyncClient(transport=self, headers=PLAINLY)

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Keep the package's request as the template, and return an empty response without sending anything."""
        headers = [(name, value) for name, value in request.headers.raw if name.lower() != OWN]
        self._first, self._headers = request, httpx2.Headers(headers)
        return httpx2.Response(200, json={})

    def over(self, body: bytes) -> httpx2.Request:
        """Return a request with this body. The template must exist."""
        assert self._first is not None
        more = dict(self._first.extensions)
        return httpx2.Request(self._first.method, self._first.url, headers=self._headers, content=body, extensions=more)
