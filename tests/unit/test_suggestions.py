"""Hints for names that do not exist."""

from __future__ import annotations

from companion.load.suggestions import nearest, suggest, suggest_id


def test_a_close_name_is_suggested_and_otherwise_a_short_list() -> None:
    """Forty names are listed, in the order of the alphabet; more are not."""
    names = [f"{number:02}" for number in range(41)]
    assert suggest("lihgt", ["light", "dark"]) == "did you mean light?"
    assert suggest("zzz", ["light", "dark"]) == "known: dark, light"
    assert suggest("zzz", names[:40]) == f"known: {', '.join(names[:40])}"
    assert suggest("zzz", names) == suggest("zzz", []) == ""


def test_up_to_two_close_names_are_near() -> None:
    """Nothing is near if no name is close."""
    assert nearest("3.5b", ["3.5c", "3.5a", "3.5bb", "7.1"]).count(",") == 1
    assert nearest("zzz", ["light", "dark"]) == ""


def test_the_game_before_an_id_is_only_at_fault_if_the_id_exists() -> None:
    """An unknown id with its game is a slip of the id."""
    ids = ["xx:fire", "xx:march"]
    assert suggest_id("xx:fire", ids, "xx") == "write fire, without the game prefix"
    assert suggest_id("xx:fier", ids, "xx") == "did you mean fire?"
