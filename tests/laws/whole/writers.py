"""Every place in the source that writes to the outside: a terminal, a file, a socket, another process."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import duskfall

from .source import dotted_name, walked

SOURCE = Path(duskfall.__file__).parent
FUNCTIONS = {
    "print",
    "input",
    "open",
    "JSONResponse",
    "Response",
    "StreamingResponse",
    "HTMLResponse",
    "PlainTextResponse",
    "FileResponse",
    "echo",  # of click, by its own name
    "secho",
    "send",  # of ASGI
    "urlopen",
    "build_opener",
    "Popen",
    "SystemExit",
    "HTTPException",
    "FileIO",
    "exit",
    "quit",
    "breakpoint",
    "eval",  # which could call anything
    "exec",
    "__import__",
}
OF_MODULES = {  # as in subprocess.run
    "sys": {"exit", "excepthook", "__excepthook__", "displayhook", "unraisablehook", "audit"},
    "shutil": {"copy", "copyfile", "copytree", "move"},
    "subprocess": {"run", "Popen", "call", "check_call", "check_output"},
    "socket": {"socket", "create_server", "create_connection"},
    "asyncio": {"start_server", "open_connection", "open_unix_connection", "create_subprocess_exec"},
    "uvicorn": {"Config", "Server", "run"},
    "pprint": {"pprint", "pp", "PrettyPrinter"},
    "builtins": {"print", "open", "input"},
    "webbrowser": {"open"},
    "tempfile": {"mkstemp", "mkdtemp", "NamedTemporaryFile", "TemporaryFile", "TemporaryDirectory"},
    "traceback": {"print_exc", "print_exception", "print_stack", "print_tb", "print_last"},
    "readline": {"insert_text"},
    "sqlite3": {"connect"},
    "httpx": {"get", "post", "put", "patch", "request", "stream", "Client", "AsyncClient"},
    "console": {"log", "rule"},
    "self.console": {"log", "rule"},
}
# Modules of which all functions are listed, but these.
HARMLESS: dict[str, set[str]] = {
    "click": {
        "Choice", "FloatRange", "IntRange", "Path", "argument", "command", "group", "option", "pass_context",
        "version_option",
    },
    "os": {
        "access", "chdir", "chmod", "close", "cpu_count", "devnull", "environ", "fstat", "fsync", "ftruncate", "getcwd",
        "getpid", "getppid", "listdir", "lseek", "name", "nice", "path", "pathsep", "read", "sched_getaffinity", "sep",
        "strerror", "supports_fd", "umask",
    },
    "faulthandler": set(), "logging": set(), "loguru": set(), "rich": set(), "structlog": set(), "syslog": set(),
    "urllib.request": set(), "warnings": set(),
}  # fmt: skip
# With these, anything is written.
STREAMS = {"sys.stdout", "sys.stderr", "sys.__stdout__", "sys.__stderr__", "sys.modules", "__builtins__"}
OF_ANYTHING = {  # as in file.write
    "write", "writelines", "write_text", "write_bytes", "writestr", "writerow", "writerows", "print", "control",
    "set_alt_screen", "show_cursor", "status", "send", "sendall", "sendto", "send_json", "send_text", "send_bytes",
    "post", "put", "patch", "create", "symlink_to", "hardlink_to", "touch", "mkdir", "open", "subprocess_exec",
    "subprocess_shell", "run_stdio_async", "out", "print_json", "print_exception", "set_window_title", "bell", "ping",
    "pong", "call_exception_handler", "rename", "dump", "handle",
}  # fmt: skip


LOGGERS = ("log", "logger", "logging")
LEVELS = {"debug", "info", "warning", "warn", "error", "exception", "critical", "fatal", "log"}
HANDED_ON = {
    "print",
    "input",
    "JSONResponse",
    "Response",
    "echo",
    "Popen",
    "urlopen",
    "build_opener",
}  # as in partial(print, ...)


def writers() -> list[str]:
    """List every call that writes as `module.function: call`, with the number of such calls if there are several.

    A call of a logger is listed with its arguments, so that nothing else can be logged unnoticed. A function that
    writes is also listed where it gets another name or is handed on.
    """
    found = Counter(f"{place}: {called}" for path in sorted(SOURCE.rglob("*.py")) for place, called in _of(path))
    return sorted(f"{call} x{count}" if count > 1 else call for call, count in found.items())


def _of(path: Path) -> Iterator[tuple[str, str]]:
    called = set[int]()  # functions that are called, and owners of attributes
    for place, node, imported in walked(path, SOURCE):
        if isinstance(node, ast.Call):
            called.add(id(node.func))
            if name := _writes(node, imported) or _logger_by_name(node):
                yield place, name
        elif isinstance(node, ast.Name | ast.Attribute) and id(node) not in called:
            if name := _handed_on(node, imported):
                yield place, f"{name} (not called)"
        if isinstance(node, ast.Attribute) and not _leads_out(dotted_name(node.value, imported)):
            called.add(id(node.value))


def _logger_by_name(call: ast.Call) -> str:
    """Return the source of `getattr(log, ...)`, with which a logger could be used unseen."""
    is_getattr = isinstance(call.func, ast.Name) and call.func.id == "getattr" and call.args
    owner = ast.unparse(call.args[0]).rpartition(".")[2] if is_getattr else ""
    return ast.unparse(call) if owner in (*LOGGERS, "builtins") else ""


def _handed_on(node: ast.Name | ast.Attribute, imported: Mapping[str, str]) -> str:
    """Name the function that writes, if this expression is one."""
    dotted = dotted_name(node, imported)
    owner, _, name = dotted.rpartition(".")
    if not isinstance(node.ctx, ast.Load) or owner in ("socket", "uvicorn"):  # names of types
        return ""
    if _leads_out(dotted) and not name[:1].isupper():  # names of types
        return dotted
    if isinstance(node, ast.Name):
        return dotted if dotted in HANDED_ON else ""
    logs = name in LEVELS and owner.rpartition(".")[2] in LOGGERS
    return dotted if logs or name in ("write", "writelines", "print") else ""


def _leads_out(dotted: str) -> bool:
    """Tell whether a name is a stream, or a function that is listed wherever it is used."""
    owner, _, name = dotted.rpartition(".")
    return dotted in STREAMS or _is_listed(owner, name)


def _is_listed(owner: str, name: str) -> bool:
    """Tell whether a module's function is listed wherever it is used."""
    return name in OF_MODULES.get(owner, ()) or (owner in HARMLESS and name not in HARMLESS[owner])


