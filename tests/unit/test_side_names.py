"""Names of the sides in phases, orders, chits, units, log and report; formulas use the game's own names."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.model import Library, Refused
from companion.model.event import Chit
from companion.model.recorded import OrderSlip
from companion.play import chits, dispatch
from companion.play.opening import open_session
from companion.play.session import Session
from companion.play.side_names import name_sides, own_side
from companion.play.turn import choose_scenario, choose_setting, step
from companion.play.units_and_notes import keep_unit
from companion.render.log import LogWords
from companion.render.report import report_facts
from companion.render.report_text import report_markdown
from companion.render.turn import step_lines, turn_json, where_words
from tests.small_game import LIBRARY


@pytest.fixture
def session(tmp_path: Path, library: Library) -> Session:
    """A session of Line of Battle."""
    session = open_session(tmp_path, library)
    session.open_game("lob")
    return session


def test_everything_with_a_side_is_renamed(session: Session) -> None:
    """Earlier entries are renamed too, and again if the names change once more."""
    slip = OrderSlip("First player", "Lee", "Hood", "attack", "take the ridge", 1, 2)
    dispatch.send(session, slip)
    keep_unit(session, "5th Texas", {}, "First player")
    for old, names in (("Union", ["Union", "Confederate"]), ("Grey", ["Grey", "Blue"])):
        name_sides(session, names)
        table, sequence = session.game_state, session.module.sequence
        assert sequence is not None and sequence.sides == tuple(names)
        assert table.orders[0].slip.side == table.units["5th Texas"].side == old
        assert where_words(session.module, table) == f"Turn 1, {old}, Command Phase"
    dispatch.send(session, OrderSlip("Blue", "Meade", "Sykes", "move", "to the hill", 1, 2))
    with pytest.raises(Refused, match="not one of Grey, Blue"):
        dispatch.send(session, slip)
    assert own_side(session, "Blue") == "Second player"
    session.undo()
    session.undo()
    assert session.game_state.orders[0].slip.side == "Union", "undo names them as before"


def test_formulas_use_the_games_own_names(session: Session) -> None:
    """A step for the first player only still depends on the side."""
    name_sides(session, ["Union", "Confederate"])
    counts = [each["counts"] for each in turn_json(session)["steps"]]
    assert counts[0] is True
    for _ in range(3):
        step(session, 1)
    now = turn_json(session)
    assert now["side"] == "Confederate" and now["steps"][0]["counts"] is False
    assert any("[-]" in line for line in step_lines(now, 80))


def test_chits_and_their_hqs_are_renamed(tmp_path: Path, library: Library) -> None:
    """Attempts of this turn as well: an HQ may not try again under another name."""
    session = open_session(tmp_path, library)
    session.open_game("pub")
    name_sides(session, ["French", "Allies"])
    chits.fill(session, [Chit("Ney", "French"), Chit("Picton", "Allies"), Chit("Vivian, Hussey", "Allies")])
    chits.draw(session, "Ney")
    chits.try_use(session, "Army HQ, French", "delay", False, "Ney")
    chits.try_use(session, "Vivian, Hussey", "move-now", False)
    name_sides(session, ["Imperials", "Coalition"])
    assert [chit.side for chit in session.game_state.cup.chits] == ["Imperials", "Coalition", "Coalition"]
    assert [attempt.hq for attempt in session.game_state.cup.attempts] == [
        "Army HQ, Imperials",
        "Vivian, Hussey",
    ]
    assert session.game_state.cup.side_of("Ney") == "Imperials"
    with pytest.raises(Refused, match="Army HQ, Imperials has already tried"):
        chits.try_use(session, "Army HQ, Imperials", "delay", True, "Ney")
    chits.check_try(session, "Army HQ, Coalition", "delay", "Ney")


def test_log_and_report_use_the_names(session: Session) -> None:
    """The names appear in each line and heading."""
    name_sides(session, ["Union", "Confederate"])
    step(session, 1)
    words = LogWords(session.find_module)
    assert [words.line(line) for line in session.log[-2:]] == [
        "Sides: Union and Confederate",
        "Turn 1, Union, Activity Phase",
    ]
    report = report_markdown(report_facts(session))
    assert "First player" not in report and "Sides: Union and Confederate" in report


def test_a_battle_sets_the_names(tmp_path: Path, library: Library) -> None:
    """A single undo reverts setting and names."""
    session = open_session(tmp_path, library)
    session.open_game("bar")
    choose_setting(session, "battle", "kolin")
    assert session.module.sequence is not None
    assert session.module.sequence.sides == ("Prussians", "Austrians")
    session.undo()
    assert session.module.sequence.sides == ("Side A", "Side B")


def test_reinforcements_and_standing_orders_are_renamed(tmp_path: Path, library: Library) -> None:
    """LGG 21.15: Reynolds arrives at 9:00 on July 1 at hex H, for the Union under the name that the players use."""
    session = open_session(tmp_path, library)
    session.open_game("aor")
    name_sides(session, ["Federals", "Rebels"])
    scenario = next(each for each in session.module.scenarios.scenarios if each.orders)
    assert {order.side for order in scenario.orders} <= {"Federals", "Rebels"}
    found = [each.says for each in choose_scenario(session, "battle")]
    for _ in range(8):
        found += [each.says for each in step(session, 1)]
    assert "Federals reinforcements at hex H: Meredith, Cutler (1-2); Reynolds" in found
    assert "Rebels reinforcements at hex A: Pegram (52)" in found


@pytest.mark.parametrize(
    ("names", "says"),
    [
        (["Union"], "each side needs a name"),
        (["Union", " "], "each side needs a name"),
        (["Union", "union"], "two sides are called Union"),
        (["U" * 31, "Confederate"], "too long"),
    ],
)
def test_illegal_names_of_sides(session: Session, names: list[str], says: str) -> None:
    """An illegal name is refused with the requirement; nothing changes."""
    with pytest.raises(Refused, match=says):
        name_sides(session, names)
    assert session.game_state.sides == {}


def test_a_name_may_have_thirty_letters(session: Session) -> None:
    """Blanks between words count, others do not."""
    longest = "Army of the Northern Frontiers"
    name_sides(session, [f" {longest} ", "Confederate"])
    assert session.module.sequence is not None and session.module.sequence.sides == (longest, "Confederate")


def test_removing_names_restores_those_of_the_game(session: Session) -> None:
    """The state is the same as before naming."""
    name_sides(session, ["Union", "Confederate"])
    name_sides(session, [])
    assert session.module.sequence is not None
    assert session.module.sequence.sides == ("First player", "Second player")


def test_every_shipped_game_has_or_suggests_names(library: Library) -> None:
    """In no game are the players called only First player and Second player."""
    for module in library.modules:
        assert module.sequence is not None
        plain = any(word in module.sequence.sides[0] for word in ("First", "Side"))
        assert not plain or module.sequence.side_names, module.game.slug


def test_a_setting_without_names_leaves_those_in_use(tmp_path: Path) -> None:
    """A single undo takes back the choice alone."""
    session = open_session(tmp_path, LIBRARY)
    session.open_game("small")
    name_sides(session, ["Union", "Confederate"])
    choose_setting(session, "battle", "north")
    assert session.module.sequence is not None and session.module.sequence.sides == ("Union", "Confederate")
    assert len(session.undoable) == 1


def test_a_game_that_has_lost_its_sequence_of_play_still_opens(tmp_path: Path, library: Library) -> None:
    """As after an edit: its sides are gone, and the names that the session gave them stay unused."""
    session = open_session(tmp_path, library)
    session.open_game("lob")
    name_sides(session, ["Union", "Confederate"])
    session.close()
    lost = replace(library.module("lob"), sequence=None)
    others = tuple(each for each in library.modules if each.game.slug != "lob")
    session = open_session(tmp_path, replace(library, modules=(lost, *others)))
    assert session.module is lost
    with pytest.raises(Refused, match="has no sides"):
        name_sides(session, ["Union", "Confederate"])
