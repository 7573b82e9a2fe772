"""The companion's records: frozen, typed, free of every file format and every screen."""

from companion.model.authority import AUTHORITY_WORDS, Authority
from companion.model.chart import Cell, Chart, Footnote, Part, Shade
from companion.model.fault import CompanionError, Fault, NotFound, Refused
from companion.model.game import (
    Conflict,
    Document,
    Game,
    Phase,
    PhaseStep,
    Reading,
    Sequence,
    Synonym,
    Term,
    term_id,
)
from companion.model.library import GameModule, Library
from companion.model.procedure import (
    Bar,
    Choice,
    FollowUp,
    Input,
    Modifier,
    OutcomeName,
    Procedure,
    Step,
)
from companion.model.resolution import (
    Flip,
    LedgerLine,
    Looked,
    NextStep,
    Resolution,
    Rolled,
    RollRequest,
    WorkedOut,
)
from companion.model.rulebook import Entry, Point

__all__ = [
    "AUTHORITY_WORDS",
    "Authority",
    "Bar",
    "Cell",
    "Chart",
    "Choice",
    "CompanionError",
    "Conflict",
    "Document",
    "Entry",
    "Fault",
    "Flip",
    "FollowUp",
    "Footnote",
    "Game",
    "GameModule",
    "Input",
    "LedgerLine",
    "Library",
    "Looked",
    "Modifier",
    "NextStep",
    "NotFound",
    "OutcomeName",
    "Part",
    "Phase",
    "PhaseStep",
    "Point",
    "Procedure",
    "Reading",
    "Refused",
    "Resolution",
    "RollRequest",
    "Rolled",
    "Sequence",
    "Shade",
    "Step",
    "Synonym",
    "Term",
    "WorkedOut",
    "term_id",
]