def _writes(call: ast.Call, imported: Mapping[str, str]) -> str:
    """Name the function that is called, if it writes; a file that is only read is none."""
    if _reads(call):
        return ""
    function, dotted = call.func, dotted_name(call.func, imported)
    owner, _, name = dotted.rpartition(".")
    if _is_listed(owner, name):
        return dotted
    if isinstance(function, ast.Name):
        return function.id if function.id in FUNCTIONS else ""
    if not isinstance(function, ast.Attribute):
        return ""
    if name in LEVELS and owner != "numpy":  # also of what is not called a logger
        return f"{dotted}({', '.join(map(ast.unparse, (*call.args, *call.keywords)))})"
    if name == "replace" and len(call.args) + len(call.keywords) == 1:  # of a path: a string's has two
        return ".replace"
    if name == "close" and len(call.args) + len(call.keywords) > 1:  # of a socket, with a reason
        return ".close"
    return f".{name}" if name in OF_ANYTHING else ""


def _reads(call: ast.Call) -> bool:
    """Whether a call of `open` names no mode that writes; os.open names flags."""
    name = ast.unparse(call.func)
    if name.rpartition(".")[2] != "open" or name in ("os.open", "webbrowser.open"):
        return False
    words = [*call.args, *(key.value for key in call.keywords if key.arg == "mode")]
    modes = [each.value for each in words if isinstance(each, ast.Constant) and isinstance(each.value, str)]
    return not any(set(mode) & set("wax+") for mode in modes if len(mode) <= 3) and all(
        isinstance(each, ast.Constant) for each in words[1:]
    )
