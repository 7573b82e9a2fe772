"""The library: all games with their rules, charts and calculators."""

from collections.abc import Collection, Iterable, Iterator
from difflib import get_close_matches
from functools import cached_property

import msgspec

from companion.errors import NotFound
from companion.model.chart import Chart
from companion.model.fault import Fault
from companion.model.game import Conflict, CrossGameTerm, Game, Printed, Synonym, Term, term_id
from companion.model.procedure import Procedure
from companion.model.rulebook import Entry
from companion.model.scenario import Scenario, Scenarios, Units
from companion.model.sequence import Clock, Cup, Orders, Sequence


class GameModule(msgspec.Struct, frozen=True, dict=True):
    """The records of one game."""

    game: Game
    entries: tuple[Entry, ...] = ()
    charts: tuple[Chart, ...] = ()
    procedures: tuple[Procedure, ...] = ()
    terms: tuple[Term, ...] = ()
    synonyms: tuple[Synonym, ...] = ()
    slang_stop: tuple[str, ...] = ()
    sequence: Sequence | None = None
    conflicts: tuple[Conflict, ...] = ()
    sections: tuple[str, ...] = ()
    """Numbers of the sections in the sources, for coverage."""
    printed: tuple[Printed, ...] = ()
    scenarios: Scenarios = Scenarios()
    units: Units = Units()
    cross_game_terms: tuple[CrossGameTerm, ...] = ()

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides, in the order in which they play; empty for a game without a sequence of play."""
        return self.sequence.sides if self.sequence is not None else ()

    @property
    def side_names(self) -> tuple[tuple[str, ...], ...]:
        """Names that players often give the sides, a name for each side."""
        return self.sequence.side_names if self.sequence is not None else ()

    @property
    def clock(self) -> Clock:
        """The time of day of each turn; empty for a game without a sequence of play."""
        return self.sequence.clock if self.sequence is not None else Clock()

    @property
    def cup(self) -> Cup | None:
        """The rules of the chit cup; None for a game without one."""
        return self.sequence.cup if self.sequence is not None else None

    @property
    def orders(self) -> Orders | None:
        """The rules of orders; None for a game without them."""
        return self.sequence.orders if self.sequence is not None else None

    def scenario(self, name: str) -> Scenario:
        """Return the scenario with this id. Raises NotFound."""
        if scenario := self.find_scenario(name):
            return scenario
        known = [scenario.id for scenario in self.scenarios.scenarios]
        raise NotFound(f"unknown scenario {name} in {self.game.name}{nearest(name, known)}")

    def find_scenario(self, name: str) -> Scenario | None:
        """Return the scenario with this id, None if there is none."""
        return next((scenario for scenario in self.scenarios.scenarios if scenario.id == name), None)

    def order_kind(self, key: str) -> str:
        """Return the label of a kind of order; the key if the kind is unknown."""
        kinds = self.orders.kinds if self.orders is not None else ()
        return next((kind.label or key for kind in kinds if kind.key == key), key)

    def find_procedure(self, name: str) -> Procedure | None:
        """Return the calculator with this id, such as lob:closing-roll; None if there is none."""
        return next((procedure for procedure in self.procedures if procedure.id == name), None)

    def chart(self, name: str) -> Chart:
        """Return the chart with this id, with or without the game prefix. Raises NotFound."""
        full = name if ":" in name else f"{self.game.slug}:{name}"
        for chart in self.charts:
            if chart.id == full:
                return chart
        raise NotFound(f"unknown chart {name}{nearest(full, [chart.id for chart in self.charts])}")

    @cached_property
    def records(self) -> tuple[Entry | Chart | Procedure, ...]:
        """Entries, charts and calculators, in this order."""
        return (*self.entries, *self.charts, *self.procedures)

    def find(self, name: str) -> list[Entry | Chart | Procedure]:
        """Return the records whose id (without the game) or citation is `name`, which is in lower case."""
        places = {*self._places.get(f"{self.game.slug}:{name}", ()), *self._places.get(name, ())}
        return [self.records[place] for place in sorted(places)]

    @cached_property
    def _places(self) -> dict[str, list[int]]:
        """Indices in `records`, by id and by citation."""
        places: dict[str, list[int]] = {}
        for place, record in enumerate(self.records):
            names = [record.id]
            if isinstance(record, Entry):
                names = [record.id.lower(), *(cite.lower() for cite in record.cites), *record.also]
            for name in names:
                places.setdefault(name, []).append(place)
        return places

    def conflicts_of(self, record: str) -> tuple[Conflict, ...]:
        """Return the conflicts of sources that concern the entry, chart or calculator with this id."""
        return tuple(conflict for conflict in self.conflicts if record in conflict.bites)

    def cross_game_terms_of(self, procedure: str) -> tuple[CrossGameTerm, ...]:
        """Return the terms in the calculator with this id that mean something else in another game."""
        return tuple(term for term in self.cross_game_terms if procedure in term.procedures)


class Library(msgspec.Struct, frozen=True):
    """The games, and the faults found while loading them."""

    modules: tuple[GameModule, ...]
    faults: tuple[Fault, ...] = ()
    content: str = ""
    """Hash of the files from which the library was read."""
    left_out: tuple[str, ...] = ()
    """Ids of charts and calculators that are left out because they have faults."""

    def module(self, slug: str) -> GameModule:
        """Return the records of a game. Raises NotFound with the list of games."""
        for module in self.modules:
            if module.game.slug == slug:
                return module
        slugs = ", ".join(module.game.slug for module in self.modules)
        raise NotFound(f"unknown game {slug}; {f'known: {slugs}' if slugs else 'there are no games'}")

    def procedure(self, name: str) -> Procedure:
        """Return the calculator with this id; the game may be left out if only one has it. Raises NotFound."""
        every = [procedure for module in self.modules for procedure in module.procedures]
        matches = [
            procedure
            for procedure in every
            if procedure.id == name or (":" not in name and procedure.id.endswith(f":{name}"))
        ]
        if len(matches) == 1:
            return matches[0]
        if matches:
            raise NotFound(f"{name} is in several games: {', '.join(procedure.id for procedure in matches)}")
        if any(left_out == name or left_out.endswith(f":{name}") for left_out in self.left_out):
            raise NotFound(f"{name} has faults and is left out; companion check lists them")
        raise NotFound(f"unknown calculator {name}{nearest(name, [procedure.id for procedure in every])}")

    def find(self, name: str, game: str = "") -> list[Entry | Chart | Procedure]:
        """Return the records whose id or citation is `name`, as in lob:8.4c or Attack Column 8.4c.

        `game` is the slug of the only game to look in if the name does not begin with one; empty for all games.
        """
        wanted = name.lower()
        slug, _, rest = wanted.partition(":")
        if slug not in {module.game.slug for module in self.modules}:
            slug, rest = game, wanted
        asked = [module for module in self.modules if not slug or module.game.slug == slug]
        return [record for module in asked for record in module.find(rest)]

    def first(self, name: str) -> Entry | Chart | Procedure | None:
        """Return the first record with an id or citation `name`, None if there is none."""
        return next(iter(self.find(name)), None)

    def titled(self, name: str) -> tuple[str, str]:
        """Return the citation or number and the title of the record with this id; empty texts if there is none."""
        record = self.first(name)
        if record is None:
            return "", ""
        return getattr(record, "cite", "") or getattr(record, "number", ""), record.title

    def term(self, name: str) -> Term | None:
        """Return the term with this id, as in lob:term-closing-roll, None if there is none."""
        for module in self.modules:
            for term in module.terms:
                if term_id(module.game.slug, term) == name.lower():
                    return term
        return None

    def terms_called(self, name: str, game: str = "") -> dict[str, Term]:
        """Return the terms with this name or abbreviation, of one game or of all, by their ids."""
        wanted = name.casefold()
        return {
            term_id(module.game.slug, term): term
            for module in self.modules
            for term in module.terms
            if game in ("", module.game.slug)
            and wanted in {word.casefold() for word in (term.term, *term.short)}
        }

    def ids(self) -> list[str]:
        """Return the ids of all entries, charts and calculators."""
        return [record.id for module in self.modules for record in module.records]


def fresh_faults(before: Library, now: Library) -> tuple[Fault, ...]:
    """Return the faults that were not there before, whatever their line."""
    known = {(fault.file, fault.key, fault.says) for fault in before.faults}
    return tuple(fault for fault in now.faults if (fault.file, fault.key, fault.says) not in known)


def nearest(name: str, known: list[str]) -> str:
    """Return the end of a message: the names nearest to `name`, else all names if they are few, else nothing."""
    close = get_close_matches(name, known, 3, 0.5)
    bare = {full.partition(":")[2]: full for full in known}
    close = close or [
        bare[name_only] for name_only in get_close_matches(name.partition(":")[2] or name, list(bare), 3, 0.5)
    ]
    if close:
        return f"; nearest: {', '.join(close)}"
    return f"; known: {', '.join(known)}" if 0 < len(known) <= 12 else ""


def unknown_keys(keys: Iterable[str], known: Collection[str]) -> Iterator[str]:
    """Yield a message for each unknown key, with the nearest known one."""
    for key in keys:
        if key not in known:
            close = get_close_matches(key, known, 1)
            mend = f"did you mean {close[0]}?" if close else f"known: {', '.join(known)}"
            yield f"unknown key {key} ({mend})"
