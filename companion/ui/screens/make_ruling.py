"""Making a table ruling: what it is about, its words, how long it holds."""

from __future__ import annotations

from companion.model import Refused
from companion.ui.screens.dialogs import FormScreen
from companion.ui.widgets.fields import Field
from companion.workspace.context import Desk
from companion.workspace.rulings import make

SCOPES = (("session", "this session"), ("good", "for good"))


class MakeRuling(FormScreen):
    """Here we play it so."""

    def __init__(self, desk: Desk, abouts: list[tuple[str, str]]) -> None:
        """`abouts` are (id, words) of what may be ruled on; with none the player writes a rule's number."""
        self.desk = desk
        self.abouts = abouts
        says = "Table ruling: here we play it so"
        fields = []
        if not abouts:
            fields.append(Field("about", "About", hint="a rule, as in 3.5c, or a calculator's id"))
        elif len(abouts) > 1:
            numbered = tuple((str(number), words) for number, (_, words) in enumerate(abouts, 1))
            fields.append(Field("about", "About", value="1", choices=numbered))
        else:
            says = f"{says}. About: {abouts[0][1]}"
        fields += [
            Field("text", "Here we play", hint="in your words"),
            Field("scope", "Holds for", choices=SCOPES),
        ]
        there = [each.text for each in desk.rulings() if each.about in {about for about, _ in abouts}]
        note = f"Beside what holds already: {'; '.join(dict.fromkeys(there))}" if there else ""
        super().__init__(says, fields, self._make, done="Make the ruling", note=note)

    def _make(self, written: dict[str, str]) -> None:
        about = written.get("about", "")
        if len(self.abouts) == 1:
            about = self.abouts[0][0]
        elif self.abouts:
            about = self.abouts[int(about or 1) - 1][0]
        if not about:
            raise Refused("which rule is it about?")
        if not written["scope"]:
            raise Refused("for this session, or for good?")
        make(self.desk, about, written["text"], written["scope"] == "good")
