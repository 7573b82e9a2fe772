"""All games together."""

from collections.abc import Collection, Iterable, Iterator
from difflib import get_close_matches
from functools import cached_property

import msgspec

from companion.model.chart import Chart
from companion.model.fault import Fault, NotFound
from companion.model.game import Conflict, Elsewhere, Game, Printed, Synonym, Term, term_id
from companion.model.procedure import Procedure
from companion.model.rulebook import Entry
from companion.model.scenario import Scenario, Scenarios, Units
from companion.model.sequence import Sequence


class GameModule(msgspec.Struct, frozen=True, dict=True):
    """Everything of one game."""

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
    """Numbers of the sections that the sources hold."""
    printed: tuple[Printed, ...] = ()
    scenarios: Scenarios = Scenarios()
    units: Units = Units()
    elsewhere: tuple[Elsewhere, ...] = ()

    def scenario(self, name: str) -> Scenario:
        """The scenario `name`. Raises NotFound."""
        for each in self.scenarios.scenarios:
            if each.id == name:
                return each
        known = [each.id for each in self.scenarios.scenarios]
        raise NotFound(f"no scenario {name} of {self.game.name}{nearest(name, known) or ''}")

    def chart(self, name: str) -> Chart:
        """The chart `name`, with or without the game before it. Raises NotFound."""
        full = name if ":" in name else f"{self.game.slug}:{name}"
        for chart in self.charts:
            if chart.id == full:
                return chart
        raise NotFound(f"no chart {name}{nearest(full, [chart.id for chart in self.charts])}")

    @cached_property
    def records(self) -> tuple[Entry | Chart | Procedure, ...]:
        """Rules, charts and calculators, in this order."""
        return (*self.entries, *self.charts, *self.procedures)

    def find(self, name: str) -> list[Entry | Chart | Procedure]:
        """What has the id `name`, the game left out, or is cited as `name`; in small letters."""
        places = {*self._places.get(f"{self.game.slug}:{name}", ()), *self._places.get(name, ())}
        return [self.records[each] for each in sorted(places)]

    @cached_property
    def _places(self) -> dict[str, list[int]]:
        """By id or citation, the places in `records`."""
        found: dict[str, list[int]] = {}
        for place, each in enumerate(self.records):
            names = [each.id]
            if isinstance(each, Entry):
                names = [each.id.lower(), *(cite.lower() for cite in each.cites), *each.also]
            for name in names:
                found.setdefault(name, []).append(place)
        return found

    def conflicts_of(self, record: str) -> tuple[Conflict, ...]:
        """The conflicts that bite at the entry, chart or procedure with this id."""
        return tuple(conflict for conflict in self.conflicts if record in conflict.bites)

    def elsewhere_of(self, procedure: str) -> tuple[Elsewhere, ...]:
        """Words of the calculator with this id that mean something else in other games."""
        return tuple(each for each in self.elsewhere if procedure in each.procedures)


class Library(msgspec.Struct, frozen=True):
    """Every module, and the faults met while loading."""

    modules: tuple[GameModule, ...]
    faults: tuple[Fault, ...] = ()
    content: str = ""
    """Hash of the files it was read from."""
    left_out: tuple[str, ...] = ()
    """Ids of charts and calculators that are written, but have faults."""

    def module(self, slug: str) -> GameModule:
        """The module of a game. Raises NotFound naming the games there are."""
        for module in self.modules:
            if module.game.slug == slug:
                return module
        slugs = ", ".join(module.game.slug for module in self.modules)
        raise NotFound(f"no game {slug}; there are {slugs or 'none'}")

    def procedure(self, name: str) -> Procedure:
        """The procedure `lob:closing-roll`; without a game where only one game has it. Raises NotFound."""
        every = [procedure for module in self.modules for procedure in module.procedures]
        found = [
            each for each in every if each.id == name or (":" not in name and each.id.endswith(f":{name}"))
        ]
        if len(found) == 1:
            return found[0]
        if found:
            raise NotFound(f"{name} is in several games: {', '.join(each.id for each in found)}")
        if any(each == name or each.endswith(f":{name}") for each in self.left_out):
            raise NotFound(f"{name} is left out, it has faults: companion check tells them")
        raise NotFound(f"no calculator {name}{nearest(name, [each.id for each in every])}")

    def find(self, name: str, game: str = "") -> list[Entry | Chart | Procedure]:
        """Everything with the id `name`, or cited as `name` (in `game` where given): 8.4c, Attack Column 8.4c."""
        wanted = name.lower()
        slug, _, rest = wanted.partition(":")
        if slug not in {module.game.slug for module in self.modules}:
            slug, rest = game, wanted
        asked = [module for module in self.modules if not slug or module.game.slug == slug]
        return [each for module in asked for each in module.find(rest)]

    def titled(self, name: str) -> tuple[str, str]:
        """Number or citation, and title, of what has this id; two empty texts where nothing has it."""
        found = self.find(name)
        if not found:
            return "", ""
        return getattr(found[0], "cite", "") or getattr(found[0], "number", ""), found[0].title

    def term(self, name: str) -> Term | None:
        """The term with the id `lob:term-...`, None where there is none."""
        for module in self.modules:
            for term in module.terms:
                if term_id(module.game.slug, term) == name.lower():
                    return term
        return None

    def ids(self) -> list[str]:
        """Every id there is."""
        ids: list[str] = []
        for module in self.modules:
            ids += [entry.id for entry in module.entries]
            ids += [chart.id for chart in module.charts]
            ids += [procedure.id for procedure in module.procedures]
        return ids


def nearest(name: str, known: list[str]) -> str:
    """`; did you mean ...` or the whole list where it is short."""
    close = get_close_matches(name, known, 3, 0.5)
    bare = {each.partition(":")[2]: each for each in known}
    close = close or [
        bare[each] for each in get_close_matches(name.partition(":")[2] or name, list(bare), 3, 0.5)
    ]
    if close:
        return f"; nearest: {', '.join(close)}"
    return f"; there are {', '.join(known)}" if 0 < len(known) <= 12 else ""


def unknown_keys(keys: Iterable[str], known: Collection[str]) -> Iterator[str]:
    """Keys that nothing reads, each with the nearest that something does."""
    for key in keys:
        if key not in known:
            close = get_close_matches(key, known, 1)
            mend = f"did you mean {close[0]}?" if close else f"known: {', '.join(known)}"
            yield f"unknown key {key} ({mend})"
