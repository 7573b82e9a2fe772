"""The story of the report: what it tells, where, and whose dice and units they were."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.load.library import read_library
from companion.load.places import Places
from companion.model.event import Calculated
from companion.model.recorded import OrderSlip, RecordedRoll
from companion.play import chits, dispatch
from companion.play.session import Session
from companion.play.store.session_file import SessionFile
from companion.play.turn import choose_scenario, count, settle, step
from companion.play.units_and_notes import add_note, drop_unit, keep_unit, log_calculation
from companion.render.calendar import coming
from companion.render.report import report_facts
from companion.render.story_text import story_markdown
from tests.process.cup_game import write_game

ARRIVALS = """arrivals:
  - {side: Red, time: "10:00", where: the road, says: the guns}
  - {side: Blue, time: "10:30", says: the horse}
  - {side: Blue, time: "12:00", says: too late}
"""


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """A session of the test game, whose scenario lasts from 10:00 to 11:00 and has arrivals."""
    write_game(tmp_path / "own")
    scenarios = tmp_path / "own/tables/drum/scenarios.yaml"
    text = scenarios.read_text().replace("days: [July 1]", 'days: [July 1]\n    arrivals: "yes"')
    scenarios.write_text(text + ARRIVALS)
    nowhere = Path("/nonexistent")
    opened = Session(
        SessionFile(tmp_path, "Friday"), read_library(Places((tmp_path / "own",), nowhere, nowhere))
    )
    opened.open_game("drum")
    choose_scenario(opened, "first")
    yield opened
    opened.close()


def story(session: Session) -> dict[str, Any]:
    """The story of the only game."""
    (game,) = report_facts(session)["games"]
    return game["story"]  # type: ignore[no-any-return]


def told(session: Session) -> list[str]:
    """Every sentence of the story, in order."""
    return [says for turn in story(session)["turns"] for phase in turn["phases"] for says in phase["says"]]


def calculated(session: Session, says: str, **more: Any) -> int:
    """Log a calculation and return its line."""
    return log_calculation(session, Calculated("drum:alter", {}, (), says, **more)).id


def test_changes_by_hand_are_told_once_the_battle_has_begun(session: Session) -> None:
    """Facts typed before the first calculation are the setup; later changes are reported, and are losses."""
    keep_unit(session, "Guard", {"rating": 5}, "Blue")
    keep_unit(session, "Guard", {"rating": 4})
    keep_unit(session, "Lancers", {"rating": 2}, "Red")
    keep_unit(session, "Spare", {"rating": 2}, "Red")
    drop_unit(session, "Spare")
    calculated(session, "Fire")
    keep_unit(session, "Guard", {"rating": 4})
    keep_unit(session, "Guard", {"rating": 3})
    drop_unit(session, "Lancers")
    assert told(session)[1:] == [
        "Spare (Red) removed.",
        "Fire.",
        "Guard (Blue): HQ rating 4 to 3.",
        "Lancers (Red) removed.",
    ]
    rows = [
        (each["unit"], each["side"], each["what"], each["end"], each["removed"])
        for each in story(session)["losses"]
    ]
    assert rows == [("Guard", "Blue", "HQ rating", 3, None), ("Lancers", "Red", "removed", None, 1)]


def test_a_correction_is_told_where_it_happened(session: Session) -> None:
    """A correction of a correction, too, in the turn of the first; the note on the first line comes with it."""
    first = calculated(session, "Fire: 1 hit")
    add_note(session, "the marker lay under the counter", first)
    calculated(session, "Charge")
    step(session, 1)
    second = calculated(session, "Fire: 2 hits", amends=first)
    calculated(session, "Fire: 3 hits", amends=second)
    assert told(session)[1:] == ["Fire: 3 hits.", "Note: “the marker lay under the counter”", "Charge."]


def test_draws_and_counts_in_a_row_are_one_sentence(session: Session) -> None:
    """Counts go on from the last one; a draw after something else begins a new sentence."""
    chits.fill(session)
    chits.draw(session, "Guard")
    chits.draw(session, "I Corps")
    count(session, "losses", 1)
    count(session, "losses", 1)
    chits.draw(session, "II Corps")
    count(session, "losses", -1)
    assert told(session)[1:] == [
        "Drawn: Guard (Blue), I Corps (Red).",
        "Losses of I Corps: 0 to 2 (limit 2).",
        "Drawn: II Corps (Red).",
        "Losses of I Corps: 2 to 1 (limit 2).",
    ]


def test_arrivals_are_told_and_those_after_the_end_are_not_announced(session: Session) -> None:
    """An arrival that was waved away is not told; after the last turn, 11:00, none is on the calendar."""
    assert [each.says for each in coming(session.module, session.game_state)] == [
        "Blue reinforcements: the horse",
        "Last turn of the scenario",
    ]
    settle(session, session.game_state.due()[0].id)
    assert told(session)[1:] == ["Red reinforcements at the road: the guns."]
    session.undo()
    settle(session, session.game_state.due()[0].id, "waved away")
    assert told(session)[1:] == []


def test_the_dice_of_orders_and_chits_have_a_side(session: Session) -> None:
    """Of an order by its number or recipient, of a chit by its name; a name of both sides has none."""
    dispatch.send(session, OrderSlip("Red", "Lee", "Heth", "attack", "on", 1, 2))
    dispatch.send(session, OrderSlip("Blue", "Meade", "Both", "attack", "on", 1, 2))
    dispatch.send(session, OrderSlip("Red", "Lee", "Both", "attack", "on", 1, 2))
    chits.fill(session)
    for name in ("Heth", "Order 1 to Heth", "Order 2 to Both", "Guard", "Both", "nobody"):
        roll = RecordedRoll("Alter", "1d6", 4, "typed", (4,))
        log_calculation(session, Calculated("drum:alter", {}, (roll,), "Altering", names={"who": name}))
    assert {each["side"]: each["count"] for each in story(session)["dice"]} == {"Red": 2, "Blue": 2, "": 2}


def test_no_unlikely_result_is_said_in_words(session: Session) -> None:
    """Without one, the report gives no share of evenings, which would always be all of them."""
    odds = {"altered": "1/2", "unaltered": "1/2"}
    calculated(session, "Altering", odds=odds, outcome={"success": True})
    facts = report_facts(session)["games"][0]
    facts["story"]["unlikely"] = {"of": 2, "count": 0, "expected": 0.0, "as_many": 1.0}
    text = "\n".join(story_markdown(facts))
    assert "none had a chance of 10% or less; 0.0 were expected. High rolls" in text


def test_the_side_is_named_at_the_first_mention_in_each_turn(session: Session) -> None:
    """Not in the players' notes, not if the sentence names the side, and not inside another name or word."""
    chits.fill(session)
    keep_unit(session, "Old Guard", {"rating": 5}, "Red")
    keep_unit(session, "Dale", {"rating": 5}, "Blue")
    keep_unit(session, "Stray", {"rating": 5})
    calculated(session, "Guards of Old Guard fire at Dale-Ford and Stray")
    add_note(session, "Dale ran")
    calculated(session, "Blue volley of Dale's men: Dale fires")
    calculated(session, "Dale fires at Guard")
    chits.draw(session, "Guard")
    step(session, 1)
    step(session, 1)
    step(session, 1)
    calculated(session, "Old Guard flees from Dale")
    assert told(session)[1:] == [
        "Guards of Old Guard (Red) fire at Dale-Ford and Stray.",
        "Note: “Dale ran”",
        "Blue volley of Dale's men: Dale fires.",
        "Dale fires at Guard (Blue).",
        "Drawn: Guard.",
        "Old Guard (Red) flees from Dale (Blue).",
    ]


