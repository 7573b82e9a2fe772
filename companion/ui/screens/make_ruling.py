"""The form for a table ruling."""

from __future__ import annotations

from companion.model import Refused
from companion.ui.base.form_dialog import FormScreen
from companion.ui.widgets.fields import Field
from companion.workspace.context import AppContext
from companion.workspace.rulings import make

SCOPES = (("session", "this session"), ("good", "for good"))


class MakeRuling(FormScreen):
    """Returns whether a ruling was made."""

    def __init__(self, context: AppContext, abouts: list[tuple[str, str]]) -> None:
        """`abouts`: (id, words) of what the ruling may be about; if empty, the player enters a rule's number."""
        self.context = context
        self.abouts = abouts
        heading = "Table ruling: here we play it so"
        fields = []
        if not abouts:
            fields.append(Field("about", "About", hint="a rule, as in 3.5c, or a calculator's id"))
        elif len(abouts) > 1:
            numbered = tuple((str(number), words) for number, (_, words) in enumerate(abouts, 1))
            fields.append(Field("about", "About", value="1", choices=numbered))
        else:
            heading = f"{heading}. About: {abouts[0][1]}"
        fields += [
            Field("text", "Here we play", hint="in your words"),
            Field("scope", "Holds for", choices=SCOPES),
        ]
        ids = dict(abouts)
        present = dict.fromkeys(ruling.text for ruling in context.rulings() if ruling.about in ids)
        note = f"Beside what holds already: {'; '.join(present)}" if present else ""
        super().__init__(heading, fields, self._make, done="Make the ruling", note=note)

    def _make(self, values: dict[str, str]) -> None:
        about = values.get("about", "")
        if self.abouts:
            about = self.abouts[int(about or 1) - 1][0]
        if not about:
            raise Refused("which rule is it about?")
        if not values["scope"]:
            raise Refused("for this session, or for good?")
        make(self.context, about, values["text"], values["scope"] == "good")
