"""Programs built for every target come to the same; what is compiled is kept, and nothing depends on that."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FunctionType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duskfall.batch.compiled import build as building
from duskfall.batch.compiled import kept, support
from duskfall.batch.compiled.ahead import can_compile
from duskfall.batch.compiled.build import Built, NotHere, build, decorated, integers
from tests.batch.toy import SIDES, TABLE, TEXT, toy
from tests.patience import PATIENCE

MASKS = st.integers(1, (1 << 32) - 1)  # seats, and nobody
WORDS = st.integers(0, (1 << 63) - 1)
FUNCTIONS = ("play", "run", "begin", "step")


@pytest.fixture(scope="module")
def cpu() -> Built:
    return build(toy(), "cpu", *FUNCTIONS)


def counted(built: Built, seed: int = 5, begin: int = 100, count: int = 300) -> list[int]:
    tally = [0] * len(SIDES) if built.target == "plain" else integers([0] * len(SIDES))
    built.run(seed, begin, count, *built.arrays(TABLE), tally)
    return [int(number) for number in tally]


@contextmanager
def anew(monkeypatch: pytest.MonkeyPatch, place: Path) -> Iterator[None]:
    """In here nothing was built before, and programs are kept at this place."""
    monkeypatch.setenv(kept.PLACE, str(place))
    building._made.cache_clear()
    yield
    building._made.cache_clear()


def test_plain_and_compiled_play_the_same_games(cpu: Built) -> None:
    plain = build(toy(), "plain", *FUNCTIONS)
    arrays, room = plain.arrays(TABLE), cpu.arrays(TABLE)
    for game in (0, 1, 2, 77, 1 << 32, (1 << 62) + 5):
        for seed in (0, 1, 1 << 40, (1 << 63) - 1):
            assert plain.play(seed, game, *arrays) == cpu.play(seed, game, *room)
            assert arrays[0] == list(room[0])
    assert counted(plain) == counted(cpu)
    assert sum(counted(cpu)[1:]) == 300


def test_the_resumable_form_is_compiled_too(cpu: Built) -> None:
    state, constants, log = cpu.arrays(TABLE)
    options, answers = integers([0] * 64), integers([0] * 64)
    assert cpu.begin(1, 2, state, constants, log, options) == 1
    answers[1:7] = range(1, 7)
    assert cpu.step(state, constants, log, answers, options) == 0
    assert SIDES[state[0]] == "odd"


def test_only_what_was_asked_for_is_built() -> None:
    built = build(toy(), "plain", "play")
    with pytest.raises(AttributeError, match="run was not built"):
        built.run(0, 0, 1)


@given(MASKS, st.data())
def test_bits_are_the_same_on_a_processor(mask: int, data: st.DataObject) -> None:
    number = data.draw(st.integers(0, mask.bit_count() - 1))
    assert compiled_bits()(mask, number) == (
        support.popc(mask), support.first(mask), support.nth(mask, number), support.nth(mask, number),
    )  # fmt: skip


@given(WORDS, WORDS, st.integers(0, 1), st.integers(0, 31), st.integers(1, 1 << 31))
def test_draws_are_the_same_on_a_processor(seed: int, game: int, half: int, seat: int, limit: int) -> None:
    from duskfall.batch.compiled.on_cpu import NAMES

    assert NAMES["key"](seed, game, half) == support.key(seed, game, half)
    assert NAMES["mix"](seed) == support.mix(seed)
    key = support.key(seed, game, half)
    assert NAMES["drawn"](key, seat, half, limit) == support.drawn(key, seat, half, limit) < limit


def test_every_target_has_all_names() -> None:
    functions = {name for name, value in vars(support).items() if isinstance(value, FunctionType)}
    assert functions <= set(support.NAMES)


def compiled_bits(made: list[object] = []) -> object:  # noqa: B006  (compiled once)
    from numba import njit

    from duskfall.batch.compiled.on_cpu import first, halved, nth, popc

    if not made:
        made.append(njit(lambda mask, number: (popc(mask), first(mask), nth(mask, number), halved(mask, number))))
    return made[0]


def test_bits_are_instructions_and_nothing_is_a_float(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with anew(monkeypatch, tmp_path):
        run = build(toy(), "cpu", "run").run
    [code] = run.inspect_llvm().values()  # type: ignore[attr-defined]
    body = code[code.index("define") :]
    assert "@llvm.ctpop.i64(" in body
    assert "@llvm.cttz.i64(" in body
    assert "double" not in body


def test_what_is_asked_for_is_kept_and_the_rest_compiled_within() -> None:
    assert decorated("def play(a):\n    pass\n\n\ndef player(a):\n    pass\n", ["play"]) == (
        "@asked\ndef play(a):\n    pass\n\n\n@within\ndef player(a):\n    pass\n"
    )


TWICE = """

def twice(W, K, begin, ends):
    for i in range(2):
        ends[i] = play(5, begin + i, W, K, W)