def test_an_order_names_the_side_of_its_recipient(session: Session) -> None:
    """An order names the side of its recipient, unless a sentence of the same turn has already named it."""
    dispatch.send(session, OrderSlip("Red", "", "I Corps", "attack", "the hill", 1, 2))
    for _ in range(3):
        step(session, 1)
    dispatch.change_state(session, 1, "accepted", "")
    calculated(session, "I Corps rests")
    assert told(session)[-2:] == ["Order 1 to I Corps (Red) accepted.", "I Corps rests."]
    for _ in range(3):
        step(session, 1)
    calculated(session, "I Corps rests")
    dispatch.change_state(session, 1, "ended", "")
    assert told(session)[-2:] == ["I Corps (Red) rests.", "Order 1 to I Corps ended."]


def test_turning_points_name_the_sides(session: Session) -> None:
    """Every turning point names its side, even if an earlier one has named it."""
    keep_unit(session, "Dale", {"rating": 5}, "Blue")
    rare = {"yes": "1/36", "no": "35/36"}
    for _ in range(2):
        calculated(session, "Dale alters", odds=rare, outcome={"success": True})
    assert [point["says"] for point in story(session)["turning_points"]] == ["Dale (Blue) alters"] * 2


def test_the_dice_of_each_side_and_round(session: Session) -> None:
    """How many dice each side rolled, and which; a roll of one side alone has no such line."""
    keep_unit(session, "Dale", {"rating": 5}, "Blue")

    def roll(place: str, *faces: int) -> RecordedRoll:
        return RecordedRoll("dice", f"{len(faces)}d6", sum(faces), "typed", faces, id=place)

    rounds = tuple(
        roll(f"{who}:round.{who}_roll[{number}]", *faces)
        for number, pair in ((1, ((2, 1, 4), (4, 6))), (2, ((3,), (1, 2))))
        for who, faces in zip(("attacker", "defender"), pair, strict=True)
    )
    total = RecordedRoll("dice", "2d6", 7, "typed", id="defender:roll")
    for rolls in (rounds, (roll("attacker:roll", 5), total), (roll("attacker:roll", 5),), (roll("die", 5),)):
        log_calculation(
            session,
            Calculated("drum:alter", {}, rolls, "Fight", names={"attacker": "Dale", "defender": "Ash"}),
        )
    assert told(session)[1:] == [
        "Fight.",
        "Dice: round 1, Blue 3 (2 1 4), Defender 2 (4 6); round 2, Blue 1 (3), Defender 2 (1 2).",
        "Fight.",
        "Dice: Blue 1 (5), Defender 2 (total 7).",
        "Fight.",
        "Fight.",
    ]
