"""A model by name, as `openai:gpt-5-mini?effort=low` or `http://localhost:8080/v1#qwen`, and how it plays."""

from __future__ import annotations

import os
import re
from collections.abc import Collection
from dataclasses import dataclass, replace
from hashlib import sha256
from importlib.util import find_spec
from ipaddress import ip_address
from typing import Any
from urllib.parse import SplitResult, urlsplit

from duskfall.players.llm.providers import INSPECT, PROVIDERS, Provider
from duskfall.players.llm.settings import ModelError, read_settings
from duskfall.players.llm.variants import PLAIN, Variant

ADDRESSES = ("http://", "https://")
SECRET = re.compile(r"//[^/#?]*@")  # a name and a password in an address
WRITTEN = re.compile(r"([?&]prompt=)([^{&]*)(\{[^&]*)")  # a variant of the prompt in the name of a model
HOSTS = "DUSKFALL_HTTP_HOSTS"
"""The environment variable that lists the hosts, beside this machine, which may be sent DUSKFALL_HTTP_KEY."""
WHATEVER = "default"
"""The name of a model where none is given: llama.cpp serves the one it has loaded, whatever it is asked for."""


@dataclass(frozen=True, slots=True)
class Model:
    """A model of a provider, with its settings."""

    kind: str  # as it was named
    provider: Provider
    name: str  # as the provider calls it
    base: str  # where it is reached
    persona: str = ""  # of personas.toml, or of a file of the user's; empty: none
    language: str = "en"  # in which it speaks: en, ru, zh
    temperature: float | None = None
    top_p: float | None = None
    effort: str = ""  # of reasoning: none, minimal, low, medium, high; empty: as the provider has it
    deadline: float = 120.0  # seconds for one ask, all its tries included
    context: int = 24_000  # tokens of a prompt beyond which old days are folded
    answer: int = 4_000  # tokens of an answer at most, reasoning included
    notes: bool = False  # whether it writes notes for itself every night
    primer: bool = False  # whether it is told how its role is played well
    price: tuple[float, float] | None = None  # dollars for a million tokens in and out, where the user names them
    manner: str = ""  # how it speaks, where its persona is none of ours
    prompt: Variant = PLAIN  # what is other than usual in its prompt

    @property
    def called(self) -> str:
        """Its name for people."""
        return short(self.kind)


def is_model(kind: str) -> bool:
    """Whether this names a model, rightly or wrongly."""
    return kind.startswith(ADDRESSES) or (":" in kind and kind.partition(":")[0] in PROVIDERS)


def read_model(kind: str, known: Collection[str] = ()) -> Model:
    """The model that is named; raises ModelError, a line that says what is wrong with the name.

    Settings that are `known` otherwise, by a record, are not read: a file that they name may be gone.
    """
    try:
        place, _, settings = kind.partition("?")
        read = _at_address if kind.startswith(ADDRESSES) else _of_provider
        return read(kind, place, read_settings(settings, known))
    except ModelError as error:
        raise ModelError(f"{short(SECRET.sub('//', kind))}: {error}") from None


def with_variant(model: Model, variant: Variant) -> Model:
    """The model told otherwise, with the settings that come with it."""
    settings: dict[str, Any] = variant.settings()
    return replace(model, prompt=variant, **settings)


def short(kind: str) -> str:
    """The name of a model for people: of a prompt that is written out, its name, or else its digest."""

    def called(found: re.Match[str]) -> str:
        return f"{found[1]}{found[2].rstrip(':') or sha256(found[3].encode()).hexdigest()[:8]}"

    return WRITTEN.sub(called, kind)


def ready(model: Model) -> None:
    """Raises ModelError, a line that says what to do, if a package or the key is missing."""
    provider = model.provider
    if provider.protocol == INSPECT:
        raise ModelError(f"{model.called} plays within inspect_ai alone: inspect eval duskfall/league")
    for package in (provider.protocol, "aiolimiter", "genai_prices"):
        if find_spec(package) is None:
            wanted = f'pip install "duskfall[{provider.protocol}]" (in a checkout: make models)'
            raise ModelError(f"{model.called} needs the {package.replace('_', '-')} package: {wanted}")
    if not provider.open and not key(model):
        raise ModelError(f"{model.called} needs a key: set {variables(provider)}")


def key(model: Model) -> str:
    """Return the key that may be sent to the model's address, or an empty string.

    It is read from the environment each time, so that it is kept nowhere else. Providers have their own addresses; the
    key for addresses that are typed (DUSKFALL_HTTP_KEY) goes to this machine and to the hosts in DUSKFALL_HTTP_HOSTS.
    """
    return "" if withheld(model) else _in_environment(model.provider)


def withheld(model: Model) -> str:
    """Return a hint how to let the key go to the model's host, where it is set but not sent there; else empty."""
    provider = model.provider
    if provider.base or not _in_environment(provider) or _may_have_key(model.base):
        return ""
    host = urlsplit(model.base).netloc
    return f"{variables(provider)} is not sent to {host}: set {HOSTS}={host} if that is right"


