"""The companion's records: frozen and typed, independent of file formats and screens.

The modules of records do without `from __future__ import annotations`: with it msgspec compiles the text of every
annotation when it decodes the first record.
"""

from companion.errors import CompanionError, NotFound, Refused, Unworkable
from companion.model.chart import Cell, Chart, Footnote, Part, Shade
from companion.model.fault import MEND_FIRST, Fault
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
from companion.model.record import AUTHORITY_WORDS, Authority
from companion.model.resolution import (
    Flip,
    LedgerLine,
    Looked,
    NextStep,
    OpenFlip,
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
    EACH_COMMAND,
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
