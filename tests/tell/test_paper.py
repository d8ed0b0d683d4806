"""The printings of a page in any script: HTML that is escaped, columns that hold wide letters."""

from __future__ import annotations

from duskfall.draw.svg import wide, wrapped
from duskfall.rules import ruleset
from duskfall.tell.columns import columns, folded, padded
from duskfall.tell.paper import WIDTH, Entries, Grid, Heading, Items, Paragraph, html, plain
from duskfall.tell.rules import formats

CHINESE = "天黑请闭眼。狼人请睁眼，狼人请选择今晚要击杀的玩家。女巫请睁眼。今晚他倒下了，你要使用解药吗？" * 3


def test_html_is_escaped_and_marked() -> None:
    blocks = [
        Heading("A <b>", 1),
        Paragraph("Says `kill` & **more**. [CM§E1]"),
        Items(("one", "two"), numbered=True),
        Entries((("Don", ("first", "second")),)),
        Grid(("h",), (("`a`",), ("<i>",))),
    ]
    page = html(blocks)
    assert "<h1>A &lt;b&gt;</h1>" in page
    assert '<p>Says <code>kill</code> &amp; <b>more</b>. <span class="cite">CM§E1</span></p>' in page
    assert "<ol><li>one</li><li>two</li></ol>" in page
    assert "<dl><dt>Don</dt><dd>first</dd><dd>second</dd></dl>" in page
    assert "<tbody><tr><td><code>a</code></td></tr><tr><td>&lt;i&gt;</td></tr></tbody>" in page


def test_a_whole_page_as_html_has_every_section() -> None:
    page = formats.html(ruleset("city-mafia"))
    assert page.count("<h2>") == formats.page(ruleset("city-mafia")).count("\n## ") - 1  # the picture is not in it
    assert "`" not in page
    assert "[CM" not in page


def test_wide_letters_take_two_columns_and_break_anywhere() -> None:
    assert (columns("ab"), columns("天a"), padded("天", 4)) == (2, 3, "天  ")
    lines = folded(CHINESE, 40, "  - ", "    ")
    assert max(map(columns, lines)) <= 40
    assert lines[0].startswith("  - 天")
    assert "".join(line.strip() for line in lines).removeprefix("- ") == CHINESE
    assert not any(line.strip().startswith(("，", "。", "？")) for line in lines)


def test_words_are_not_torn() -> None:
    assert folded("One two three", 8) == ["One two", "three"]
    assert folded("город засыпает сейчас", 10) == ["город", "засыпает", "сейчас"]


def test_no_line_of_a_terminal_page_is_too_wide_in_chinese() -> None:
    table = Grid(("名字", "含义"), (("甲", CHINESE), ("乙乙", "短")))
    page = plain([Heading("规则", 1), Paragraph(CHINESE), Items((CHINESE,)), Entries((("狼人", (CHINESE,)),)), table])
    assert max(map(columns, page.splitlines())) <= WIDTH


def test_pictures_wrap_chinese_instead_of_cutting_it() -> None:
    lines = wrapped(CHINESE, 200.0)
    assert "".join(line.text for line in lines) == CHINESE
    assert max(wide(line.text) for line in lines) <= 200.0
