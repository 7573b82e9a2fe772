"""The name, documents, glossary and source conflicts of a game."""

from companion.model.record import AUTHORITY_WORDS, Authority, Record
from companion.model.rulebook import slug

FORMAT = 1
"""Current version of the format of a game's files."""


class Document(Record, frozen=True):
    """A source that entries and charts come from."""

    id: str
    title: str
    """Title of the document."""
    authority: Authority
    date: str = ""
    """Date or year of publication."""
    by: str = ""
    """Author."""
    version: str = ""
    """Version or edition, as in 2.0."""
    status: str = ""
    """Whether it is official, complete and final, in one sentence."""


class Game(Record, frozen=True):
    """Name, edition and credits of a game, and its documents."""

    slug: str
    """Name in ids and folders: a few lower-case letters."""
    name: str
    """Name of the game."""
    edition: str
    """Edition, as in 2.0; empty if unknown."""
    credits: str
    """Designer, publisher and owner of the game."""
    documents: tuple[Document, ...]
    """The sources that chapters and charts come from."""
    about: str = ""
    """Two or three sentences about the game, for the list of games."""
    order: int = 100
    """Position in lists of games, lowest first."""
    also: tuple[str, ...] = ()
    """Other names that players use for the game."""
    limits: dict[str, dict[str, str]] = {}
    """Limits of points: kind (`battle`) to key (`brandywine`) to name (`Brandywine`)."""
    format: int = 1
    """Format version of this game's files; default: 1."""
    called: dict[Authority, str] = {}
    """Name of an authority in this game, if the usual name would be misleading."""

    @property
    def full_name(self) -> str:
        """Name and edition; only the name if the edition is unknown."""
        return f"{self.name} {self.edition}".rstrip()

    def words_for(self, authority: Authority) -> str:
        """Return the displayed name of an authority, such as `official rule`."""
        return self.called.get(authority) or AUTHORITY_WORDS[authority]


class Term(Record, frozen=True):
    """A term of the game."""

    term: str
    """The term itself."""
    means: str
    cite: str = ""
    short: tuple[str, ...] = ()
    """Abbreviations."""
    also: tuple[str, ...] = ()
    """Synonyms."""
    differs: tuple[str, ...] = ()
    """Slugs of games in which the term means something else; one of the two games is enough."""


class CrossGameTerm(Record, frozen=True):
    """A term that means something else in another game."""

    term: str
    here: str
    game: str
    """Name of the other game."""
    there: str
    procedures: tuple[str, ...]
    """Ids of the calculators that use the term."""


def term_id(game: str, term: Term) -> str:
    """Return the id of a term, as in `lob:term-closing-roll`."""
    return f"{game}:term-{slug(term.term)}"


class Synonym(Record, frozen=True):
    """Words of players, and the words of the rules for them."""

    say: tuple[str, ...]
    """Words of players."""
    means: tuple[str, ...]
    """Words of the rules."""


class Printed(Record, frozen=True):
    """A modifier or note that a source prints, and the records that contain it here."""

    chart: str
    says: str
    carried: tuple[str, ...]
    """Ids of the records; empty if none contains it."""
    kind: str = "note"
    """modifier, note or box."""
    line: str = ""
    """Label of the modifier in the calculator."""


class Reading(Record, frozen=True):
    """A possible reading of the sources."""

    says: str
    """The reading, in one sentence."""
    cite: str
    authority: Authority


class Conflict(Record, frozen=True):
    """A place where sources disagree or leave a choice, and our reading."""

    id: str
    title: str
    readings: tuple[Reading, ...]
    """The possible readings, at least 2."""
    taken: str
    """The reading that this companion uses."""
    why: str
    """Reason for the choice."""
    bites: tuple[str, ...] = ()
    """Ids of entries, charts and calculators that the conflict concerns."""
