"""Table rulings: how this table plays a rule where it departs from the book."""

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
from companion.workspace.rulings import drop, export, import_rulings_file


class RulingsScreen(Page[None]):
    """Lists the rulings of this session, then the permanent ones."""

    HELP = "How you play the rules here. n makes a ruling, as do r on an open rule and # on a question of a calculator."
    heading = "Table rulings"
    main_view = "turn"
    hints = {"#rulings-side": ("rulings.open",)}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "Back", id="rulings.back"),
        Binding("enter", "open", "Open", id="rulings.open", priority=True),
        Binding("n", "make", "New", id="rulings.new", tooltip="Make a table ruling"),
        Binding("d", "drop", "Remove", id="rulings.drop"),
        Binding("e", "export", "Export", id="rulings.export", tooltip="All rulings, to a file"),
        Binding("i", "import", "Import", id="rulings.import", tooltip="Rulings from a file"),
    ]

    def on_mount(self) -> None:
        """Warn if the permanent rulings cannot be read."""
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
        """Return title and text of what a ruling is about: a calculator, or a rule with its table rulings first."""
        record = next(each.record for each in self.context.rulings() if each.id == ruling)
        if is_calculator(self.context, record):
            procedure = self.context.library.procedure(record)
            module = self.context.library.module(procedure.game)
            title = heading(procedure.title, number=procedure.cite)
            return title, about_calculator(procedure, module)
        return rule_title(self.context, record), rule_text(self.context, record, spaced=True)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the keys for a ruling only if one is listed."""
        return bool(self.context.rulings()) or action not in ("open", "drop")

    def _ruling(self) -> TableRuling | None:
        """Return the marked ruling."""
        marked = self.option_list.marked_id
        return next((ruling for ruling in self.context.rulings() if ruling.id == marked), None)

    @on(OptionList.OptionSelected)
    def action_open(self) -> None:
        """Open the rule, chart or calculator that the marked ruling is about."""
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
            self.notify("Ruling removed.")

    def action_export(self) -> None:
        """Write all rulings to a file in the data folder."""
        with self.reporting():
            path = export(self.context)
            self.notify(shown(str(path)), title="Rulings written", timeout=10)

    def action_import(self) -> None:
        """Import rulings from a file, into this session or permanently."""
        fields = [
            Field("file", "File", hint="path of the file"),
            Field("scope", "Scope", choices=SCOPES),
        ]
        self.app.push_screen(FormScreen("Import table rulings", fields, self._import, done="Import"))

    def _import(self, values: dict[str, str]) -> None:
        if not values["file"] or not values["scope"]:
            raise Refused("type the path of a file, and choose a scope")
        imported = import_rulings_file(self.context, values["file"], values["scope"] == "permanent")
        parts = [f"{len(imported.new)} imported"]
        parts += [f"{imported.known} already here"] if imported.known else []
        parts += [f"{len(imported.foreign)} about unknown rules"] if imported.foreign else []
        self.app.notify(", ".join(parts))


def _prompt(context: AppContext, ruling: TableRuling) -> Lines:
    """Return a ruling: what it is about, its text, and how long it applies."""
    badge = Content.assemble((" TABLE ", "bold $ground on $accent"), "  ")
    says = Content.assemble(shown(ruling.text), "\n", (shown(scope_words(context, ruling)), "$quiet"))
    return row(badge, Content.styled(shown(about_words(context, ruling)), "bold"), more=says)
