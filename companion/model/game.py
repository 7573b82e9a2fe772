"""A game's own facts: documents, words, turns, conflicts of sources."""

import re

from companion.model.authority import AUTHORITY_WORDS, Authority
from companion.model.procedure import Record

FORMAT = 1
"""Version of the form in which games are written."""


class Document(Record, frozen=True):
    """A source that entries and charts come from."""

    id: str
    title: str
    authority: Authority
    date: str = ""
    by: str = ""
    version: str = ""
    status: str = ""
    """Whether it is official, complete and final, in a sentence."""


class Game(Record, frozen=True):
    """What a game is called and whose it is."""

    slug: str
    name: str
    edition: str
    credits: str
    documents: tuple[Document, ...]
    about: str = ""
    order: int = 100
    """Place in lists of games, lowest first."""
    also: tuple[str, ...] = ()
    """Names players use for the game itself."""
    limits: dict[str, dict[str, str]] = {}
    """What a point may be limited to: kind (`battle`) to key (`brandywine`) to name (`Brandywine`)."""
    format: int = 1
    """Version of the form in which this game is written; 1 where it is left out."""
    called: dict[Authority, str] = {}
    """What an authority is called in this game, where the usual words would mislead."""

    def words_for(self, authority: Authority) -> str:
        """Return what a player reads for an authority, such as `official rule`."""
        return self.called.get(authority) or AUTHORITY_WORDS[authority]


class Term(Record, frozen=True):
    """A term of the game."""

    term: str
    means: str
    cite: str = ""
    short: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    differs: tuple[str, ...] = ()
    """Slugs of games in which the same word is another thing. Saying so in one of the two is enough."""


class Elsewhere(Record, frozen=True):
    """A word that means something else in another game."""

    term: str
    here: str
    game: str
    """Name of the other game."""
    there: str
    procedures: tuple[str, ...]
    """Ids of the calculators that use the word."""


def term_id(game: str, term: Term) -> str:
    """`lob:term-closing-roll`."""
    return f"{game}:term-{re.sub(r'[^a-z0-9]+', '-', term.term.lower()).strip('-')}"


class Synonym(Record, frozen=True):
    """Words that players say, and the rules' words for them."""

    say: tuple[str, ...]
    means: tuple[str, ...]


class Printed(Record, frozen=True):
    """A modifier or note that a source prints, and what carries it here."""

    chart: str
    says: str
    carried: tuple[str, ...]
    """Ids; empty where nothing carries it."""
    kind: str = "note"
    """modifier, note or box."""
    line: str = ""
    """Label of the modifier that counts it."""


class Reading(Record, frozen=True):
    """One of two or more ways to read the sources."""

    says: str
    cite: str
    authority: Authority


class Conflict(Record, frozen=True):
    """Where sources disagree or leave a choice, and what is taken."""

    id: str
    title: str
    readings: tuple[Reading, ...]
    taken: str
    why: str
    bites: tuple[str, ...] = ()
    """Ids of entries, charts and procedures where it shows."""
