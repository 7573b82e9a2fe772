"""Rows of the odds panel: the words of each result beside its bar."""

from __future__ import annotations

from fractions import Fraction

from companion.ui.widgets.ledger import ROLLED, odds_rows

MORALE = (
    "Steady: carry on; no effect",
    "Shaken: may not advance nearer to the enemy",
    "Broken: routs at once",
)


def rows(results: tuple[str, ...], width: int, rolled: str = "") -> list[str]:
    """Return the lines of the panel for results of equal chance."""
    odds = dict.fromkeys(results, Fraction(1, len(results)))
    return odds_rows(odds, (), rolled, width).plain.splitlines()


def test_long_results_have_their_names() -> None:
    """With little room, a result is shortened to its name before the colon, in one line."""
    drawn = rows(MORALE, 32, MORALE[1])
    assert [line.split()[0] for line in drawn] == ["Steady", ROLLED.strip(), "Broken"]
    assert drawn[1].startswith(f"{ROLLED}Shaken  ") and drawn[1].endswith("33%")
    assert all("advance" not in line for line in drawn)


def test_results_with_room_have_all_words() -> None:
    """A wide panel shows each result as it is."""
    assert [line.split("  ")[1] for line in rows(MORALE, 100)] == list(MORALE)


def test_names_that_are_alike_do_not_stand_for_results() -> None:
    """Results are not shortened to names if the names are equal or as long as sentences."""
    for results in (
        ("Shaken: may not advance nearer to the enemy", "Shaken: may not charge the enemy this turn"),
        ("A long beginning of a sentence: it goes on here", "Another long beginning of it: and so on here"),
    ):
        assert " ".join(" ".join(rows(results, 32)).split()).count(": ") == 2


def test_results_without_a_colon_stay() -> None:
    """Results without a colon are wrapped, and a result with a colon beside them is shortened to its name."""
    drawn = " ".join(" ".join(rows(("no effect", "Retire: full move to the rear, disordered"), 32)).split())
    assert drawn.startswith("no effect") and "Retire " in drawn and "rear" not in drawn
