"""The companion's records: frozen and typed, independent of file formats and screens.

The modules of records do not use `from __future__ import annotations`: with it, msgspec would compile the text of every
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
from companion.model.procedure import ByHand, FollowUp, OutcomeName, Procedure
from companion.model.record import AUTHORITY_WORDS, Authority
from companion.model.resolution import (
    Decision,
    Flip,
    LedgerLine,
    Looked,
    NextStep,
    OpenFlip,
    Resolution,
    Rolled,
    RollRequest,
    StepResult,
    WorkedOut,
    nested,
)
from companion.model.roles import Role, Sentence
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
    UnitPart,
    Units,
)
from companion.model.sequence import (
    CHIT_NAMES,
    EACH_COMMAND,
    ORDER_NAMES,
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
from companion.model.step import Bar, Modifier, Step
