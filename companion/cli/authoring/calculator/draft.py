"""A calculator while its author describes it: questions, modifiers, steps, results and follow-ups."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from companion.cli.authoring.answer_checks import Check, one_of
from companion.cli.authoring.calculator.conditions import (
    HOW,
    Term,
    all_of,
    any_of,
    opposite,
    read_terms,
    typed_terms,
)
from companion.cli.authoring.calculator.names import unused_name
from companion.cli.authoring.calculator.values import Limits, a_band, in_band
from companion.cli.authoring.chart.sources import RuleTable
from companion.cli.authoring.interview import MISSING, MOST_ANSWERS, Interview, Question
from companion.cli.authoring.printed.rules import rules_in_chapter
from companion.model import Entry, GameModule

TICK = "\0"
"""Placeholder in a condition for a yes-no question that is added later."""


class Option(NamedTuple):
    """An answer for the author to choose."""

    label: str
    value: str
    says: str = ""
    """Its meaning, shown in brackets."""
    guard: str = ""
    """The condition under which its question is asked; empty for always."""


_MOST_REPEATED = 6
"""Maximum number of known conditions in a row that a list repeats."""
_SHORT_LIST = 480
"""Letters of a list that is shown again although the terminal has shown it: six lines of 80 columns."""
_BRIEF_LIST = 160
"""Letters of a list that is shown whole although Enter takes a condition: two lines of 80 columns."""
OTHER_MODIFIERS, OTHER_SHIFTS = "Other modifiers", "Other shifts"
"""Modifiers of any amount, of the dice and of the column, for what the player applies by hand."""


@dataclass
class Draft:
    """The parts of a calculator entered so far."""

    interview: Interview
    module: GameModule
    """The game without the new calculator."""
    makes_chart: Callable[[RuleTable], tuple[str, GameModule]]
    """Makes a chart of a table in the rules; returns its id without the game, and the game with it."""
    cite: str = ""
    title: str = ""
    summary: str = ""
    """Description of the calculator, a sentence made from the answers."""
    method: str = ""
    """Key of `METHODS`."""
    inputs: list[dict[str, Any]] = field(default_factory=list)
    modifiers: list[dict[str, Any]] = field(default_factory=list)
    shifts: list[dict[str, Any]] = field(default_factory=list)
    """Modifiers that shift the column of a chart, besides those of the dice."""
    asks_shifts: bool = False
    """Whether the modifiers that are asked about now are shifts, although others change the dice."""
    steps: list[dict[str, Any]] = field(default_factory=list)
    outcome: list[dict[str, Any]] = field(default_factory=list)
    next: list[dict[str, Any]] = field(default_factory=list)
    head: dict[str, str] = field(default_factory=dict)
    """The values shown at the top of the result."""
    results: list[Option] = field(default_factory=list)
    """Results offered as conditions of follow-ups."""
    rolls: list[Option] = field(default_factory=list)
    """Dice before modifiers, offered as conditions of follow-ups."""
    worked_out: set[str] = field(default_factory=set)
    """Names of numbers that steps work out, besides those that are reserved."""
    counted: dict[str, str] = field(default_factory=dict)
    """Names of questions for a number, by the name of what is left of each after one is left out."""
    dice_questions: set[str] = field(default_factory=set)
    """Names of the questions that give the number of dice."""
    limits: Limits | None = None
    """The limits of the sum of all modifiers; None for none."""
    worse: str = ""
    """The condition that a natural roll fails one line worse than its difference gives; empty for none."""
    words: dict[str, list[str]] = field(default_factory=dict)
    """Possible results of charts that are not only numbers, by result name."""
    unread: list[str] = field(default_factory=list)
    """Rows and points of the chosen tables and lists that are no modifiers."""
    sentences_read: list[str] = field(default_factory=list)
    """Sentences of the rules that the calculator applies in another way than as modifiers."""
    by_hand: list[dict[str, str]] = field(default_factory=list)
    """Rules that the calculator does not apply: `says` and `cite`."""
    changes: set[str] = field(default_factory=set)
    """Kinds of numbers that the chosen tables change: dice, score or needed; empty for a table that does not say."""
    tables_used: list[str] = field(default_factory=list)
    """The words of the tables whose rows are modifiers."""
    begins: str = ""
    """Beginning of the names of the questions, while a second group of modifiers is asked for: `score-`."""
    unused: list[str] = field(default_factory=list)
    """Labels of the questions that were left out, since nothing uses their answers."""
    listed: set[str] = field(default_factory=set)
    """Conditions already listed in the terminal."""

    def need(self, name: str, says: str, example: str = "", **more: Any) -> str:
        """Ask a question. Raises Refused if the answer is missing, because the next question depends on it.

        Further questions of the same name, such as those for other charts, are `name-2` and so on.
        """
        first, used = f"{self.begins}{name}", self.interview.used
        names = (first, *(f"{first}-{number}" for number in range(2, MOST_ANSWERS + 1)))
        whole = next(each for each in names if each not in used)
        answer = self.interview.ask(Question(whole, says, example, **more))
        if answer == MISSING:
            self.interview.finish_missing()
        return answer

    def choose(
        self,
        name: str,
        says: str,
        options: Sequence[Option],
        default: str | None = None,
        fits: Check = str,
        is_known: bool = False,
        **more: Any,
    ) -> str:
        """Ask for one of the options, by label or number, and return its value; `fits` checks the label.

        `is_known` says that the terminal has just shown them; they are then left to the explanation.
        """
        labels = [option.label for option in options]
        texts = [f"{option.label} ({option.says})" if option.says else option.label for option in options]
        numbered = "; ".join(f"{number} {text}" for number, text in enumerate(texts, 1))
        chosen = one_of(labels)
        shown = numbered
        if is_known and self.interview.asks_now:
            shown = f"1 to {len(options)} (? lists them)"
            more["explains"] = f"{more.get('explains', '')} {numbered}.".strip()
        label = self.need(
            name,
            f"{says}: {shown}",
            labels[0],
            default=default,
            check=lambda text: fits(chosen(text)),
            lists=True,
            **more,
        )
        return next(option.value for option in options if option.label == label)

    def make_chart(self, table: RuleTable) -> str:
        """Make a chart of a table in the rules, and return its id without the game. Raises Refused and GoBack."""
        name, self.module = self.makes_chart(table)
        return name

    def new_name(self, label: str) -> str:
        """Return an unused name for formulas, made from the first words of a label."""
        used = (record["name"] for record in (*self.inputs, *self.outcome))
        return unused_name(label, self.method, {*used, *self.worked_out})

    def add_input(self, label: str, kind: str, **more: Any) -> str:
        """Add a question to the player; return its name."""
        name = self.new_name(label)
        self.inputs.append({"name": name, "label": label, "kind": kind, **more, "cite": self.cite})
        return name

    @property
    def chapter(self) -> list[Entry]:
        """The rules in the chapter of the calculator."""
        return rules_in_chapter(self.module, self.cite)

    @property
    def counts_columns(self) -> bool:
        """Whether the amounts of the modifiers that are asked about now are columns."""
        return self.asks_shifts or self.method in ("shift", "look-up")

    @property
    def modifiers_rule(self) -> str:
        """The rule of the first modifier; that of the calculator if there are none."""
        return str(self.modifiers[0]["cite"]) if self.modifiers else self.cite

    def numbers(self) -> list[Option]:
        """Return the questions that ask for a number."""
        return [
            Option(given["label"], given["name"], guard=given.get("when", ""))
            for given in self.inputs
            if given["kind"] == "number"
        ]

    def always_asked(self) -> list[dict[str, Any]]:
        """Return the questions without a condition."""
        return [given for given in self.inputs if not given.get("when")]

    def conditions(self, before: str = "") -> list[Option]:
        """Return the conditions on answers: a tick, one of several choices, certain numbers.

        With the name of a question in `before`, only the questions before it count.
        """
        names = [given["name"] for given in self.inputs]
        options = []
        for given in self.inputs[: names.index(before) if before else None]:
            label, name = given["label"], given["name"]
            if given["kind"] == "yes-no":
                options.append(Option(label, name))
            elif given["kind"] == "number":
                options.append(Option(f"certain values of {label}", f"#{name}", guard=given.get("when", "")))
            else:
                options += [
                    Option(
                        f"{label}: {choice.get('label', choice['key'])}",
                        f"{name} == '{choice['key']}'",
                        guard=given.get("when", ""),
                    )
                    for choice in given["choices"]
                ]
        return options

    def condition(self, name: str, says: str, options: Sequence[Option], *asked: Any, **more: Any) -> str:
        """Ask for a condition as `alternatives` does, and return its formula; empty for always."""
        return self.formula(name, options, self.alternatives(name, says, options, *asked, **more))

    def alternatives(
        self,
        name: str,
        says: str,
        options: Sequence[Option],
        default: str | None,
        explains: str,
        likely: Sequence[str] = (),
        several: str = "or several, as in 2 or 3",
        is_asked: bool = True,
        own: Sequence[str] = (),
    ) -> list[list[Term]]:
        """Ask for a condition, of one or several options; return its alternatives, each terms that must all hold.

        `likely` are labels that are suggested after the list, or stay in it if Enter takes a condition; `several` says
        how to type several. Of labels that typed words name, the only one in `own` is meant.

        Without `is_asked`, the default applies. An option without a value means always, and cannot be combined with
        others. Conditions on answers come first, so that their numbers stay.
        """
        labels = [option.label for option in options]
        default = labels[0] if len(labels) == 1 else default
        alone = [option.label for option in options if not option.value]
        texts = [
            f"{number} {'the player ticks it' if TICK in option.value else option.label}"
            for number, option in enumerate(options, 1)
        ]
        every, numbered = "; ".join(texts), self._unlisted(options, texts, default, likely, is_asked)
        joins = f" ({several})" if len(labels) > 2 and several not in self.listed else ""
        shown = [texts[labels.index(label)] for label in likely[:_MOST_REPEATED]] if default is None else []
        numbers = " or ".join(text.partition(" ")[0] for text in shown)
        perhaps = f". Perhaps {'; '.join(shown)}? Then type {numbers}" if shown else ""
        if joins and self.interview.asks_now and is_asked:
            self.listed.add(several)
        ticked = any(TICK in option.value and option.label == default for option in options)
        typed = self.need(
            f"{name}-when",
            f"{says}{joins}: {numbered}{perhaps}",
            labels[0],
            default=default,
            default_says="the player ticks it" if ticked else "",
            check=lambda text: typed_terms(read_terms(text, labels, alone, own)),
            lists=True,
            explains=f"{explains} {HOW}{'' if numbered == every else f' All of them: {every}.'}",
            is_asked=is_asked,
        )
        return read_terms(typed, labels, alone)

    def formula(self, name: str, options: Sequence[Option], read: Sequence[Sequence[Term]]) -> str:
        """Return the formula of a condition, given its alternatives as read; ask for the numbers that it needs."""
        asked = 0
        alternatives: list[list[str]] = []
        for terms in read:
            alternatives.append([])
            for term in terms:
                option = next(candidate for candidate in options if candidate.label == term.label)
                asked += option.value.startswith("#")
                beside = " and ".join(each.text for each in terms if each is not term)
                alternatives[-1].append(self._term(name, option, term, asked, beside if asked > 1 else ""))
        return any_of(alternatives)

    def _unlisted(
        self,
        options: Sequence[Option],
        texts: Sequence[str],
        default: str | None,
        likely: Sequence[str],
        is_shown: bool,
    ) -> str:
        """Return the numbered `texts` of options; long runs of those that need not be read are left out.

        If Enter takes a condition, these are the answers to questions, apart from the `likely` ones; else what the
        terminal has already shown. A tick and always are never left out.
        """
        shown = {default, *likely, *(option.label for option in options if option.value in ("", TICK, "no"))}
        is_short = len("; ".join(texts)) <= (_SHORT_LIST if default is None else _BRIEF_LIST)
        hidden = set() if is_short else set(self.listed)
        if default is not None and not is_short:
            hidden |= {option.label for option in self.conditions()}
        most = _MOST_REPEATED if default is None else 2
        parts: list[str] = []
        run: list[str] = []
        for option, text in zip((*options, None), (*texts, ""), strict=True):
            if option is not None and option.label in hidden - shown:
                run.append(text)
                continue
            if len(run) > most:
                run = [f"{run[0].partition(' ')[0]} to {run[-1].partition(' ')[0]} (? lists them)"]
            parts += run if option is None else [*run, text]
            run = []
        if self.interview.asks_now and is_shown:
            self.listed |= {option.label for option in options if option.label not in hidden}
        return "; ".join(parts)

    def _term(self, name: str, option: Option, term: Term, asked: int, beside: str) -> str:
        """Return the formula of one term of a condition; ask for the numbers if it depends on some.

        `beside` are the other terms of its alternative, if numbers were asked for another one before.
        """
        formula = option.value
        if formula.startswith("#"):
            says = f"{option.label.replace('certain values', 'which values', 1)}?"
            says = f"{f'With {beside}: ' if beside else ''}{says[:1].upper()}{says[1:]}"
            explains = "One number, a band such as 3-5, or an open end: 2 or less, 6+."
            key = f"{name}-numbers" if asked == 1 else f"{name}-numbers-{asked}"
            formula = in_band(formula[1:], self.need(key, says, "2 or less", check=a_band, explains=explains))
        formula = all_of([option.guard, formula])
        return opposite(formula) if term.is_not else formula
