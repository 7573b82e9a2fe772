"""The order of units offered by `=`: units of the acting side and with matching facts come first."""

from __future__ import annotations

from companion.model.event import SidesNamed
from companion.play.turn import here, move_to
from companion.play.units_and_notes import keep_unit
from companion.render.turn import where
from companion.workspace import autofill
from companion.workspace.calculation import Calculation
from companion.workspace.context import AppContext


def offered(calculation: Calculation, part: str) -> list[str]:
    """Return the names of the units offered for a part, in order."""
    return [offer.source for offer in autofill.offers(calculation) if offer.part == part]


def opened(context: AppContext, procedure: str) -> Calculation:
    """Return a new calculation without answers."""
    calculation = Calculation(context, procedure, {})
    calculation.update()
    return calculation


def test_units_of_the_side_that_acts_attack(context: AppContext) -> None:
    """Units of the other side defend, in either side's turn."""
    session = context.session
    first, second = session.module.sequence.sides  # type: ignore[union-attr]
    session.add(SidesNamed({first: "Union", second: "Rebs"}))
    keep_unit(session, "5th Texas", {"rating": "B", "sps": 6}, "Rebs")
    keep_unit(session, "Iron Brigade", {"rating": "A", "sps": 4}, "Union")
    charge = opened(context, "lob:charge")
    assert offered(charge, "attacker") == ["Iron Brigade", "5th Texas"]
    assert offered(charge, "defender") == ["5th Texas", "Iron Brigade"]
    sequence = session.module.sequence
    assert sequence is not None
    at = here(session)
    while where(session.module, session.game_state, at).side != "Rebs":  # type: ignore[union-attr]
        at = at._replace(moment=at.moment + 1)
    move_to(session, at)
    charge = opened(context, "lob:charge")
    assert offered(charge, "attacker") == ["5th Texas", "Iron Brigade"]
    assert offered(charge, "defender") == ["Iron Brigade", "5th Texas"]


def test_a_unit_of_another_arm_is_last_and_marked(context: AppContext) -> None:
    """Infantry does not bombard, so it comes last, although it was added first."""
    context.switch("pub")
    keep_unit(context.session, "1st Div", {"type": "infantry", "state": "fresh"})
    keep_unit(context.session, "Horse Guns", {"type": "artillery", "state": "fresh"})
    keep_unit(context.session, "Somebody", {})
    bombardment = opened(context, "pub:bombardment")
    assert offered(bombardment, "artillery") == ["Horse Guns", "Somebody", "1st Div"]
    words = [autofill.offer_words(bombardment, offer) for offer in autofill.offers(bombardment)]
    assert words[-1].startswith("1st Div as Artillery (not suitable as Artillery)")


def test_a_unit_that_contradicts_an_answer_is_last_and_marked(context: AppContext) -> None:
    """The offer names the contradicted answer; a unit that agrees comes first."""
    keep_unit(context.session, "5th Texas", {"rating": "B", "state": "Sh"})
    keep_unit(context.session, "Iron Brigade", {"rating": "A", "state": "Normal"})
    check = opened(context, "lob:morale-check")
    check.sheet.answer(("rating",), "A")
    check.update()
    assert offered(check, "stack") == ["Iron Brigade", "5th Texas"]
    words = [autofill.offer_words(check, offer) for offer in autofill.offers(check)]
    assert words[-1].startswith("5th Texas as Checking stack (contradicts "), words
    assert "rating of the checking stack A)" in words[-1]


def test_the_row_at_which_the_player_is_comes_first(context: AppContext) -> None:
    """Inside a list, only the row of the marked question gets offers, also when a unit already has it."""
    keep_unit(context.session, "5th Texas", {"rating": "B", "sps": 6})
    keep_unit(context.session, "Iron Brigade", {"rating": "A", "sps": 4})
    fire = opened(context, "lob:fire")
    fire.sheet.add_unit(("firers",))
    fire.update()
    for row in ("1", "2"):
        assert [offer.part for offer in autofill.offers(fire, ("firers", row, "sps"))][:1] == [
            f"firers.{row}"
        ]
    first = autofill.offers(fire, ("firers", "1", "sps"))[0]
    autofill.accept(fire, first)
    fire.update()
    assert "firers.1" in {offer.part for offer in autofill.offers(fire, ("firers", "1", "sps"))}
    assert "firers.1" not in {offer.part for offer in autofill.offers(fire, ("firers", "2", "sps"))}
