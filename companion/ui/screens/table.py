"""What the screens of the session share: a line that says why not, calculators that come back with an answer."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from textual import on
from textual.events import ScreenResume
from textual.widgets.option_list import Option

from companion.model import CompanionError, Refused, Resolution
from companion.model.event import Prompt
from companion.play import dispatch
from companion.play.turn import settle
from companion.render.summary import headline
from companion.ui.messages import OpenRule, SessionChanged
from companion.ui.page import Page
from companion.ui.screens.calculator import CalculatorScreen
from companion.ui.screens.dialogs import ChooseScreen, Way
from companion.ui.widgets.option_list import OptionList
from companion.ui.widgets.told import Told
from companion.ui.widgets.where import Where
from companion.workspace.calculation import Calculation

if TYPE_CHECKING:
    from companion.ui.app import CompanionApp
    from companion.workspace.context import Desk

Then = Callable[[Calculation], None]


class StandingScreen(Page[None]):
    """A screen that shows the session as it stands, whatever happens to it meanwhile."""

    app: CompanionApp

    def __init__(self, desk: Desk | None = None) -> None:
        super().__init__()

    @property
    def ready(self) -> Desk:
        """The desk. Raises Refused while the books are being opened."""
        if self.app.desk is None:
            raise Refused("the books are being opened")
        return self.app.desk

    def show(self) -> None:
        """Shows everything anew; each screen says how."""

    def tell(self, first: str = "") -> Desk | None:
        """Shows the top line, `first` before the place; gives the desk, None while it is not there."""
        self.query_one(Where).tell(self.app.desk, first)
        return self.app.desk

    @on(ScreenResume)
    def _back_again(self) -> None:
        """Something may have happened meanwhile."""
        self.show()
        self.refresh_bindings()

    @on(SessionChanged)
    def _happened(self) -> None:
        self.changed()

    def changed(self) -> None:
        """Shows what is otherwise by now."""
        self.show()
        self.refresh_bindings()


class TableScreen(StandingScreen):
    """One that changes it too."""

    def say(self, text: str, refused: bool = False) -> None:
        """One line above the keys, until something else happens."""
        self.query_one("#said", Told).say(text, refused)

    def attempt(self, act: Callable[[], object], told: str = "") -> bool:
        """Does something and shows what came; where it cannot be, says why, and nothing has happened."""
        try:
            act()
        except CompanionError as error:
            self.say(str(error), refused=True)
            return False
        self.say(told)
        self.show()
        self.refresh_bindings()
        return True

    def calculate(self, procedure: str, then: Then) -> None:
        """Opens a calculator of the game; `then` is told of its answer once the player is back with one."""
        desk = self.app.desk
        if desk is None:
            return
        try:
            calculation = Calculation(desk, f"{desk.game}:{procedure}", {})
        except CompanionError as error:
            self.say(str(error), refused=True)
            return
        self.app.push_screen(
            CalculatorScreen(calculation), lambda done: then(done) if done is not None else None
        )

    def changed(self) -> None:
        """What was said was of something else."""
        self.say("")
        super().changed()

    def see_to(self, prompt: Prompt) -> None:
        """Opens what something due asks for: its calculator or what that gave, its order, its rule."""
        desk = self.ready
        order = desk.session.game_state.order(prompt.order)
        rolled = desk.rolled(prompt)
        if rolled is not None:
            again = Way("r", "again", "Roll anew; what was rolled stays in the log")
            self._offer(prompt, rolled, again)
        elif prompt.procedure:
            self.calculate(prompt.procedure, partial(self._came, prompt))
        elif order is not None and order.state == "in transit":
            self._offer(prompt, None)
        elif prompt.cite:
            self.app.post_message(OpenRule(f"{desk.game}:{prompt.cite}"))

    def _came(self, prompt: Prompt, done: Calculation) -> None:
        """What was rolled for something due is at hand until that is settled."""
        assert done.resolution is not None
        self.ready.keep_rolled(prompt, done.draft.line, done.resolution)
        self._offer(prompt, done.resolution)

    def _offer(self, prompt: Prompt, resolution: Resolution | None, *more: Way) -> None:
        """What may come of something due, for the player to take; nothing is taken unasked."""
        desk = self.ready
        said = prompt.says
        if resolution is not None:
            said += f"\n{headline(resolution, desk.library.procedure(resolution.procedure))}"
        ways = [*_ways(desk, prompt, resolution), *more]
        self.app.push_screen(ChooseScreen(said, ways), partial(self._settle, prompt))

    def _settle(self, prompt: Prompt, way: str | None) -> None:
        session = self.ready.session
        match way:
            case "accepted":
                self.attempt(lambda: dispatch.change_state(session, prompt.order, "accepted"))
            case "ended":
                self.attempt(lambda: dispatch.change_state(session, prompt.order, "ended", prompt.says))
            case "lost":
                self.attempt(lambda: dispatch.change_state(session, prompt.order, "lost"))
            case "not accepted":
                self.attempt(lambda: dispatch.not_accepted(session, prompt.order))
            case "done":
                self.attempt(lambda: settle(session, prompt.id))
            case "again":
                self.calculate(prompt.procedure, partial(self._came, prompt))
            case _ if self.ready.rolled(prompt) is not None:
                self.say(f"Still due: {prompt.says}. What was rolled is in the log; Enter goes on with it.")


def refill(listed: OptionList, options: list[Option], *, anew: bool = False) -> None:
    """Puts other options into a list; the mark stays where it was, unless `anew`."""
    kept, place = listed.highlighted_option, listed.highlighted
    listed.set_options(options)
    can = [number for number, each in enumerate(options) if not each.disabled]
    if not can:
        return
    ids = [each.id for each in options]
    if anew or place is None:
        listed.highlighted = can[0]
    elif kept is not None and kept.id in ids:
        listed.highlighted = ids.index(kept.id)
    else:
        listed.highlighted = min(can, key=lambda number: abs(number - place))


def _ways(desk: Desk, prompt: Prompt, resolution: Resolution | None) -> list[Way]:
    """What may come of something due; what the roll says stands first."""
    order = desk.session.game_state.order(prompt.order)
    rules = desk.module.sequence.orders if desk.module.sequence else None
    if order is None or rules is None or not order.live:
        return [Way("d", "done", "Done")]
    if order.state == "accepted":
        return [Way("d", "done", "Done; the order stands"), Way("e", "ended", f"Order {order.number} ends")]
    if resolution is None:
        return [
            Way("a", "accepted", f"Order {order.number} is in force"),
            Way("x", "lost", "The order is lost"),
        ]
    taken = resolution.outcome.get(rules.accept_outcome) is True
    yes = Way("a", "accepted", "Accepted" + (", as the roll says" if taken else ""))
    no = Way("f", "not accepted", "Not accepted" + ("" if taken else ", as the roll says"))
    return [yes, no] if taken else [no, yes]
