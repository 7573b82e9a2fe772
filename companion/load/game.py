"""One game as it was read, without what depends on the other games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from companion.load.elsewhere import same_term
from companion.load.links import near
from companion.load.places import Places
from companion.model import Fault, GameModule


class Reference(msgspec.Struct, frozen=True):
    """What a game says of another one, with the place where it says so."""

    file: str
    line: int
    key: str
    target: str
    """Id of a record, or slug of a game where `term` is given."""
    term: str = ""
    """A term that is said to mean something else in the game `target`."""

    def fault(self, says: str, mend: str) -> Fault:
        """A fault at this place."""
        return Fault(self.file, self.line, self.key, says, mend)


class ReadGame(msgspec.Struct, frozen=True):
    """A game, its faults and its references to other games."""

    slug: str
    module: GameModule | None
    """None where it has no usable game.yaml."""
    faults: tuple[Fault, ...]
    left_out: tuple[str, ...]
    """Ids of charts and calculators that are written, but have faults."""
    references: tuple[Reference, ...]


def read_game(places: Places, slug: str) -> ReadGame:
    """Read one game from the files of all folders."""
    from companion.load.module import ModuleReader

    reader = ModuleReader(slug)
    for number, base in enumerate(places.bases):
        reader.read(base, number)
    module = reader.module()
    references = tuple(reader.references()) if module is not None else ()
    return ReadGame(slug, module, tuple(reader.faults), tuple(sorted(reader.left_out)), references)


def broken_references(
    game: ReadGame, modules: Sequence[GameModule], known: Mapping[str, Sequence[str]]
) -> Iterator[Fault]:
    """References of a game to records and terms that do not exist. `known` are the ids of all games."""
    terms = {module.game.slug: module.terms for module in modules}
    for each in game.references:
        if not each.term:
            if each.target not in known:
                yield each.fault(f"nothing is called {each.target}", near(each.target, known))
        elif each.target not in terms:
            yield each.fault(f"there is no game {each.target}", near(each.target, terms))
        elif each.target == game.slug or same_term(each.term, terms[each.target]) is None:
            yield each.fault(f"{each.target} has no other {each.term}", f"leave {each.target} out")
