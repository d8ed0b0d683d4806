"""The link of a seat is read whole or refused in one line, and its secret is never told."""

from __future__ import annotations

import pytest

from duskfall.mcp.address import BadLink, read_link

SECRET = "s3cr3t-of-a-seat-0123456789"


@pytest.mark.parametrize(
    ("link", "socket", "origin"),
    [
        ("http://127.0.0.1:8420/#/table/R1/" + SECRET, "ws://127.0.0.1:8420/api/socket", "http://127.0.0.1:8420"),
        ("https://play.example/#/table/R1/" + SECRET, "wss://play.example/api/socket", "https://play.example"),
        (" https://a.example/games/#/table/R1/" + SECRET, "wss://a.example/games/api/socket", "https://a.example"),
        ("http://[::1]:8420#/table/R1/" + SECRET, "ws://[::1]:8420/api/socket", "http://[::1]:8420"),
        ("http://h/index.html#/table/R1/" + SECRET + "/creator", "ws://h/api/socket", "http://h"),
    ],
)
def test_a_link_names_server_table_and_secret(link: str, socket: str, origin: str) -> None:
    address = read_link(link)
    assert (address.socket, address.origin, address.room, address.secret) == (socket, origin, "R1", SECRET)
    assert SECRET not in repr(address)


@pytest.mark.parametrize(
    "link",
    [
        "", SECRET, "ftp://h/#/table/R1/" + SECRET, "http:///#/table/R1/" + SECRET, "http://h:x/#/table/R1/" + SECRET,
        "http://h/#/table/R1", "http://h/#/table//" + SECRET, "http://h/#/table/R1/-/" + SECRET,
        "http://h/#/watch/R1/" + SECRET, "http://h/?" + SECRET + "#/table/R1/" + SECRET,
        "http://u:" + SECRET + "@h/#/table/R1/" + SECRET,
    ],
)  # fmt: skip
def test_what_is_no_link_is_refused_without_telling_it(link: str) -> None:
    with pytest.raises(BadLink) as refused:
        read_link(link)
    assert "\n" not in str(refused.value)
    assert SECRET not in str(refused.value)
