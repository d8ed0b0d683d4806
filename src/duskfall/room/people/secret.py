"""Secrets of seats and creators: long, kept as hashes alone, compared in constant time; and codes for friends."""

from __future__ import annotations

import secrets
from hashlib import sha256
from hmac import compare_digest

LONG = 24  # bytes of a secret: 192 bits
LETTERS = "BCDFGHJKLMNPQRSTVWXZ"  # no vowels: no words; nothing that is read as another letter
CODE = 4
SEEDS = 1 << 53


def new_secret() -> str:
    """A secret that nobody guesses."""
    return secrets.token_urlsafe(LONG)


def new_id() -> str:
    """The name of a table: not secret, and not to be guessed by counting."""
    return secrets.token_hex(8)


def new_code() -> str:
    """Four letters that can be said on a telephone."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE))


def new_seed() -> int:
    """A number by which a game is dealt, or something at a table is drawn."""
    return secrets.randbelow(SEEDS)


def hashed(secret: str) -> str:
    """All that is kept of a secret."""
    return sha256(secret.encode(errors="replace")).hexdigest()  # half a character is none of ours


def opens(secret: object, kept: str) -> bool:
    """Whether this is the secret behind a hash."""
    return isinstance(secret, str) and bool(kept) and compare_digest(hashed(secret), kept)
