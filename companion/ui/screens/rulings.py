"""Table rulings: how this table plays a rule, apart from what the book says."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets.option_list import Option

from companion.model import Refused
from companion.model.event import TableRuling
from companion.render.text import shown
from companion.ui.base.form_dialog import FormScreen
from companion.ui.base.list_screen import ListScreen
from companion.ui.screens.make_ruling import SCOPES, MakeRuling
from companion.ui.widgets.fields import Field
from companion.workspace.context import AppContext
from companion.workspace.record_text import about_words, scope_words
from companion.workspace.rulings import drop, export, take_in


class RulingsScreen(ListScreen):
    """The rulings of this session, then the lasting ones."""

    HELP = (
        "Here we play it so. r makes a ruling; on an open rule, or on a question of a calculator, r does too."
    )
    heading = "Table rulings"
    LIST_ID = "rulings"
    empty = "There is no table ruling; r makes one."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "Back", id="rulings.back"),
        Binding("enter", "open", "Open", id="rulings.open", show=True),
        Binding("r", "make", "New ruling", id="rulings.new"),
        Binding("d", "drop", "Drop", id="rulings.drop"),
        Binding("e", "export", "Export", id="rulings.export", tooltip="All of them to a file"),
        Binding("i", "import", "Import", id="rulings.import", tooltip="Those of a file"),
    ]

    def on_mount(self) -> None:
        """Say why lasting rulings cannot be read, if so."""
        if self.ready.rulings_fault:
            self.notify(self.ready.rulings_fault, severity="warning")

    def options(self, context: AppContext) -> list[Option]:
        """A line for each ruling."""
        return [Option(_prompt(context, ruling), id=ruling.id) for ruling in context.rulings()]

    def _ruling(self) -> TableRuling | None:
        """The marked ruling."""
        marked = self.option_list.marked_id
        return next((ruling for ruling in self.ready.rulings() if ruling.id == marked), None)

    def open(self, marked: str) -> None:
        """Open what the marked ruling is about."""
        ruling = self._ruling()
        if ruling is not None:
            self.open_record(ruling.about.partition("/")[0])

    def action_make(self) -> None:
        """Make a ruling."""
        self.app.push_screen(MakeRuling(self.ready, []))

    def action_drop(self) -> None:
        """Delete the marked ruling."""
        ruling = self._ruling()
        if ruling is not None and self.attempt(lambda: drop(self.ready, ruling)):
            self.notify("It no longer holds.")

    def action_export(self) -> None:
        """Write all rulings to a file in the data folder."""
        with self.reporting():
            path = export(self.ready)
            self.notify(shown(str(path)), title="Rulings written", timeout=10)

    def action_import(self) -> None:
        """Take in the rulings of a file, for the session or for good."""
        fields = [
            Field("file", "File", hint="where it lies"),
            Field("scope", "Hold for", choices=SCOPES),
        ]
        self.app.push_screen(
            FormScreen("Table rulings from a file", fields, self._import, done="Take them in")
        )

    def _import(self, values: dict[str, str]) -> None:
        if not values["file"] or not values["scope"]:
            raise Refused("which file, and for how long do they hold?")
        taken = take_in(self.ready, values["file"], values["scope"] == "good")
        parts = [f"{len(taken.new)} taken in"]
        parts += [f"{taken.known} held here already"] if taken.known else []
        parts += [f"{len(taken.foreign)} about what is in no book here"] if taken.foreign else []
        self.app.notify(", ".join(parts))


def _prompt(context: AppContext, ruling: TableRuling) -> Content:
    return Content.assemble(
        ("TABLE ", "bold $text-warning"),
        (shown(about_words(context, ruling)), "bold"),
        f"\n  {shown(ruling.text)}",
        (f"\n  {shown(scope_words(context, ruling))}", "$text-muted"),
    )
