"""Table rulings: how this table plays a rule, apart from what the book says."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets.option_list import Option

from companion.model import Refused
from companion.model.recorded import TableRuling
from companion.render.text import shown
from companion.ui.base.form_dialog import FormScreen
from companion.ui.base.page import Page
from companion.ui.screens.forms import SCOPES, ruling_form
from companion.ui.widgets.about_calculator import about_calculator
from companion.ui.widgets.bars import Header, Keys
from companion.ui.widgets.fields import Field
from companion.ui.widgets.lines import Lines, row
from companion.ui.widgets.list_and_details import Details, ListAndDetails
from companion.ui.widgets.option_list import OptionList
from companion.ui.widgets.panel import empty_state, heading, key_hint
from companion.ui.widgets.rule_text import rule_text, rule_title
from companion.workspace.context import AppContext
from companion.workspace.record_text import about_words, is_calculator, scope_words
from companion.workspace.rulings import drop, export, take_in


class RulingsScreen(Page[None]):
    """The rulings of this session, then the lasting ones."""

    HELP = (
        "Here we play it so. n makes a ruling; so do r on an open rule and # on a question of a calculator."
    )
    heading = "Table rulings"
    main_view = "turn"
    hints = {"#rulings-side": ("rulings.open",)}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "Back", id="rulings.back"),
        Binding("enter", "open", "Open", id="rulings.open", priority=True),
        Binding("n", "make", "New", id="rulings.new", tooltip="A table ruling"),
        Binding("d", "drop", "Drop", id="rulings.drop"),
        Binding("e", "export", "Export", id="rulings.export", tooltip="All of them to a file"),
        Binding("i", "import", "Import", id="rulings.import", tooltip="Those of a file"),
    ]

    def on_mount(self) -> None:
        """Say why lasting rulings cannot be read, if so."""
        if self.context.rulings_fault:
            self.notify(self.context.rulings_fault, severity="warning")

    def compose(self) -> ComposeResult:
        """Header, list, keys."""
        yield Header()
        yield ListAndDetails("rulings", self._details)
        yield Keys()

    def draw(self) -> None:
        """List the rulings."""
        lines = [Option(_prompt(self.context, ruling), id=ruling.id) for ruling in self.context.rulings()]
        self.query_one(ListAndDetails).fill(
            lines,
            empty_state(
                "No table rulings yet",
                "A table ruling says how you play a rule here.",
                key_hint("n", "New ruling"),
            ),
        )

    def _details(self, ruling: str) -> Details:
        """Subject of the ruling: a calculator, or a rule with all table rulings on it first."""
        record = next(each.record for each in self.context.rulings() if each.id == ruling)
        if is_calculator(self.context, record):
            procedure = self.context.library.procedure(record)
            module = self.context.library.module(procedure.game)
            title = heading(procedure.title, number=procedure.cite)
            return title, about_calculator(procedure, module)
        return rule_title(self.context, record), rule_text(self.context, record, spaced=True)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Without a ruling there is none to open or drop."""
        return bool(self.context.rulings()) or action not in ("open", "drop")

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


def _prompt(context: AppContext, ruling: TableRuling) -> Lines:
    """A ruling: what it is about, its words, and how long it holds."""
    badge = Content.assemble((" TABLE ", "bold $ground on $accent"), "  ")
    says = Content.assemble(shown(ruling.text), "\n", (shown(scope_words(context, ruling)), "$quiet"))
    return row(badge, Content.styled(shown(about_words(context, ruling)), "bold"), more=says)
