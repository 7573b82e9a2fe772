"""The chit cup: which chits are in it, who moved, who moves next. Each operation returns a new cup."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from companion.model import Refused
from companion.model.event import Chit

BACK = "goes back after the next draw"
BEFORE = "moves before the drawn chit"
HOLD = "keeps its place"
ASIDE = "stands aside"
OF_DRAWN = (BACK, HOLD)
"""Effects on the chit that was drawn last; the others need one in the cup."""
LEFT = "cup-left-"
"""Prefix of the ids of prompts about chits left in the cup."""


class Attempt(msgspec.Struct, frozen=True):
    """An attempt to alter the order of moves."""

    hq: str
    use: str
    success: bool


class Cup(msgspec.Struct, frozen=True):
    """The chits of one turn; each is in one of `within`, `moved`, `returning` and `aside`."""

    chits: tuple[Chit, ...] = ()
    """The full set of chits of this turn."""
    within: tuple[str, ...] = ()
    """Names in the cup, in the order of the set."""
    moved: tuple[str, ...] = ()
    """Names that have moved this turn or move next, in order."""
    ahead: tuple[str, ...] = ()
    """Names that move before the chit drawn last, which is the last of `moved`; the first one moves first."""
    holds_place: bool = False
    """Whether the drawn chit keeps its place: no other may move before it until the next draw."""
    returning: tuple[str, ...] = ()
    """A chit that goes back into the cup after the next draw; empty for none."""
    aside: tuple[str, ...] = ()
    """Names that act in another stage of the turn."""
    attempts: tuple[Attempt, ...] = ()
    marks: dict[str, str] = {}
    """Results noted for the turns of commands, by chit."""
    turn: int = 0
    """Turn for which the cup was filled, 0 before the first."""

    @property
    def left_id(self) -> str:
        """Id of the prompt about chits of this set that are left in the cup."""
        return f"{LEFT}{self.turn}"

    def filled(self, chits: tuple[Chit, ...], turn: int) -> Cup:
        """Fill the cup for a new turn. Raises Refused if there are no chits, or if a name is empty or a duplicate."""
        names = [chit.name for chit in chits]
        for name in names:
            if not name.strip():
                raise Refused("a chit needs a name")
            if names.count(name) > 1:
                raise Refused(f"two chits are called {name}; give each its own name")
        if not names:
            raise Refused("name at least one chit")
        return Cup(chits, tuple(names), turn=turn)

    def draw(self, name: str) -> Cup:
        """Draw a chit; its command moves. Raises Refused if it is not in the cup."""
        self.check_within(name)
        within = self._without(name) + self.returning
        order = [chit.name for chit in self.chits]
        return self._with(
            within=tuple(sorted(within, key=order.index)),
            moved=(*self.moved, name),
            ahead=(),
            holds_place=False,
            returning=(),
        )

    def check_within(self, name: str) -> None:
        """Raise Refused, saying where the chit is, if it is not in the cup."""
        if name in self.within:
            return
        if name in self.moved:
            place = self.moved.index(name) + 1
            raise Refused(f"{name} was already drawn this turn, as number {place}")
        if name in self.returning:
            raise Refused(f"{name} goes back into the cup only after the next draw")
        if name in self.aside:
            raise Refused(f"{name} stands aside this turn")
        raise Refused(f"unknown chit {name}; in the cup: {', '.join(self.within) or 'none'}")

    def tried(self, hq: str, use: str, does: str, success: bool, chit: str, counts: bool) -> Cup:
        """Record an attempt, and apply its effect if it succeeds. Raises Refused if it is not allowed.

        `counts`: whether it is one of the HQ's attempts of this turn.
        """
        tried = self._with(attempts=(*self.attempts, Attempt(hq, use, success))) if counts else self
        after = tried.used(does, chit)
        return after if success else tried

    def used(self, does: str, name: str) -> Cup:
        """Use a chit; `does` as in `companion.model.ChitUse`. Raises Refused if that is not allowed."""
        if self.holds_place and does in (BACK, BEFORE, HOLD):
            raise Refused(f"{self.drawn} keeps its place until the next draw")
        if does == HOLD:
            if not self.drawn or self.drawn != name:
                raise Refused(f"only the chit just drawn may keep its place, not {name}")
            return self._with(holds_place=True)
        if does == BACK:
            if self.returning or not self.moved or self.moved[-1] != name:
                raise Refused(f"only the chit just drawn may go back, not {name}")
            if not self.within:
                raise Refused("the cup is empty, so no other chit can be drawn before this one goes back")
            return self._with(moved=self.moved[:-1], returning=(name,))
        self.check_within(name)
        within = self._without(name)
        if does == BEFORE:
            if self.returning or not self.moved:
                raise Refused(f"{name} cannot move before the drawn chit: none has been drawn")
            place = len(self.moved) - 1 - len(self.ahead)
            moved = (*self.moved[:place], name, *self.moved[place:])
            return self._with(within=within, moved=moved, ahead=(name, *self.ahead))
        if does == ASIDE:
            return self._with(within=within, aside=(*self.aside, name))
        raise Refused(f"unknown chit use {does!r}")

    def marked(self, name: str, mark: str) -> Cup:
        """Note the result of a command's turn. Raises Refused if it has not acted."""
        if name not in self.moved and name not in self.aside:
            raise Refused(f"{name} has not acted yet this turn")
        return self._with(marks={**self.marks, name: mark})

    def attempts_of(self, hq: str) -> int:
        """Return the number of attempts the HQ made this turn."""
        return sum(attempt.hq == hq for attempt in self.attempts)

    def odds(self) -> dict[str, Fraction]:
        """Return the probability, by chit, that it is drawn next."""
        return {name: Fraction(1, len(self.within)) for name in self.within}

    def side_odds(self) -> dict[str, Fraction]:
        """Return the probability, by side, that one of its chits is drawn next."""
        odds: dict[str, Fraction] = {}
        for name, chance in self.odds().items():
            side = self.side_of(name)
            odds[side] = odds.get(side, Fraction(0)) + chance
        return odds

    def side_of(self, name: str) -> str:
        """Return the side of a chit; empty for none."""
        return next((chit.side for chit in self.chits if chit.name == name), "")

    @property
    def drawn(self) -> str:
        """The chit drawn last, unless it goes back; empty for none."""
        return self.moved[-1] if self.moved and not self.returning else ""

    @property
    def moving(self) -> str:
        """The command that moves now; empty for none."""
        return self.ahead[0] if self.ahead else self.drawn

    @property
    def waiting(self) -> tuple[str, ...]:
        """The commands that move after the moving one and before the next draw, in order."""
        return (*self.ahead[1:], self.drawn) if self.ahead and self.drawn else self.ahead[1:]

    @property
    def done(self) -> bool:
        """Whether every chit has had its turn."""
        return bool(self.chits) and not self.within and not self.returning

    def _without(self, name: str) -> tuple[str, ...]:
        return tuple(other for other in self.within if other != name)

    def _with(self, **changes: object) -> Cup:
        return msgspec.structs.replace(self, **changes)
