"""Records of the table files that contain several records: glossary.yaml, conflicts.yaml and sources.yaml."""

from __future__ import annotations

from companion.model import Conflict, Printed, Synonym, Term
from companion.model.record import Record
from companion.model.rulebook import rule_id


class Glossary(Record, frozen=True):
    """Shape of glossary.yaml."""

    terms: tuple[Term, ...] = ()
    """The terms of the game."""
    synonyms: tuple[Synonym, ...] = ()
    """Players' words, and the rules' words for them."""
    slang_stop: tuple[str, ...] = ()
    """Words of players that the search ignores."""


class Conflicts(Record, frozen=True):
    """Shape of conflicts.yaml."""

    conflicts: tuple[Conflict, ...] = ()
    """Places where sources differ or leave a choice."""


class Sections(Record, frozen=True):
    """Section numbers of one document; for a family, by topic."""

    document: str
    numbers: tuple[str, ...] = ()
    """The numbers as printed."""
    family: str = ""
    """Heading of these numbers, if other headings have the same numbers."""
    topics: dict[str, tuple[str, ...]] = {}
    """Topic to its numbers."""

    @property
    def names(self) -> list[str]:
        """The numbers; for a family also the ids of its rules, such as `attack-column-8.4c-formation`."""
        return [
            *self.numbers,
            *(
                rule_id(self.family, number, topic)
                for topic, numbers in self.topics.items()
                for number in numbers
            ),
        ]


class BoxForm(Record, frozen=True):
    """A titled table or box."""

    page: str
    """Page or sheet on which it is printed."""
    title: str
    carried: tuple[str, ...]
    """Ids of the records that contain it."""


class PrintedModifier(Record, frozen=True):
    """A printed modifier; `carried` is one id, or empty."""

    chart: str
    says: str
    carried: str
    """Id of the record that contains it; empty if none does."""
    value: str = ""
    """Its amount, as printed."""
    line: str = ""
    """Label of the modifier in the calculator."""


class PrintedNote(Record, frozen=True):
    """A printed note."""

    chart: str
    says: str
    carried: tuple[str, ...]
    """Ids of the records that contain it."""


class Sources(Record, frozen=True):
    """Shape of sources.yaml: the inventory of the sources."""

    sections: tuple[Sections, ...] = ()
    """Sections of each document."""
    boxes: tuple[BoxForm, ...] = ()
    """Tables and boxes that the sources print."""
    modifiers: tuple[PrintedModifier, ...] = ()
    """Modifiers that the sources print."""
    notes: tuple[PrintedNote, ...] = ()

    @property
    def numbers(self) -> list[str]:
        """Sections of all documents."""
        return [name for section in self.sections for name in section.names]

    @property
    def printed(self) -> list[Printed]:
        """Boxes, modifiers and notes."""
        printed = [Printed(box.page, box.title, box.carried, "box") for box in self.boxes]
        printed += [
            Printed(each.chart, each.says, (each.carried,) if each.carried else (), "modifier", each.line)
            for each in self.modifiers
        ]
        return printed + [Printed(note.chart, note.says, note.carried) for note in self.notes]
