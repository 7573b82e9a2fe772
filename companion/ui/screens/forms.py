"""Forms that screens open: a note on a rule or chart, a table ruling, and the names in a calculation."""

from __future__ import annotations

from companion.model import Refused
from companion.play.annotations import annotation, write_note
from companion.ui.base.form_dialog import FormScreen
from companion.ui.widgets.fields import Field
from companion.workspace.calculation import Calculation
from companion.workspace.context import AppContext
from companion.workspace.record_text import record_title
from companion.workspace.rulings import make

SCOPES = (("session", "this session"), ("permanent", "permanent"))


def note_form(context: AppContext, about: str) -> FormScreen:
    """Return the form for the note on the rule or chart with the id `about`. Raises Refused if notes cannot be read."""
    note = annotation(context.places.data, about).note

    def write(values: dict[str, str]) -> None:
        write_note(context.places.data, about, values["note"], context.today())

    return FormScreen(
        f"Your note on {record_title(context, about)}",
        [Field("note", "Note", note, "in your words", append=True)],
        write,
        done="Save",
        note="Leave empty to delete the note." if note else "",
    )


def names_form(calculation: Calculation) -> FormScreen:
    """Return the form for the names of the units or leaders of a calculation."""
    names = calculation.names
    fields = [
        Field(role.name, role.label, names.get(role.name, ""), "for title and log")
        for role in calculation.procedure.named_roles
    ]
    heading, note = f"{calculation.procedure.title}: names", "All names are optional."
    return FormScreen(heading, fields, calculation.name, "Save", note, last_submits=True)


def ruling_form(context: AppContext, abouts: list[tuple[str, str]]) -> FormScreen:
    """Return the form for a table ruling about one of `abouts`, each an id and its description.

    If `abouts` is empty, the player enters the number of a rule.
    """
    heading = "Table ruling: how we play it here"
    fields = []
    if not abouts:
        fields.append(Field("about", "About", hint="3.5c or calculator id"))
    elif len(abouts) > 1:
        numbered = tuple((str(number), words) for number, (_, words) in enumerate(abouts, 1))
        fields.append(Field("about", "About", value="1", choices=numbered))
    else:
        heading = f"{heading}\nAbout: {abouts[0][1]}"
    fields += [
        Field("text", "Ruling", hint="in your words"),
        Field("scope", "Scope", choices=SCOPES),
    ]

    def submit(values: dict[str, str]) -> None:
        about = values.get("about", "")
        if abouts:
            about = abouts[int(about or 1) - 1][0]
        if not about:
            raise Refused("type the number of a rule, or the id of a calculator")
        if not values["scope"]:
            raise Refused("choose a scope: this session or permanent")
        make(context, about, values["text"], values["scope"] == "permanent")

    ids = dict(abouts)
    present = dict.fromkeys(ruling.text for ruling in context.rulings() if ruling.about in ids)
    note = f"Existing rulings: {'; '.join(present)}" if present else ""
    return FormScreen(heading, fields, submit, done="Make the ruling", note=note)