"""


def test_functions_of_others_can_be_added() -> None:
    ends: list[list[int]] = []
    for target in ("plain", "cpu"):
        built = build(toy(TEXT + TWICE), target, "twice")
        state, constants, _ = built.arrays(TABLE)
        room = [0, 0] if target == "plain" else integers([0, 0])
        built.twice(state, constants, 7, room)
        ends.append([int(end) for end in room])
    assert ends[0] == ends[1] != [0, 0]


# -- kept on disk ------------------------------------------------------------------------------------------

LOADS = """
import sys
from duskfall.batch.compiled.build import build
from tests.batch.test_build import counted
from tests.batch.toy import toy
built = build(toy(), "cpu", "run")
print(counted(built), sum(built.run.stats.cache_hits.values()))
"""


def loaded(place: Path, count: int = 1) -> list[str]:
    """What so many processes at once print of the same program."""
    env = os.environ | {kept.PLACE: str(place)}
    started = [
        subprocess.Popen([sys.executable, "-c", LOADS], env=env, stdout=subprocess.PIPE, text=True)
        for _ in range(count)
    ]  # fmt: skip
    return [each.communicate(timeout=PATIENCE)[0].strip() for each in started]


def test_what_is_compiled_is_kept_for_the_next_process(tmp_path: Path, cpu: Built) -> None:
    one, other = loaded(tmp_path / "kept", 2)  # at the same time
    assert one.startswith(str(counted(cpu)))
    assert other.startswith(str(counted(cpu)))
    assert loaded(tmp_path / "kept") == [f"{counted(cpu)} 1"]
    for torn in (tmp_path / "kept").glob("*/__pycache__/*"):
        torn.write_bytes(torn.read_bytes()[:20])
    for torn in (tmp_path / "kept").glob("*/source.py"):
        torn.write_text("raise SystemExit", encoding="utf-8")
    assert loaded(tmp_path / "kept") == [f"{counted(cpu)} 0"]


def test_without_a_place_to_keep_it_is_compiled_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cpu: Built
) -> None:
    (tmp_path / "file").touch()
    with anew(monkeypatch, tmp_path / "file" / "kept"):
        assert counted(build(toy(), "cpu", "run")) == counted(cpu)


def test_a_full_disk_costs_only_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cpu: Built) -> None:
    from numba.core.caching import IndexDataCacheFile

    def full(*args: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(IndexDataCacheFile, "_save_data", full)
    with anew(monkeypatch, tmp_path):
        assert counted(build(toy(), "cpu", "run")) == counted(cpu)


def test_a_mistake_in_a_source_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with anew(monkeypatch, tmp_path), pytest.raises(Exception, match="no_such_name"):
        build(toy(TEXT.replace("leave(W)\n    return", "leave(W)\n    no_such_name()\n    return")), "cpu", "run")


def test_the_longest_unused_make_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(kept.PLACE, str(tmp_path))
    monkeypatch.setattr(kept, "MOST", 3)
    (tmp_path / "mine").mkdir()
    paths = [kept.keep(f"a = {number}", "") for number in range(3)]
    for age, path in enumerate(paths):
        assert path
        os.utime(path.parent, (age, age))
    assert kept.keep("a = 0", "") == paths[0]  # used again
    new = kept.keep("a = 3", "")
    assert {each.name for each in tmp_path.iterdir()} == {
        "mine", *(path.parent.name for path in (paths[0], paths[2], new) if path)
    }  # fmt: skip
    assert kept.keep("a = 3", "another version") != new


def test_a_missing_package_is_one_line_that_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NotHere, match=r"duskfall\[cuda\]"):
        build(toy(), "cuda", "run")
    monkeypatch.setitem(sys.modules, "numba", None)
    for target in ("cpu", "cuda"):
        with pytest.raises(NotHere, match=r"pip install 'duskfall\[batch\]'"):
            build(toy(), target, "run")
    assert counted(build(toy(), "plain", "run"), count=1)


def test_a_numba_that_may_not_compile_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert not can_compile()
    with pytest.raises(NotHere, match="NUMBA_DISABLE_JIT"):
        build(toy(), "cpu", "run")
    assert counted(build(toy(), "plain", "run"), count=1)


def test_a_numba_that_refuses_to_start_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "numba.py").write_text("raise ImportError('Numba needs NumPy 9.9 or less')", encoding="utf-8")
    script = "from duskfall.cli import main; main()"
    env = os.environ | {"PYTHONPATH": str(tmp_path)}
    command = [sys.executable, "-c", script, "simulate", "--games", "5"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 2
    assert done.stderr.startswith("duskfall: numba cannot be used here (Numba needs NumPy 9.9 or less): pip install")
    assert done.stderr.count("\n") == 1


# -- CUDA without a GPU: numba's own simulator -------------------------------------------------------------

ON_CUDA = """
import random, warnings
warnings.simplefilter("ignore")  # the simulator's integers say that they overflow
from duskfall.batch.compiled import on_cuda, support
from duskfall.batch.compiled.build import build
from tests.batch.test_build import counted
from tests.batch.toy import SIDES, TABLE, toy

built = build(toy(), "cuda", "run")
grid = on_cuda.Grid(built.run, built.program.constants(TABLE), len(SIDES))
assert grid.run(5, 100, 300) == counted(build(toy(), "plain", "run"))

def calls(mask, number):
    return [("popc", (mask,)), ("first", (mask,)), ("nth", (mask, number)), ("mix", (mask * 7,)),
            ("drawn", (mask * 5, number, mask, 9)), ("key", (mask * 3, mask, 1))]

found = []
@on_cuda.cuda.jit
def look(masks, numbers):
    for mask, number in zip(masks, numbers):
        found.append([int(on_cuda.NAMES[name](*args)) for name, args in calls(mask, number)])

chance = random.Random(1)
masks = [1, 1 << 31, (1 << 32) - 1, *(chance.getrandbits(32) or 1 for _ in range(50))]
numbers = [chance.randrange(mask.bit_count()) for mask in masks]
import numpy as np
look[1, 1](np.array(masks), np.array(numbers))
assert found == [[getattr(support, name)(*args) for name, args in calls(m, n)] for m, n in zip(masks, numbers)]
print("the same")
"""


def test_the_kernel_counts_the_same_without_a_gpu() -> None:
    env = os.environ | {"NUMBA_ENABLE_CUDASIM": "1"}
    done = subprocess.run([sys.executable, "-c", ON_CUDA], env=env, capture_output=True, text=True, timeout=PATIENCE)
    assert done.stdout.strip() == "the same", done.stderr
