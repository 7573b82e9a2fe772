"""Table rulings: how it is played here, apart from what the books say."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets.option_list import Option

from companion.model import CompanionError, Refused
from companion.model.event import TableRuling
from companion.render.text import shown
from companion.ui.messages import OpenCalculator, OpenRule
from companion.ui.screens.dialogs import FormScreen
from companion.ui.screens.make_ruling import SCOPES, MakeRuling
from companion.ui.screens.table import StandingScreen, refill
from companion.ui.widgets.fields import Field
from companion.ui.widgets.keys import Keys
from companion.ui.widgets.option_list import OptionList
from companion.ui.widgets.where import Where
from companion.workspace.context import Desk
from companion.workspace.record_text import is_calculator
from companion.workspace.rulings import about_words, drop, export, scope_words, take_in


class RulingsScreen(StandingScreen):
    """The rulings of this session, then those for good."""

    HELP = (
        "Here we play it so. r makes a ruling; on an open rule, or on a question of a calculator, r does too."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "Back", id="rulings.back"),
        Binding("enter", "open", "Open", id="rulings.open", show=True),
        Binding("r", "make", "New ruling", id="rulings.new"),
        Binding("d", "drop", "Drop", id="rulings.drop"),
        Binding("e", "export", "Export", id="rulings.export", tooltip="All of them to a file"),
        Binding("i", "import", "Import", id="rulings.import", tooltip="Those of a file"),
    ]

    def compose(self) -> ComposeResult:
        """The list."""
        yield Where(id="where")
        yield OptionList(id="rulings")
        yield Keys()

    def on_mount(self) -> None:
        """Ready to choose."""
        self.show()
        self.query_one(OptionList).focus()
        if self.ready.rulings_fault:
            self.notify(self.ready.rulings_fault, severity="warning", markup=False)

    def show(self) -> None:
        """The rulings as they hold."""
        desk = self.tell("Table rulings")
        if desk is None:
            return
        options = [Option(_prompt(desk, each), id=each.id) for each in desk.rulings()]
        none = Option("There is no table ruling; r makes one.", disabled=True)
        refill(self.query_one(OptionList), options or [none])

    def _marked(self) -> TableRuling | None:
        option = self.query_one(OptionList).highlighted_option
        name = option.id if option is not None else None
        return next((each for each in self.ready.rulings() if each.id == name), None)

    @on(OptionList.OptionSelected)
    def action_open(self) -> None:
        """What the marked ruling is about."""
        ruling = self._marked()
        if ruling is not None:
            about = ruling.about.partition("/")[0]
            self.app.post_message(
                OpenCalculator(about) if is_calculator(self.ready, about) else OpenRule(about)
            )

    def action_make(self) -> None:
        """One more ruling."""
        self.app.push_screen(MakeRuling(self.ready, []))

    def action_drop(self) -> None:
        """The marked ruling holds no longer."""
        ruling = self._marked()
        if ruling is not None:
            try:
                drop(self.ready, ruling)
            except CompanionError as error:
                self.notify(str(error), severity="error", markup=False)
            else:
                self.notify("It no longer holds.", markup=False)
            self.show()

    def action_export(self) -> None:
        """All of them to a file in the data folder."""
        try:
            path = export(self.ready)
        except CompanionError as error:
            self.notify(str(error), severity="warning", markup=False)
        else:
            self.notify(shown(str(path)), title="Rulings written", timeout=10, markup=False)

    def action_import(self) -> None:
        """Those of a file, for the session or for good."""
        fields = [
            Field("file", "File", hint="where it lies"),
            Field("scope", "Hold for", choices=SCOPES),
        ]
        self.app.push_screen(
            FormScreen("Table rulings from a file", fields, self._import, done="Take them in")
        )

    def _import(self, written: dict[str, str]) -> None:
        if not written["file"] or not written["scope"]:
            raise Refused("which file, and for how long do they hold?")
        taken = take_in(self.ready, written["file"], written["scope"] == "good")
        told = [f"{len(taken.new)} taken in"]
        told += [f"{taken.known} held here already"] if taken.known else []
        told += [f"{len(taken.foreign)} about what is in no book here"] if taken.foreign else []
        self.app.notify(", ".join(told), markup=False)


def _prompt(desk: Desk, ruling: TableRuling) -> Content:
    return Content.assemble(
        ("TABLE ", "bold $text-warning"),
        (shown(about_words(desk, ruling)), "bold"),
        f"\n  {shown(ruling.text)}",
        (f"\n  {shown(scope_words(desk, ruling))}", "$text-muted"),
    )
