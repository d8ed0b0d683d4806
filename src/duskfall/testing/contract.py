"""What breaks a contract, told with the place where it did."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class ContractError(AssertionError):
    """A player or a ruleset that does not keep the contract, and where."""


@contextmanager
def held(where: str) -> Iterator[None]:
    """Whatever is raised in here is told with this place."""
    try:
        yield
    except ContractError:
        raise
    except Exception as error:
        raise ContractError(f"{where}: {type(error).__name__}: {error}") from error
