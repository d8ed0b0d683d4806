"""Models by name: what is read from it, which mistakes are told how, and what a model needs before it can play."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from duskfall.players.llm.model import Model, is_model, key, read_model, ready
from duskfall.players.llm.providers import ANTHROPIC, INSPECT, JSON, NONE, OPENAI, PROVIDERS, STRICT
from duskfall.players.llm.settings import SETTINGS, ModelError
from duskfall.table.models import Models, ModelTerms

SECRET = "sk-very-secret-0123456789abcdef"


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """No key and no address of whoever runs the tests."""
    for provider in PROVIDERS.values():
        for name in (provider.key, provider.spare, f"{provider.name.upper()}_BASE_URL", "OLLAMA_HOST"):
            monkeypatch.delenv(name or "OLLAMA_HOST", raising=False)


# -- names -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "provider", "name", "base"),
    [
        ("openai:gpt-5-mini", "openai", "gpt-5-mini", "https://api.openai.com/v1"),
        ("anthropic:claude-haiku-4-5", "anthropic", "claude-haiku-4-5", "https://api.anthropic.com"),
        ("openrouter:meta-llama/llama-3.3-70b-instruct:free", "openrouter", "meta-llama/llama-3.3-70b-instruct:free",
         "https://openrouter.ai/api/v1"),
        ("gemini:gemini-3-flash", "gemini", "gemini-3-flash", "https://generativelanguage.googleapis.com/v1beta/openai"),
        ("xai:grok-4", "xai", "grok-4", "https://api.x.ai/v1"),
        ("deepseek:deepseek-chat", "deepseek", "deepseek-chat", "https://api.deepseek.com"),
        ("mistral:mistral-small-latest", "mistral", "mistral-small-latest", "https://api.mistral.ai/v1"),
        ("groq:openai/gpt-oss-20b", "groq", "openai/gpt-oss-20b", "https://api.groq.com/openai/v1"),
        ("together:Qwen/Qwen3", "together", "Qwen/Qwen3", "https://api.together.ai/v1"),
        ("ollama:llama3.2:3b", "ollama", "llama3.2:3b", "http://localhost:11434/v1"),
        ("http://127.0.0.1:8080/v1#qwen", "http", "qwen", "http://127.0.0.1:8080/v1"),
        ("https://models.example/v1/#org/m:q4", "http", "org/m:q4", "https://models.example/v1"),
        ("http://127.0.0.1:8080/v1", "http", "default", "http://127.0.0.1:8080/v1"),
        ("http://[::1]:8080", "http", "default", "http://[::1]:8080/v1"),
    ],
)  # fmt: skip
def test_a_model_of_every_provider(kind: str, provider: str, name: str, base: str) -> None:
    assert is_model(kind)
    assert read_model(kind) == Model(kind, PROVIDERS[provider], name, base)


def test_every_provider_is_a_right_line() -> None:
    for name, provider in PROVIDERS.items():
        assert provider.name == name
        assert provider.protocol in (OPENAI, ANTHROPIC, INSPECT)
        assert provider.schemas in (STRICT, JSON, NONE)
        assert provider.key or provider.open
        assert provider.base.startswith("https://") or provider.open


def test_every_setting_is_read() -> None:
    kind = "openai:o?effort=low&language=ru&temperature=0.7&deadline=60&context=16000&answer=2000&price=0.25/2"
    model = read_model(kind)
    assert (model.effort, model.language, model.temperature, model.deadline) == ("low", "ru", 0.7, 60.0)
    assert (model.context, model.answer, model.price) == (16_000, 2_000, (0.25, 2.0))
    assert read_model("http://h:1/v1#m?language=zh").language == "zh"
    assert read_model("http://h:1/v1?answer=99").answer == 99


def test_a_persona_is_one_that_is_known() -> None:
    from duskfall.players.llm.personas import known

    some = next(iter(known()))
    assert read_model(f"openai:o?persona={some}").persona == some
    with pytest.raises(ModelError, match="unknown persona 'nobody-at-all'"):
        read_model("openai:o?persona=nobody-at-all")


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("openai:", "the model's name is missing, as in openai:MODEL"),
        ("openai:?effort=low", "the model's name is missing, as in openai:MODEL"),
        ("openei:x", "no provider is called 'openei'"),
        ("http:x", "the address is missing, as in http://localhost:8080/v1#MODEL"),
        ("http://#m", "the address is not as http://localhost:8080/v1"),
        ("http://h:99999/v1#m", "the address is not as http://localhost:8080/v1"),
        ("http://h:x/v1#m", "the address is not as http://localhost:8080/v1"),
        ("openai:o?effrt=low", "unknown setting 'effrt', did you mean 'effort'?"),
        ("openai:o?zzz=1", "unknown setting 'zzz' (there are: persona, language,"),
        ("openai:o?effort=hihg", "unknown effort 'hihg', did you mean 'high'?"),
        ("openai:o?language=de", "unknown language 'de' (there are: en, ru, zh)"),
        ("openai:o?temperature=hot", "temperature is a number from 0 to 2, not 'hot'"),
        ("openai:o?temperature=nan", "temperature is a number from 0 to 2, not 'nan'"),
        ("openai:o?temperature=2.1", "temperature is a number from 0 to 2, not '2.1'"),
        ("openai:o?deadline=0", "deadline is a number from 1 to 3600, not '0'"),
        ("openai:o?context=1.5", "context is a whole number from 1000 to 2000000, not '1.5'"),
        ("openai:o?context=12", "context is a whole number from 1000 to 2000000, not '12'"),
        ("openai:o?answer=", "answer is a whole number from 64 to 200000, not ''"),
        ("openai:o?price=3", "price is dollars for a million tokens in and out, as 0.25/2, not '3'"),
        ("openai:o?price=-1/2", "price is a number from 0 to 10000, not '-1'"),
        ("openai:o?effort=low&effort=high", "effort is set twice"),
        ("anthropic:c?effort=low&temperature=1", "anthropic takes either effort or temperature, not both"),
    ],
)
def test_a_mistake_is_one_line(kind: str, told: str) -> None:
    with pytest.raises(ModelError) as caught:
        read_model(kind)
    assert str(caught.value).startswith(f"{kind}: {told}")
    assert "\n" not in str(caught.value)


def test_a_password_in_an_address_is_refused_and_not_repeated() -> None:
    with pytest.raises(ModelError) as caught:
        read_model(f"http://me:{SECRET}@host/v1#m")
    assert str(caught.value) == (
        "http://host/v1#m: the address holds a password, which would be recorded: set DUSKFALL_HTTP_KEY instead"
    )


@pytest.mark.parametrize(
    "kind", ["random", "scripted", "human", "mybots:make", "openai", "my.openai:make", "httpx:get"]
)
def test_other_players_are_no_models(kind: str) -> None:
    assert not is_model(kind)


def test_all_settings_are_fields_of_a_model() -> None:
    assert set(SETTINGS) < set(Model.__dataclass_fields__)


# -- the environment ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "base"),
    [
        ("gpu", "http://gpu:11434/v1"),
        ("gpu:1234", "http://gpu:1234/v1"),
        (":1234", "http://localhost:1234/v1"),
        ("0.0.0.0", "http://localhost:11434/v1"),
        ("https://gpu:443/", "https://gpu:443/v1"),
        ("[::1]:1234", "http://[::1]:1234/v1"),
    ],
)
def test_ollama_is_where_its_own_variable_says(monkeypatch: pytest.MonkeyPatch, host: str, base: str) -> None:
    monkeypatch.setenv("OLLAMA_HOST", host)
    assert read_model("ollama:m").base == base


def test_any_provider_can_be_pointed_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, provider in PROVIDERS.items():
        monkeypatch.setenv(f"{name.upper()}_BASE_URL", "http://127.0.0.1:9/proxy/")
        if provider.base:
            assert read_model(f"{name}:m").base == "http://127.0.0.1:9/proxy"
    monkeypatch.setenv("GROQ_BASE_URL", "groq.example")
    with pytest.raises(ModelError, match=re.escape("groq:m: GROQ_BASE_URL is not as http://localhost:8080/v1")):
        read_model("groq:m")


def test_a_missing_key_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ModelError, match=r"^openai:gpt-5 needs a key: set OPENAI_API_KEY$"):
        ready(read_model("openai:gpt-5"))
    with pytest.raises(ModelError, match=r"^gemini:g needs a key: set GEMINI_API_KEY or GOOGLE_API_KEY$"):
        ready(read_model("gemini:g"))
    ready(read_model("ollama:m"))
    ready(read_model("http://127.0.0.1:9/v1#m"))
    monkeypatch.setenv("GOOGLE_API_KEY", f" {SECRET}\n")
    ready(read_model("gemini:g"))
    assert key(read_model("gemini:g")) == SECRET


def test_all_keys_that_a_table_lacks_are_told_at_once() -> None:
    told = "openai:a needs a key: set OPENAI_API_KEY; groq:c needs a key: set GROQ_API_KEY"
    with pytest.raises(ModelError, match=f"^{told}$"):
        Models(["openai:a", "scripted", "ollama:b", "groq:c", "openai:a"], ModelTerms())


@pytest.mark.parametrize(
    ("kind", "package", "told"),
    [
        ("openai:gpt-5", "openai", 'openai:gpt-5 needs the openai package: pip install "duskfall[openai]"'),
        ("ollama:m", "openai", 'ollama:m needs the openai package: pip install "duskfall[openai]"'),
        ("anthropic:c", "anthropic", 'anthropic:c needs the anthropic package: pip install "duskfall[anthropic]"'),
        ("ollama:m", "genai_prices", 'ollama:m needs the genai-prices package: pip install "duskfall[openai]"'),
    ],
)
def test_a_missing_package_is_told(monkeypatch: pytest.MonkeyPatch, kind: str, package: str, told: str) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ModelError) as caught:
        ready(read_model(kind))
    assert str(caught.value) == f"{told} (in a checkout: make models)"


def test_a_model_does_not_know_its_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    assert SECRET not in repr(read_model("openai:gpt-5"))


def test_names_are_read_without_any_package() -> None:
    code = (
        "import sys, duskfall.players.llm.wires.find\n"
        "from duskfall.players.llm.model import is_model, read_model\n"
        "assert is_model('openai:gpt-5?effort=low') and read_model('ollama:m')\n"
        "print([name for name in sys.modules if name.partition('.')[0] not in sys.stdlib_module_names])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=Path.cwd())
    assert set(re.findall(r"'(\w+)", done.stdout)) <= {"duskfall", "__main__", "_distutils_hack", "sitecustomize"}
