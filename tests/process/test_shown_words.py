"""Titles and reasons as `companion` prints them: names set off from titles, labels in place of keys."""

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
def test_a_name_in_place_of_a_number_is_set_off(record: str, title: str, say: Say) -> None:
    """A number runs on into its title, a name does not; a gap says that it is one."""
    assert " ".join(say("show", record).out.split()).startswith(title)
    game, _, words = record.partition(":")
    found = say("find", words.replace("-", " "), "--game", game).out
    assert title.replace(", Facing Change Costs", "") in " ".join(found.split())


def test_a_reason_names_the_label_of_the_answer(say: Say) -> None:
    """In the ledger a choice reads as the question offers it, alone and among several."""
    told = " ".join(
        say("calc", "bar:morale-modifier", "formation=AC", "situation=fire", "--odds").out.split()
    )
    assert "Formation: Attack Column" in told
    answers = ("sender=4", "recipient=2", "shifts=face_to_face,attack_or_probe", "--odds")
    told = " ".join(say("calc", "aor:order-compliance", *answers).out.split())
    assert "Situation of the order: Attack or Probe order, order given face to face" in told
