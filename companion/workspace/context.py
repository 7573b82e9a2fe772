"""The context in which the app or a command works: library, engine, session and settings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from companion.engine import Dice, Engine
from companion.load.content import content_of
from companion.load.import_files import imports_stamp
from companion.load.library import Progress, load_library
from companion.load.places import Places
from companion.load.settings import GUESTS, read_settings, setting, usual_game
from companion.model import (
    CompanionError,
    GameModule,
    Library,
    NotFound,
    Procedure,
    Refused,
    Resolution,
    RollRequest,
)
from companion.model.event import Logged, UnitDropped, UnitKept
from companion.model.recorded import Prompt, TableRuling
from companion.model.wording import agreeing, counted
from companion.play.clock import Position
from companion.play.opening import open_session, short_pause
from companion.play.player_clock import resume_clock, stop_while_closed
from companion.play.rulings import permanent_rulings
from companion.play.session import Chance, Session
from companion.play.store.player_file import repair
from companion.play.turn import here, move_to
from companion.play.units_and_notes import log_calculation
from companion.render.log import LogWords, logged_calculation
from companion.render.turn import Where, where
from companion.workspace.draft import SavedDraft, decode_draft, encode_draft
from companion.workspace.logged_dice import LoggedDice, LoggedRoll
from companion.workspace.names import Participants, needed_words
from companion.workspace.place import LIST, Place

if TYPE_CHECKING:
    from companion.render.comparison import Option
    from companion.search.finder import Finder

_PATIENCE = 60
"""Number of attempts, a twentieth of a second apart, to read the game of a session that another window is starting."""


class AppContext:
    """Library, engine, session and settings; in the app also the finder."""

    def __init__(
        self,
        places: Places,
        library: Library,
        session: Session,
        finder: Finder | None = None,
        guest: bool = False,
    ) -> None:
        self.places = places
        self.library = library
        self.session = session
        self._finder = finder
        self.guest = guest
        """Whether the player is at another machine: a guest may not switch sessions or name files."""
        self.engine = Engine(library)
        self.settings = read_settings(places.config)
        self.usual_game = ""
        """Slug of the default game in the settings; empty for none."""
        self.game_fault = ""
        """The fault of the default game in the settings; empty for none."""
        self.repaired = repair(places.data)
        """The report of a repair of the file of bookmarks, notes and permanent rulings; empty for none."""
        self.rulings_fault = ""
        """Why the permanent rulings cannot be read; empty if they can."""
        self.permanent_rulings: tuple[TableRuling, ...] = self._read_permanent_rulings()
        self.log_words = LogWords(self._find_module)
        self.step_by_step = False
        """Whether calculators ask one question at a time."""
        self.rule_beside: bool | None = None
        """Whether to show the rule beside the calculator if there is room; None until the player chooses."""
        self.option_a: Option | None = None
        """The option with which others are compared; None if there is none."""
        self._chance: Chance | None = None
        self._rolled: dict[tuple[str, str, str], tuple[int, Resolution]] = {}

    @classmethod
    def open(
        cls,
        places: Places,
        game: str = "",
        dice: Dice | None = None,
        session: str = "",
        guest: bool = False,
        progress: Progress | None = None,
    ) -> AppContext:
        """Load everything that the app needs, which may take seconds.

        `session`: a name; empty for the current session. Raises NotFound if no game is installed, and whatever opening
        the session raises.
        """
        # Imported here because only the app searches: a calculator on the command line saves the 60 ms of Whoosh.
        from companion.search.loading import load_finder

        content = content_of(places)
        library = load_library(places, progress, content)
        slugs = [module.game.slug for module in library.modules]
        if not slugs:
            raise NotFound("no game is installed: no tables/SLUG/game.yaml was found")
        if game:
            library.module(game)
        finder = load_finder(places, progress, content, not guest or setting(places.config, GUESTS) == "yes")
        chance = dice.random if dice else None
        opened = open_session(places.data, library, session, in_memory=True, chance=chance, pause=short_pause)
        context = cls(places, library, opened, finder, guest)
        context._chance = chance
        usual, context.game_fault = usual_game(places.config, slugs)
        context.usual_game = usual or ""
        last = opened.state.game if opened.state.game in slugs else usual or slugs[0]
        if opened.store.read_only:
            context._wait_for_game()
        else:
            opened.open_game(game or last)
        return context

    @property
    def finder(self) -> Finder:
        """The search, which only the app has."""
        assert self._finder is not None
        return self._finder

    def follow_imports(self) -> None:
        """Search the current imported documents, including those of other processes; one `stat` if none changed."""
        if self.finder.imports_stamp == imports_stamp(self.places.data) or not self.reads_imports:
            return
        from companion.search.imports import (
            with_current_imports,
        )  # 5 ms, which an app without documents saves

        self._finder = with_current_imports(self.finder, self.places.data)

    @property
    def reads_imports(self) -> bool:
        """Whether the player may read the imported documents; a guest may only if the settings allow it."""
        return not self.guest or setting(self.places.config, GUESTS) == "yes"

    @property
    def game(self) -> str:
        """Slug of the game in play."""
        return self.session.state.game

    @property
    def module(self) -> GameModule:
        """The records of the game in play."""
        return self.session.module

    @property
    def position(self) -> Position:
        """Turn and phase of the game in play."""
        return here(self.session)

    def move_to(self, position: Position) -> tuple[Prompt, ...]:
        """Move the marker; return the prompts that this raises. Raises Refused and NotSaved."""
        return move_to(self.session, position)

    def use_library(self, library: Library, finder: Finder) -> None:
        """Use edited games from now on; the session stays as it is."""
        self.library = self.session.library = library
        self._finder = finder
        self.engine = Engine(library)
        self.log_words = LogWords(self._find_module)

    def switch(self, game: str) -> None:
        """Switch to another game."""
        self.session.open_game(game)

    def change_session(self, name: str) -> None:
        """Close the session and open or create another, without waiting for another process.

        Raises Refused and NotSaved, leaving the old session open.
        """
        if self.guest:
            raise Refused(
                f"everyone here plays session {self.session.name}; to change it, use companion serve --session"
            )
        fresh = open_session(self.places.data, self.library, name, chance=self._chance)
        if fresh.store.read_only and not fresh.state.game:
            fresh.close()
            raise Refused(f"session {fresh.name} is being started elsewhere; try again")
        old, self.session = self.session, fresh
        game = old.state.game
        stop_while_closed(old)
        old.close()
        resume_clock(fresh, opened=True)
        if not fresh.store.read_only:
            fresh.open_game(fresh.state.game or game)

    def take_over(self) -> bool:
        """Become the process that writes the session, unless there is one; return whether this process now writes.

        Raises Refused and NotSaved.
        """
        if not self.session.take_over():
            return False
        if not self.session.state.game:
            self.session.open_game(self.library.modules[0].game.slug)
        return True

    def roll(self, request: RollRequest, procedure: Procedure) -> LoggedRoll:
        """Roll the companion's dice, and log them before anyone sees them. Raises NotSaved."""
        return LoggedDice(self.session, procedure).roll(request)

    def log_calculation(
        self,
        resolution: Resolution,
        procedure: Procedure,
        amends: int = 0,
        participants: Participants | None = None,
        changes: Iterable[UnitKept | UnitDropped] = (),
    ) -> Logged:
        """Log a finished calculation, together with `changes` of units. Raises NotSaved."""
        rulings, (names, units, after) = self.rulings_on(procedure.id), participants or Participants()
        needed = needed_words(self.engine, resolution) if names else ""
        calculation = logged_calculation(resolution, procedure, amends, rulings, names, needed)
        calculation = msgspec.structs.replace(calculation, units=dict(units), after=after)
        return log_calculation(self.session, calculation, *changes)

    def remember_result(self, prompt: Prompt, line: int, resolution: Resolution) -> None:
        """Remember the resolution for a prompt, which is logged in `line`."""
        self._rolled[self.session.name, self.game, prompt.id] = (line, resolution)

    def rolled(self, prompt: Prompt) -> Resolution | None:
        """Return the last resolution for a prompt; None if there is none, or its line no longer counts."""
        line, resolution = self._rolled.get((self.session.name, self.game, prompt.id), (None, None))
        return resolution if line in self.session.counting() else None

    def rulings(self) -> tuple[TableRuling, ...]:
        """Return the table rulings of this session, then the permanent ones."""
        return (*self.session.state.rulings.values(), *self.permanent_rulings)

    def rulings_on(self, record: str) -> tuple[TableRuling, ...]:
        """Return the table rulings on an entry, a chart or a calculator, including those on its modifiers."""
        return tuple(ruling for ruling in self.rulings() if ruling.record == record)

    def reload_rulings(self) -> None:
        """Read the permanent rulings again."""
        self.permanent_rulings = self._read_permanent_rulings()

    def draft(self, procedure: str, carry: Mapping[str, Any], place: Place = LIST) -> SavedDraft:
        """Return the draft of a calculator that was opened from a place; an empty one if there is none.

        A calculation with answers handed over has a separate draft, which needs the same answers to be continued. The
        list of calculators continues such drafts, and those of phases, as well.
        """
        own = self._draft(procedure, bool(carry), place)
        if carry:
            return own if (own.carry, own.place.id) == (carry, place.id) else SavedDraft()
        if own.begun and own.place.id == place.id:
            return own
        if place.id:
            return SavedDraft()
        others = (self._draft(procedure, *where) for where in ((True, LIST), (False, Place("phase "))))
        return next((other for other in others if other.begun), SavedDraft())

    def _draft(self, procedure: str, carried: bool, place: Place) -> SavedDraft:
        return decode_draft(self.session.store.value(_draft_key(procedure, carried, place)))

    def keep_draft(self, procedure: str, draft: SavedDraft) -> None:
        """Save a draft, or delete it if it is empty. Raises NotSaved."""
        key = _draft_key(procedure, bool(draft.carry), draft.place)
        if draft.begun:
            timed = msgspec.structs.replace(draft, at=self.session.now().strftime("%H:%M"))
            self.session.store.set_value(key, encode_draft(timed))
        else:
            self.session.store.delete_value(key)

    def today(self) -> str:
        """Return today's date, as 2026-11-20."""
        return self.session.now().date().isoformat()

    def where_parts(self) -> Where | None:
        """Return turn, time, side and phase; None for a game without a sequence of play."""
        return where(self.module, self.session.game_state)

    def warnings(self) -> list[str]:
        """Return warnings about faults in the data, the settings, the session and the rulings."""
        warnings = [str(fault) for fault in self.library.faults[:3]]
        more = len(self.library.faults) - len(warnings)
        if more > 0:
            warnings.append(f"and {more} more {agreeing(more, 'faults')}; companion check lists them all")
        warnings += [
            warning
            for warning in (self.game_fault, self.session.store.warning, self.repaired, self.rulings_fault)
            if warning
        ]
        if ignored := len(self.session.broken):
            warnings.append(f"ignored {counted(ignored, 'events')} in the log that cannot be applied")
        return warnings

    def close(self) -> None:
        """Close the session."""
        self.session.close()

    def _wait_for_game(self) -> None:
        """Wait for the game of a session that another process is starting. Raises Refused and NotFound."""
        for _ in range(_PATIENCE):
            if self.session.state.game:
                break
            short_pause()
            self.session.refresh()
        else:
            self.session.close()
            raise Refused(f"session {self.session.name} is open elsewhere and has no game yet; try again")
        self.library.module(self.session.state.game)

    def _find_module(self, slug: str) -> GameModule | None:
        return self.session.find_module(slug)

    def _read_permanent_rulings(self) -> tuple[TableRuling, ...]:
        self.rulings_fault = ""
        try:
            return permanent_rulings(self.places.data)
        except CompanionError as error:
            self.rulings_fault = str(error)
            return ()


def _draft_key(procedure: str, carried: bool, place: Place) -> str:
    return " ".join(filter(None, (f"draft {procedure}", "carried" if carried else "", place.key)))
