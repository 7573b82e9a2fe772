"""Records of the table files that contain several records: glossary.yaml, conflicts.yaml and sources.yaml."""

from __future__ import annotations

from companion.load.rule_ids import rule_id
from companion.model import Conflict, Printed, Synonym, Term
from companion.model.procedure import Record


class Glossary(Record, frozen=True):
    """Shape of glossary.yaml."""

    terms: tuple[Term, ...] = ()
    synonyms: tuple[Synonym, ...] = ()
    slang_stop: tuple[str, ...] = ()


class Conflicts(Record, frozen=True):
    """Shape of conflicts.yaml."""

    conflicts: tuple[Conflict, ...] = ()


class Sections(Record, frozen=True):
    """Section numbers of one document, of one family by topic where it prints them so."""

    document: str
    numbers: tuple[str, ...] = ()
    family: str = ""
    topics: dict[str, tuple[str, ...]] = {}
    """Topic to the numbers that stand under it."""

    @property
    def names(self) -> list[str]:
        """The numbers, and of a family the names of its rules: `attack-column-8.4c-formation`."""
        return [
            *self.numbers,
            *(rule_id(self.family, each, topic) for topic, held in self.topics.items() for each in held),
        ]


class BoxForm(Record, frozen=True):
    """A titled table or box."""

    page: str
    title: str
    carried: tuple[str, ...]


class PrintedModifier(Record, frozen=True):
    """A printed modifier; `carried` is one id, or empty."""

    chart: str
    says: str
    carried: str
    value: str = ""
    line: str = ""


class PrintedNote(Record, frozen=True):
    """A printed note."""

    chart: str
    says: str
    carried: tuple[str, ...]


class Sources(Record, frozen=True):
    """Shape of sources.yaml: the inventory of what the sources hold."""

    sections: tuple[Sections, ...] = ()
    boxes: tuple[BoxForm, ...] = ()
    modifiers: tuple[PrintedModifier, ...] = ()
    notes: tuple[PrintedNote, ...] = ()

    @property
    def numbers(self) -> list[str]:
        """Sections of all documents."""
        return [name for each in self.sections for name in each.names]

    @property
    def printed(self) -> list[Printed]:
        """Boxes, modifiers and notes alike."""
        every = [Printed(box.page, box.title, box.carried, "box") for box in self.boxes]
        every += [
            Printed(each.chart, each.says, (each.carried,) if each.carried else (), "modifier", each.line)
            for each in self.modifiers
        ]
        return every + [Printed(each.chart, each.says, each.carried) for each in self.notes]
