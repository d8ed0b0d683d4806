"""What the package imports from outside: a new way to reach a clock, a file or a network begins with an import."""

from __future__ import annotations

import ast
from collections import defaultdict

from .source import walked
from .writers import SOURCE

# Standard modules that only compute.
PURE = {
    "__future__", "abc", "ast", "base64", "bisect", "collections", "contextlib", "contextvars", "csv", "dataclasses",
    "decimal", "difflib", "enum", "errno", "fractions", "functools", "gettext", "hashlib", "hmac", "html", "inspect",
    "io", "ipaddress", "itertools", "json", "math", "operator", "pathlib", "re", "shlex", "statistics", "string",
    "struct", "textwrap", "tomllib", "traceback", "types", "typing", "unicodedata", "weakref", "zlib",
}  # fmt: skip
# Games of bots or models alone, and the simulator: their results are shown when they are over.
ELSEWHERE = ("arena", "balance", "batch", "testing")
# For all others, the packages that import a library. What they call is in the lists of clocks and outputs.
IMPORTS: dict[str, str] = {
    "aiolimiter": "players.llm",
    "anthropic": "players.llm",
    "asyncio": "mcp players.foreign players.llm web",
    "atexit": "players.foreign players.llm",
    "click": "cli",
    "concurrent": "envs players.foreign players.llm web",
    "ctypes": "players.foreign",
    "datetime": "cli players.llm table web",
    "duckdb": "cli",
    "email": "players.llm",
    "fcntl": "cli players.llm table",
    "gc": "players.llm",
    "genai_prices": "players.llm",
    "gymnasium": "envs",
    "gzip": "web",
    "httpx2": "players.llm",
    "importlib": "cli detect host players.find players.llm replay rules study tell",
    "logging": "web",
    "mcp": "mcp",
    "numba": "envs",
    "numpy": "envs",
    "openai": "players.llm",
    "os": "cli mcp players.foreign players.llm table terminal web",
    "pettingzoo": "envs",
    "pydantic": "mcp",
    "random": "players.llm",
    "readline": "terminal",
    "resource": "players.foreign web",
    "rich": "cli terminal",
    "secrets": "cli room table web",
    "segno": "web",
    "select": "terminal",
    "shutil": "players.foreign terminal web",
    "signal": "cli players.foreign terminal",
    "socket": "players.foreign players.llm web",
    "sqlite3": "web",
    "starlette": "web",
    "sys": "__main__ cli players.find players.foreign rules table terminal web",
    "tempfile": "cli",
    "termios": "terminal",
    "threading": "cli detect players.foreign players.llm table terminal web",
    "time": "cli mcp players.base players.foreign players.llm table terminal web",
    "tty": "terminal",
    "urllib": "cli mcp players.foreign players.llm web",
    "uvicorn": "web",
    "webbrowser": "cli",
    "websockets": "cli mcp",
    "yaml": "cases players.llm",
    "zipfile": "web",
}


def imports() -> dict[str, str]:
    """Map each library from outside that does more than compute to the packages that import it."""
    found = defaultdict[str, set[str]](set)
    for path in sorted(SOURCE.rglob("*.py")):
        for place, node, _ in walked(path, SOURCE):
            package = ".".join(place.split(".")[: 2 if place.startswith("players.") else 1])
            for name in _imported(node):
                if name not in {*PURE, "duskfall"} and package not in ELSEWHERE:
                    found[name].add(package)
    return {name: " ".join(sorted(packages)) for name, packages in found.items()}


def _imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [each.name.partition(".")[0] for each in node.names]
    if isinstance(node, ast.ImportFrom) and node.module and not node.level:
        return [node.module.partition(".")[0]]
    return []