def _may_have_key(base: str) -> bool:
    """Tell whether an address is on this machine or a listed host; a host with a port allows that port only."""
    parts = urlsplit(base)
    name = (parts.hostname or "").lower()
    if name == "localhost" or _is_loopback(name):
        return True
    port = parts.port or (443 if parts.scheme == "https" else 80)
    listed = re.split(r"[\s,]+", os.environ.get(HOSTS, "").strip().lower())
    return any(_matches(each, name, port) for each in listed if each)


def _is_loopback(name: str) -> bool:
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return False


def _matches(listed: str, name: str, port: int) -> bool:
    try:
        parts = urlsplit(listed if "://" in listed else f"//{listed}")
        wanted = parts.port or {"http": 80, "https": 443}.get(parts.scheme)
        return parts.hostname == name and wanted in (None, port)
    except ValueError:
        return False


def _in_environment(provider: Provider) -> str:
    found = (os.environ.get(name, "").strip() for name in (provider.key, provider.spare) if name)
    return next(filter(None, found), "")


def variables(provider: Provider) -> str:
    """Where the key is looked for."""
    return " or ".join(filter(None, (provider.key, provider.spare)))


# -- reading a name ----------------------------------------------------------------------------------------


def _of_provider(kind: str, place: str, settings: dict[str, Any]) -> Model:
    """`openai:gpt-5-mini`, `ollama:llama3.2:3b`."""
    prefix, _, name = place.partition(":")
    if prefix not in PROVIDERS:
        raise ModelError(f"no provider is called {prefix!r} (there are: {', '.join(PROVIDERS)})")
    provider = PROVIDERS[prefix]
    if not provider.base:
        raise ModelError("the address is missing, as in http://localhost:8080/v1#MODEL")
    if not name.strip() or not name.isprintable() or name != name.strip():
        raise ModelError(f"the model's name is missing, as in {prefix}:MODEL")
    return _model(kind, provider, name, _base(provider), settings)


def _at_address(kind: str, place: str, settings: dict[str, Any]) -> Model:
    """`http://localhost:8080/v1#qwen`; the settings come last."""
    base, _, name = place.partition("#")
    return _model(kind, PROVIDERS["http"], name or WHATEVER, _address(base, "the address"), settings)


def _model(kind: str, provider: Provider, name: str, base: str, chosen: dict[str, Any]) -> Model:
    if provider.either and "temperature" in chosen and chosen.get("effort", "none") != "none":
        raise ModelError(f"{provider.name} takes either effort or temperature, not both")
    variant: Variant = chosen.pop("prompt", PLAIN)
    if twice := next((each for each in _set_by(variant) if each in chosen), ""):
        raise ModelError(f"{twice} is set twice, once by the prompt")
    return with_variant(Model(kind, provider, name, base, **{"deadline": provider.deadline} | chosen), variant)


def _set_by(variant: Variant) -> tuple[str, ...]:
    """The settings that have no place beside a variant."""
    return (*variant.settings(), *(["primer"] if variant.strategy else []))


# -- addresses ---------------------------------------------------------------------------------------------


def _base(provider: Provider) -> str:
    """Where a provider is reached: as the environment says, by variables that others use too, or as known."""
    variable = f"{provider.name.upper()}_BASE_URL"
    if given := os.environ.get(variable, "").strip():
        return _address(given, variable, path="")
    if provider.name == "ollama" and (host := os.environ.get("OLLAMA_HOST", "").strip()):
        return _ollama(host)
    return provider.base


def _ollama(host: str) -> str:
    """OLLAMA_HOST is also what the server listens on: a host, a port or both, with or without a scheme."""
    parts = _split(host if "://" in host else f"http://{host}", "OLLAMA_HOST")
    name = parts.hostname or ""
    name = {"": "localhost", "0.0.0.0": "localhost", "::": "localhost"}.get(name, f"[{name}]" if ":" in name else name)
    return f"{parts.scheme}://{name}:{parts.port or 11434}{parts.path.rstrip('/') or '/v1'}"


def _address(text: str, what: str, path: str = "/v1") -> str:
    """A base address; one without a path gets the usual one."""
    parts = _split(text, what)
    if not text.startswith(ADDRESSES) or not parts.hostname or parts.query or parts.fragment:
        raise ModelError(f"{what} is not as http://localhost:8080/v1")
    return text.rstrip("/") + ("" if parts.path.strip("/") else path)


def _split(text: str, what: str) -> SplitResult:
    try:
        parts = urlsplit(text)
        right = parts.port != 0 and text.isprintable() and " " not in text
    except ValueError:
        right = False
    if not right:
        raise ModelError(f"{what} is not as http://localhost:8080/v1")
    if parts.username is not None:
        raise ModelError(f"{what} holds a password, which would be recorded: set {PROVIDERS['http'].key} instead")
    return parts
