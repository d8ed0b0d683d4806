"""A real llama.cpp server with the tiny model, in a process of its own, on loopback.

The child serves until its standard input ends, so that it goes with whoever started it, however that ends.
By hand: `python -m tests.llm.llama` serves until Ctrl-C, for `duskfall play --players http://127.0.0.1:PORT/v1#tiny`.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event
from urllib.request import urlopen

from tests.llm import tiny_gguf
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[2]
SLOTS = 2  # calls that are worked on at once; conversations are kept beside them, and found again


@contextmanager
def served() -> Iterator[str]:
    """The address of a server that lives as long as the block, such as `http://127.0.0.1:4711/v1`."""
    with tempfile.TemporaryDirectory() as folder:
        model = tiny_gguf.write(Path(folder, "tiny.gguf"))
        # Without this OpenMP's idle threads spin, and the first answer takes a minute.
        setting = os.environ | {"OMP_WAIT_POLICY": "PASSIVE"}
        child = subprocess.Popen(
            [sys.executable, "-m", "tests.llm.llama", str(model)],
            cwd=ROOT, env=setting, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            start_new_session=True,  # Ctrl-C is ours to handle
        )  # fmt: skip
        try:
            yield _reached(child)
        finally:
            _end(child)


def _reached(child: subprocess.Popen[str]) -> str:
    assert child.stdout is not None
    address = child.stdout.readline().strip()
    assert address, f"the server did not start (status {child.wait(PATIENCE)})"
    with urlopen(f"{address}/health", timeout=PATIENCE) as response:
        assert response.status == 200
    return f"{address}/v1"


def _end(child: subprocess.Popen[str]) -> None:
    try:
        child.communicate(timeout=PATIENCE)  # closes its standard input
    except subprocess.TimeoutExpired:
        child.kill()
        child.communicate()


def serve(model: Path) -> None:
    """Serve a model from this process until the standard input ends; its address is the first line printed."""
    import xllamacpp  # type: ignore[import-untyped]

    params = xllamacpp.CommonParams()
    params.model.path = str(model)
    params.hostnames, params.port = ["127.0.0.1"], 0
    params.n_parallel, params.n_ctx = SLOTS, SLOTS * tiny_gguf.CONTEXT
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1  # so small a net loses by sharing its work
    params.flash_attn_type = xllamacpp.llama_flash_attn_type.LLAMA_FLASH_ATTN_TYPE_DISABLED  # slower on a CPU
    params.sampling.temp, params.sampling.top_k, params.sampling.top_p, params.sampling.min_p = 1.0, 0, 1.0, 0.0
    params.slot_prompt_similarity = 0.0  # else a seat takes over the slot of another, whose rules are the same
    server = xllamacpp.Server(params)
    print(server.listening_address, flush=True)
    sys.stdin.read()
    del server  # waits for its threads


def main() -> None:
    """Serve the model that is named; without one the tiny model, until Ctrl-C."""
    if len(sys.argv) > 1:
        serve(Path(sys.argv[1]))
    else:
        with served() as address, suppress(KeyboardInterrupt):
            print(f"{address}#tiny", flush=True)
            Event().wait()


if __name__ == "__main__":
    main()
