"""What `companion new-calculator` asks in a terminal, and the answers that Enter takes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.process.calculator_maker import Maker

Typed = Callable[..., None]
TITLE = ("Made", "2.1")


def shown(maker: Maker, typed: Typed, *lines: str) -> str:
    """Return what the command shows while these lines are typed, up to Ctrl+C, on one line."""
    typed(*lines, KeyboardInterrupt)
    return " ".join(maker.say("new-calculator", "--game", "ford").out.split())


@pytest.mark.parametrize(
    ("title", "rule"), [("Gunnery", "7"), ("gunnery", "7"), ("Who may fire guns", "7.1"), ("Gun", "")]
)
def test_the_rule_with_the_title(title: str, rule: str, maker: Maker, typed: Typed) -> None:
    """Enter takes it in capitals or not, also if it is a chapter that only contains headings."""
    head = "---\ntitle: Guns\ndocument: rules\nauthority: rule\n---\n\n"
    chapter = "# 7 GUNNERY\n\n- The text of this section is in 7.1. {.companion}\n\n"
    text = f"{head}{chapter}## 7.1 Who May Fire Guns\n\n- Foot.\n"
    (maker.folder / "rulebook/ford/07-guns.md").write_text(text)
    assert f"[Enter: {rule}]" * bool(rule) in (out := shown(maker, typed, title))
    assert ("[Enter: " in out) is bool(rule)


def test_the_chart_that_begins_with_the_title(maker: Maker, typed: Typed) -> None:
    """Enter takes its rule and the chart."""
    path = maker.folder / "tables/ford/charts/volley.yaml"
    path.write_text(path.read_text().replace("title: Volley", "title: Volley Table").replace("2.1", "1.1"))
    out = shown(maker, typed, "Volley", "", "look-up")
    assert "Which rule does it belong to? (for example 1.0) [Enter: 1.1]" in out
    assert "[Enter: volley] Nothing was written" in out


@pytest.mark.parametrize("rule", ["2.1 firing", "2.1. Firing", "Firing", "2.1"])
def test_a_rule_by_its_whole_heading(rule: str, maker: Maker, typed: Typed) -> None:
    """The number, the title, or both."""
    assert "How is it decided" in shown(maker, typed, "Made", rule)
    assert "unknown rule 9.9 Firing" in shown(maker, typed, "no", "Made", "9.9 Firing")


@pytest.mark.parametrize(
    ("modifier", "offered"),
    [
        ("Long range", "Range: Long (to 18 in)"),
        ("Hexes over 6", "certain values of Hexes"),
        ("Wind over 3 knots", "certain values of Wind in knots"),
        ("Range over 12 inches", ""),
        ("Flank within 6 inches", "the player ticks Flank within 6 inches"),
        ("Hexes", "the player ticks Hexes"),
    ],
)
def test_a_modifier_about_a_question(modifier: str, offered: str, maker: Maker, typed: Typed) -> None:
    """Enter takes its choice without the remark in brackets, or certain values of its number; else it asks."""
    asked = ("Range: Close (to 6 in), Long (to 18 in)", "Hexes: 1-9", "Wind in knots: 0-9", "", "", "")
    out = shown(maker, typed, *TITLE, "sum", *asked, "0", f"{modifier} +1")
    assert f"{f'[Enter: {offered}]' if offered else 'Wind in knots'} Nothing was written." in out
