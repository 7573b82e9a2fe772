"""A game's name, documents, glossary and conflicts of sources."""

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
    """Its day or year."""
    by: str = ""
    """Author."""
    version: str = ""
    """Its version or edition, as 2.0."""
    status: str = ""
    """Whether it is official, complete and final, in a sentence."""


class Game(Record, frozen=True):
    """Name, edition and credits of a game, and its documents."""

    slug: str
    """Its name in ids and folders: a few small letters."""
    name: str
    """Name of the game."""
    edition: str
    """Which edition it is, as 2.0."""
    credits: str
    """Designer, publisher and owner of the game."""
    documents: tuple[Document, ...]
    """The sources that chapters and charts come from."""
    about: str = ""
    """Two or three sentences about the game, for the list of games."""
    order: int = 100
    """Place in lists of games, lowest first."""
    also: tuple[str, ...] = ()
    """Names players use for the game itself."""
    limits: dict[str, dict[str, str]] = {}
    """Limits of points: kind (`battle`) to key (`brandywine`) to name (`Brandywine`)."""
    format: int = 1
    """Version of the format of this game's files; 1 if it is left out."""
    called: dict[Authority, str] = {}
    """Name of an authority in this game, if the usual words would mislead."""

    def words_for(self, authority: Authority) -> str:
        """Return what a player reads for an authority, such as `official rule`."""
        return self.called.get(authority) or AUTHORITY_WORDS[authority]


class Term(Record, frozen=True):
    """A term of the game."""

    term: str
    """The word itself."""
    means: str
    cite: str = ""
    short: tuple[str, ...] = ()
    """Abbreviations."""
    also: tuple[str, ...] = ()
    """Other words for it."""
    differs: tuple[str, ...] = ()
    """Slugs of games in which the same word means something else. One of the two games is enough."""


class CrossGameTerm(Record, frozen=True):
    """A word that means something else in another game."""

    term: str
    here: str
    game: str
    """Name of the other game."""
    there: str
    procedures: tuple[str, ...]
    """Ids of the calculators that use the word."""


def term_id(game: str, term: Term) -> str:
    """Return the id of a term, as in `lob:term-closing-roll`."""
    return f"{game}:term-{slug(term.term)}"


class Synonym(Record, frozen=True):
    """Words that players say, and the rules' words for them."""

    say: tuple[str, ...]
    """Words that players say."""
    means: tuple[str, ...]
    """The rules' words for it."""


class Printed(Record, frozen=True):
    """A modifier or note that a source prints, and the records that contain it here."""

    chart: str
    says: str
    carried: tuple[str, ...]
    """Ids of the records; empty if none contains it."""
    kind: str = "note"
    """modifier, note or box."""
    line: str = ""
    """Label of the modifier that counts it."""


class Reading(Record, frozen=True):
    """A way to read the sources, one of several."""

    says: str
    """The reading in a sentence."""
    cite: str
    authority: Authority


class Conflict(Record, frozen=True):
    """A place where sources disagree or leave a choice, and our reading."""

    id: str
    title: str
    readings: tuple[Reading, ...]
    """The two or more ways to read it."""
    taken: str
    """The reading that this companion uses."""
    why: str
    """Reason for the reading taken."""
    bites: tuple[str, ...] = ()
    """Ids of entries, charts and calculators that the conflict concerns."""
