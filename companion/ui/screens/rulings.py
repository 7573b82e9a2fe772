"""Table rulings: how this table plays a rule, apart from what the book says."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets.option_list import Option

from companion.model import Refused
from companion.model.event import TableRuling
from companion.render.text import shown
from companion.ui.base.form_dialog import FormScreen
from companion.ui.base.page import Page
from companion.ui.screens.forms import SCOPES, ruling_form
from companion.ui.widgets.bars import Keys, TopBar
from companion.ui.widgets.fields import Field
from companion.ui.widgets.option_list import OptionList
from companion.workspace.context import AppContext
from companion.workspace.record_text import about_words, scope_words
from companion.workspace.rulings import drop, export, take_in


class RulingsScreen(Page[None]):
    """The rulings of this session, then the lasting ones."""

    HELP = (
        "Here we play it so. r makes a ruling; on an open rule, or on a question of a calculator, r does too."
    )
    heading = "Table rulings"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "Back", id="rulings.back"),
        Binding("enter", "open", "Open", id="rulings.open"),
        Binding("r", "make", "New ruling", id="rulings.new"),
        Binding("d", "drop", "Drop", id="rulings.drop"),
        Binding("e", "export", "Export", id="rulings.export", tooltip="All of them to a file"),
        Binding("i", "import", "Import", id="rulings.import", tooltip="Those of a file"),
    ]

    def on_mount(self) -> None:
        """Say why lasting rulings cannot be read, if so."""
        if self.context.rulings_fault:
            self.notify(self.context.rulings_fault, severity="warning")

    def compose(self) -> ComposeResult:
        """Top bar, list, keys."""
        yield TopBar(id="where")
        yield OptionList(id="rulings")
        yield Keys()

    def draw(self) -> None:
        """List the rulings."""
        lines = [Option(_prompt(self.context, ruling), id=ruling.id) for ruling in self.context.rulings()]
        self.option_list.refill(lines, "There is no table ruling; r makes one.")

    def _ruling(self) -> TableRuling | None:
        """The marked ruling."""
        marked = self.option_list.marked_id
        return next((ruling for ruling in self.context.rulings() if ruling.id == marked), None)

    @on(OptionList.OptionSelected)
    def action_open(self) -> None:
        """Open what the marked ruling is about."""
        ruling = self._ruling()
        if ruling is not None:
            self.open_record(ruling.about.partition("/")[0])

    def action_make(self) -> None:
        """Make a ruling."""
        self.app.push_screen(ruling_form(self.context, []))

    def action_drop(self) -> None:
        """Delete the marked ruling."""
        ruling = self._ruling()
        if ruling is not None and self.attempt(lambda: drop(self.context, ruling.id)):
            self.notify("It no longer holds.")

    def action_export(self) -> None:
        """Write all rulings to a file in the data folder."""
        with self.reporting():
            path = export(self.context)
            self.notify(shown(str(path)), title="Rulings written", timeout=10)

    def action_import(self) -> None:
        """Take in the rulings of a file, for the session or for good."""
        fields = [
            Field("file", "File", hint="its path"),
            Field("scope", "Hold for", choices=SCOPES),
        ]
        self.app.push_screen(
            FormScreen("Table rulings from a file", fields, self._import, done="Take them in")
        )

    def _import(self, values: dict[str, str]) -> None:
        if not values["file"] or not values["scope"]:
            raise Refused("which file, and for how long do they hold?")
        taken = take_in(self.context, values["file"], values["scope"] == "good")
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
