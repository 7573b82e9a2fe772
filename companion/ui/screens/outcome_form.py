"""The form that records who won."""

from __future__ import annotations

from companion.play.outcome import DRAW, record_outcome, victory_conditions
from companion.ui.base.form_dialog import FormScreen
from companion.ui.widgets.fields import Field
from companion.workspace.context import AppContext


def outcome_form(context: AppContext) -> FormScreen:
    """Return the form for the winner, the victory condition and the reason, with what was recorded before."""
    recorded, sides = context.session.game_state.outcome, context.module.sides
    known = victory_conditions(context.session)
    level = next((each.id for each in known if recorded is not None and each.title == recorded.level), "")
    winner = (recorded.winner or DRAW) if recorded is not None else ""
    fields = [
        Field("winner", "Winner", winner, choices=(*((side, side) for side in sides), (DRAW, "Draw"))),
    ]
    if known:
        levels = (*((each.id, each.title) for each in known), (_NONE, "Not listed"))
        fields.append(Field("level", "Won by", level, choices=levels))
    fields.append(Field("why", "Why", recorded.why if recorded is not None else "", "optional"))

    def submit(values: dict[str, str]) -> None:
        named = values.get("level", "")
        record_outcome(context.session, values["winner"], "" if named == _NONE else named, values["why"])

    return FormScreen("Who won", fields, submit, "Record", of_game=context.game)


_NONE = "none of these"
"""Choice for a win without a listed victory condition."""
