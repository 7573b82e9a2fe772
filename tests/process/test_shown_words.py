"""Titles and reasons as `companion` prints them: names separated from titles, labels instead of keys."""

from __future__ import annotations

import pytest

from tests.process.conftest import Say

pytestmark = pytest.mark.usefixtures("shipped")


@pytest.mark.parametrize(
    ("record", "title"),
    [
        (
            "bar:attack-column-fire-arc-diagram",
            "Fire Arc Diagram, Facing Change Costs - Attack Column, facing",
        ),
        ("bar:infantry-line-8.1a", "8.1a Infantry Line, formation"),
        ("bar:initiative-roll-not-in-the-sources", "Initiative roll (not in the sources)"),
    ],
)
def test_a_name_instead_of_a_number_is_separated_by_a_gap(record: str, title: str, say: Say) -> None:
    """A title follows a number directly, but a name after a gap."""
    assert " ".join(say("show", record).out.split()).startswith(title)
    game, _, words = record.partition(":")
    found = say("find", words.replace("-", " "), "--game", game).out
    assert title.replace(", Facing Change Costs", "") in " ".join(found.split())


def test_a_reason_names_the_label_of_the_answer(say: Say) -> None:
    """The ledger shows choices by their labels, alone and in a list."""
    page = " ".join(
        say("calc", "bar:morale-modifier", "formation=AC", "situation=fire", "--odds").out.split()
    )
    assert "Formation: Attack Column" in page
    answers = ("sender=4", "recipient=2", "shifts=face_to_face,attack_or_probe", "--odds")
    page = " ".join(say("calc", "aor:order-compliance", *answers).out.split())
    assert "Situation of the order: Attack or Probe order, order given face to face" in page
