"""The picture and the list of the rooms are what the files are."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from tools.rooms import PAGE, PICTURE, ROOT, Room, floors, needs, page, picture


def every(rooms: tuple[Room, ...]) -> list[Room]:
    return [each for room in rooms for each in (room, *every(room.inner))]


def test_both_are_up_to_date() -> None:
    assert picture() == PICTURE.read_text("utf-8"), "run make docs"
    assert page(PAGE.read_text("utf-8")) == PAGE.read_text("utf-8"), "run make docs"


def test_every_room_says_what_it_is() -> None:
    assert [room.name for room in every(floors()) if not room.about.endswith(".")] == []


def test_every_folder_is_a_room() -> None:
    folders = {path.parent.name for path in (ROOT / "src/duskfall").glob("*/**/__init__.py")}
    assert folders <= {room.name for room in every(floors())}


def test_imports_point_down() -> None:
    order = [room.name for room in floors()]
    up = [(room, other) for room in order for other in needs()[room] if other in order[: order.index(room)]]
    assert up == []
    assert needs()["core"]["vocabulary"] > 10


def test_the_picture_names_every_floor() -> None:
    told = {text.text for text in ET.fromstring(picture()).iter("{http://www.w3.org/2000/svg}text")}
    assert {room.name for room in floors()} <= told


def test_contributing_names_them_in_this_order() -> None:
    told = " ".join((ROOT / "CONTRIBUTING.md").read_text("utf-8").split())
    assert " ← ".join(room.name for room in reversed(floors())) in told
