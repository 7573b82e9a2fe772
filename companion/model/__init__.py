"""The companion's records: frozen and typed, independent of file formats and screens.

The modules of records do without `from __future__ import annotations`: with it msgspec compiles the text of every
annotation when it decodes the first record.
"""

from companion.model.authority import AUTHORITY_WORDS, Authority
from companion.model.chart import Cell, Chart, Footnote, Part, Shade
from companion.model.fault import MEND_FIRST, CompanionError, Fault, NotFound, Refused, Unworkable
from companion.model.game import (
    Conflict,
    CrossGameTerm,
    Document,
    Game,
    Printed,
    Reading,
    Synonym,
    Term,
    term_id,
)
from companion.model.inputs import Choice, Input
from companion.model.library import GameModule, Library, unknown_keys
from companion.model.procedure import Bar, FollowUp, Modifier, OutcomeName, Procedure, Step
from companion.model.resolution import (
    Flip,
    LedgerLine,
    Looked,
    NextStep,
    Resolution,
    Rolled,
    RollRequest,
    WorkedOut,
    nested,
)
from companion.model.rulebook import Entry, Point
from companion.model.scenario import (
    Arrival,
    Command,
    Counter,
    Scenario,
    Scenarios,
    Setting,
    UnitChange,
    UnitFact,
    Units,
)
from companion.model.sequence import (
    ChitUse,
    Clock,
    Cup,
    OrderCheck,
    OrderKind,
    Orders,
    Phase,
    PhaseStep,
    Reminder,
    Sequence,
)

__all__ = [
    "AUTHORITY_WORDS",
    "MEND_FIRST",
    "Arrival",
    "Authority",
    "Bar",
    "Cell",
    "Chart",
    "ChitUse",
    "Choice",
    "Clock",
    "Command",
    "CompanionError",
    "Conflict",
    "Counter",
    "CrossGameTerm",
    "Cup",
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
    "OrderCheck",
    "OrderKind",
    "Orders",
    "OutcomeName",
    "Part",
    "Phase",
    "PhaseStep",
    "Point",
    "Printed",
    "Procedure",
    "Reading",
    "Refused",
    "Reminder",
    "Resolution",
    "RollRequest",
    "Rolled",
    "Scenario",
    "Scenarios",
    "Sequence",
    "Setting",
    "Shade",
    "Step",
    "Synonym",
    "Term",
    "UnitChange",
    "UnitFact",
    "Units",
    "Unworkable",
    "WorkedOut",
    "nested",
    "term_id",
    "unknown_keys",
]
