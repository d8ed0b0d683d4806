"""The style sheet inside each picture, for light and dark pages."""

from __future__ import annotations

from collections.abc import Mapping

# Ten hues that can be told apart, each for light and for dark backgrounds.
HUES = (
    ("#1f6fb5", "#7db8ee"), ("#b5471f", "#f0a07c"), ("#2d7d46", "#7fcf98"), ("#8a3fa0", "#d29be4"),
    ("#a67a00", "#e5c15a"), ("#0d7f86", "#6ccdd3"), ("#b0306a", "#f08fb8"), ("#5a5fc0", "#a8acf5"),
    ("#6b6b2a", "#c4c47c"), ("#7a5038", "#d0a68c"),
)  # fmt: skip

# The colors of each class: (property, on light pages, on dark pages).
LOOKS: Mapping[str, tuple[tuple[str, str, str], ...]] = {
    "text": (("fill", "#23252f", "#e8e6e1"),),
    ".ground": (("fill", "#fdfcf9", "#17181f"),),
    ".soft": (("fill", "#63667a", "#a4a6b8"),),
    ".act": (("fill", "#eef3fa", "#222c3c"), ("stroke", "#8aa3c4", "#5c7698")),
    ".mark": (("fill", "#f1f7ee", "#233227"), ("stroke", "#93b38a", "#5f8565")),
    ".trigger": (("fill", "#fbf0e6", "#3a2c20"), ("stroke", "#d0a376", "#946d46")),
    ".card": (("fill", "#fbf6dc", "#37331c"), ("stroke", "#c4b25c", "#8d8040")),
    ".role": (("fill", "#f4edf8", "#30263a"), ("stroke", "#b093c4", "#7d6294")),
    ".vote": (("fill", "#f9ecee", "#3a2529"), ("stroke", "#c98f98", "#95606a")),
    ".player": (("fill", "#ffffff", "#23252f"), ("stroke", "#8a8da0", "#74778a")),
    ".dead": (("fill", "#f8e3e3", "#421f24"), ("stroke", "#b8434e", "#e0717b")),
    ".death": (("fill", "#a3202d", "#ff9aa3"),),
    ".night": (("fill", "#e9eaf5", "#1d2033"),),
    ".day": (("fill", "#fdf3dd", "#2b261c"),),
    ".when": (("stroke", "#a9a48f", "#77725f"),),
    ".step": (("fill", "#ffffff", "#262935"), ("stroke", "#b9bac8", "#4a4e63")),
    ".end": (("fill", "#fdfcf9", "#17181f"), ("stroke", "#63667a", "#a4a6b8")),
    ".plain": (("stroke", "#63667a", "#a4a6b8"), ("fill", "#63667a", "#a4a6b8")),
    ".gone": (("stroke", "#a9abb8", "#62657a"), ("fill", "#a9abb8", "#62657a")),
    ".void": (("fill", "#f3f3f3", "#212229"), ("stroke", "#b5b6bf", "#5a5c6b")),
    ".deadly": (("stroke", "#b8434e", "#ff8c96"), ("fill", "#b8434e", "#ff8c96")),
} | {
    f".hue{at}": (("stroke", light, dark), ("fill", light, dark)) for at, (light, dark) in enumerate(HUES)
}  # fmt: skip

SIZES = {"small": 11.5, "title": 20.0}
FORMS = {
    "text": "font:14px system-ui,'Segoe UI','Noto Sans','DejaVu Sans',sans-serif;stroke:none",
    ".line": "fill:none;stroke-width:1.6",
    ".thick": "stroke-width:2.4",
    ".head": "stroke:none",
    ".dashed": "stroke-dasharray:6 4",
    ".frame": "fill:none;stroke-dasharray:3 4",
    ".pill": "fill-opacity:.12",
    ".title": "font-weight:600",
    ".bold": "font-weight:600",
    ".struck": "text-decoration:line-through",
} | {f".{name}": f"font-size:{size}px" for name, size in SIZES.items()}


def _rules(looks: Mapping[str, str]) -> str:
    """Return CSS rules that apply to these pictures only: a style sheet in an inline SVG applies to the whole page."""
    return "\n".join(f".duskfall {name}{{{look}}}" for name, look in looks.items())


def _painted(at: int) -> dict[str, str]:
    return {name: ";".join(f"{look[0]}:{look[at]}" for look in looks) for name, looks in LOOKS.items()}


STYLE = f"\n{_rules(_painted(1))}\n@media (prefers-color-scheme:dark){{\n{_rules(_painted(2))}\n}}\n{_rules(FORMS)}\n"
