"""The kinds of actions of an evening; what else an action holds is read and checked where it is taken."""

from collections.abc import Mapping
from typing import Any, Literal, get_args

Action = Mapping[str, Any]  # as a page has sent it
KeptAction = dict[str, Any]  # as it is kept: whatever JSON can hold

TableAction = Literal["set", "deal", "start", "again", "role"]
GameAction = Literal[
    "pick", "others", "counts", "next", "say", "remove", "foul", "flag", "hand", "note", "best", "bonus",
]  # fmt: skip
LogAction = Literal["back", "forth", "rest"]
ActionKind = TableAction | GameAction | LogAction
ACTIONS: tuple[ActionKind, ...] = (*get_args(TableAction), *get_args(GameAction), *get_args(LogAction))


def action_kind(given: object) -> ActionKind | None:
    """What kind of action this word stands for; None if this version does not know it."""
    return next((kind for kind in ACTIONS if kind == given), None)
