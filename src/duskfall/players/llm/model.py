"""Model names such as `openai:gpt-5-mini?effort=low` or `http://localhost:8080/v1#qwen`, parsed into a `Model`."""

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
WRITTEN = re.compile(r"([?&]prompt=)([^{&]*)(\{[^&]*)")  # a prompt variant written out in a model's name
HOSTS = "DUSKFALL_HTTP_HOSTS"
"""The environment variable that lists the hosts, besides this machine, to which DUSKFALL_HTTP_KEY may be sent."""
PORTS = {"http": 80, "https": 443}
WHATEVER = "default"
"""The model's name for an address without one. llama.cpp ignores the name and serves the model it has loaded."""


@dataclass(frozen=True, slots=True)
class Model:
    """A provider's model, with its settings."""

    kind: str  # the full name, as the user wrote it
    provider: Provider
    name: str  # the provider's name for the model
    base: str  # the base URL
    persona: str = ""  # a persona of personas.toml or of a user's file; empty: none
    language: str = "en"  # the language of its speeches: en, ru, zh
    temperature: float | None = None
    top_p: float | None = None
    effort: str = ""  # reasoning effort: none, minimal, low, medium, high; empty: the provider's default
    deadline: float = 120.0  # seconds for one question, including retries
    context: int = 24_000  # tokens of a prompt, beyond which older days are summarized
    answer: int = 4_000  # maximum tokens of an answer, including reasoning
    notes: bool = False  # whether it writes private notes every night
    primer: bool = False  # whether it gets advice on how to play its role
    price: tuple[float, float] | None = None  # dollars per million tokens in and out, if set by the user
    manner: str = ""  # the text of a persona that is not a built-in one
    prompt: Variant = PLAIN  # changes to the usual prompt

    @property
    def called(self) -> str:
        """The model's display name, see `short`."""
        return short(self.kind)


def is_model(kind: str) -> bool:
    """Return whether a player's name looks like a model's name. It may still be invalid."""
    return kind.startswith(ADDRESSES) or (":" in kind and kind.partition(":")[0] in PROVIDERS)


def read_model(kind: str, known: Collection[str] = ()) -> Model:
    """Parse a model's name; raise `ModelError`, with a one-line message, if the name is invalid.

    Settings named in `known` are skipped: a record supplies their values, and files that they name may be gone.
    """
    try:
        place, _, settings = kind.partition("?")
        read = _at_address if kind.startswith(ADDRESSES) else _of_provider
        return read(kind, place, read_settings(settings, known))
    except ModelError as error:
        raise ModelError(f"{short(SECRET.sub('//', kind))}: {error}") from None


def with_variant(model: Model, variant: Variant) -> Model:
    """Return the model with a prompt variant and with the settings that the variant implies."""
    settings: dict[str, Any] = variant.settings()
    return replace(model, prompt=variant, **settings)


def short(kind: str) -> str:
    """Return a model's display name: a written-out prompt is replaced by its name, or else by a digest."""

    def called(found: re.Match[str]) -> str:
        return f"{found[1]}{found[2].rstrip(':') or sha256(found[3].encode()).hexdigest()[:8]}"

    return WRITTEN.sub(called, kind)


def ready(model: Model) -> None:
    """Check that the model can be called; raise `ModelError`, with a one-line remedy, if a package or key is missing.

    Models of inspect_ai always raise: they can only play within its tasks.
    """
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
    """Return the API key that may be sent to the model's address, or an empty string.

    The key is read from the environment each time, so it is never stored. A provider's key goes to the provider's
    address; DUSKFALL_HTTP_KEY, for addresses typed by users, only to this machine and the hosts in DUSKFALL_HTTP_HOSTS.
    """
    return "" if withheld(model) else _in_environment(model.provider)


def withheld(model: Model) -> str:
    """Return a hint on how to allow sending the key to the model's host; empty if no key is held back."""
    provider = model.provider
    if provider.base or not _in_environment(provider) or _may_have_key(model.base):
        return ""
    host = urlsplit(model.base).netloc
    return f"{variables(provider)} is not sent to {host}: set {HOSTS}={host} if that is right"


def _may_have_key(base: str) -> bool:
    """Return whether an address is on this machine or on a listed host; a listed port allows only that port."""
    if is_local(base):
        return True
    listed = re.split(r"[\s,]+", os.environ.get(HOSTS, "").strip().lower())
    return any(_matches(each, urlsplit(base)) for each in listed if each)


def is_local(base: str) -> bool:
    """Return whether an address is on this machine."""
    name = (urlsplit(base).hostname or "").lower()
    try:
        return name == "localhost" or ip_address(name).is_loopback
    except ValueError:
        return False


def _matches(listed: str, address: SplitResult) -> bool:
    """Return whether an entry of the list allows an address. An entry with https never allows unencrypted calls."""
    try:
        parts = urlsplit(listed if "://" in listed else f"//{listed}")
        wanted = parts.port or PORTS.get(parts.scheme)
    except ValueError:
        return False
    if parts.scheme == "https" and address.scheme != "https":
        return False
    return parts.hostname == address.hostname and wanted in (None, address.port or PORTS[address.scheme])


def _in_environment(provider: Provider) -> str:
    found = (os.environ.get(name, "").strip() for name in (provider.key, provider.spare) if name)
    return next(filter(None, found), "")


def variables(provider: Provider) -> str:
    """Return the names of the environment variables that may hold the provider's key, for messages."""
    return " or ".join(filter(None, (provider.key, provider.spare)))


# -- reading a name ----------------------------------------------------------------------------------------


def _of_provider(kind: str, place: str, settings: dict[str, Any]) -> Model:
    """Return the model of a name with a provider, such as `openai:gpt-5-mini` or `ollama:llama3.2:3b`."""
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
    """Return the model of a name with an address, such as `http://localhost:8080/v1#qwen`."""
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
    """Return the names of the settings that may not be given together with a variant."""
    return (*variant.settings(), *(["primer"] if variant.strategy else []))


# -- addresses ---------------------------------------------------------------------------------------------


def _base(provider: Provider) -> str:
    """Return a provider's base URL: from the environment, by the variables that other tools use too, or the default."""
    variable = f"{provider.name.upper()}_BASE_URL"
    if given := os.environ.get(variable, "").strip():
        return _address(given, variable, path="")
    if provider.name == "ollama" and (host := os.environ.get("OLLAMA_HOST", "").strip()):
        return _ollama(host)
    return provider.base


def _ollama(host: str) -> str:
    """Return the base URL for a value of OLLAMA_HOST: a host, a port or both, with or without a scheme.

    The Ollama server reads the same variable as its listening address, so 0.0.0.0 and :: mean localhost.
    """
    parts = _split(host if "://" in host else f"http://{host}", "OLLAMA_HOST")
    name = parts.hostname or ""
    name = {"": "localhost", "0.0.0.0": "localhost", "::": "localhost"}.get(name, f"[{name}]" if ":" in name else name)
    return f"{parts.scheme}://{name}:{parts.port or 11434}{parts.path.rstrip('/') or '/v1'}"


def _address(text: str, what: str, path: str = "/v1") -> str:
    """Return a valid base URL, with the default `path` added if it has none; `what` names it in errors."""
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
