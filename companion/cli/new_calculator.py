"""`companion new-calculator`: asks how something is decided, and writes the calculator with examples to fill in."""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from companion.cli.authoring.additions import Additions, fault_lines
from companion.cli.authoring.calculator.by_hand import keep_by_hand
from companion.cli.authoring.calculator.changes import ChangeWanted, ask_to_write, left_out
from companion.cli.authoring.calculator.draft import Draft, Option
from companion.cli.authoring.calculator.methods import METHODS, methods_help, uses_chart
from companion.cli.authoring.calculator.questions import ask_forbidden, ask_next
from companion.cli.authoring.calculator.replacing import Replaced, ask_replaced, keep_answers
from companion.cli.authoring.calculator.summary import summary_lines, whole_summary
from companion.cli.authoring.calculator.summary_changes import changed_texts
from companion.cli.authoring.calculator.unused import leave_out_unused, unused_line
from companion.cli.authoring.calculator.worse import make_worse
from companion.cli.authoring.chart.sources import RuleTable, tables_to_make
from companion.cli.authoring.interview import AnswerRefused, GoBack, Interview
from companion.cli.authoring.kept_answers import Drafts
from companion.cli.authoring.printed.method import printed_method
from companion.cli.authoring.rule_question import ask_rule
from companion.cli.new_chart import SCHEMA, ask_id, make_chart
from companion.cli.output import print_lines, print_result, width
from companion.errors import Refused
from companion.load.files import shown_path
from companion.load.yaml_text import yaml_text
from companion.model import GameModule
from companion.render.text import wrapped

_PROMPT_LINES = 6
"""Lines of the screen below the summary of a calculator: where it is written, and room to answer."""
_FILL_IN = "?"
"""Placeholder in a worked example for a value from the rulebook."""


class _Made(NamedTuple):
    """A calculator ready to be written."""

    name: str
    """Its id, without the game."""
    record: dict[str, Any]
    files: dict[str, str]
    """Texts of the calculator and of its worked examples, by path within the folder."""
    replaced: Replaced | None

    def paths(self, additions: Additions) -> tuple[Path, Path]:
        """Return the paths of the calculator and of its worked examples."""
        calculator, examples = self.files
        return additions.folder / calculator, additions.folder / examples


def run(options: argparse.Namespace) -> int:
    """Ask, write the calculator and its examples, and print what to do next. Raises Refused and NotFound."""
    interview = Interview(options.answer, takes_rest=True)
    additions = Additions(options.game, options.folder)
    interview.say(
        "Each question shows an example of an answer. Enter accepts the answer in brackets, ? explains the question, "
        "< goes back to the previous one, > accepts what Enter would for all that follow, and Ctrl+C quits: your "
        "answers are kept, and nothing is written."
    )
    drafts = Drafts(additions.places.data / "unfinished" / f"calculator-{additions.slug}.json")
    with interview.keeping(drafts, "calculator"):
        made = _answered(interview, additions)
        written = _write(made, additions)
    keep_answers(interview, made.name, *made.paths(additions), additions)
    print_result(options, [str(path) for path in written], _lines(made, written, additions))
    return 0


def _write(made: _Made, additions: Additions) -> list[Path]:
    """Write the calculator and its examples, and return the files written; examples that were edited stay."""
    if made.replaced is None:
        return additions.write(made.files)
    own = made.replaced.has_own_examples(made.paths(additions)[1])
    written = [
        additions.replace(name, text)
        for name, text in made.files.items()
        if not (own and name.startswith("tests/"))
    ]
    made.replaced.kept.unlink(missing_ok=True)
    return written


def _lines(made: _Made, written: list[Path], additions: Additions) -> list[str]:
    """Return the files written, and what to do next."""
    verb, (_, examples) = "replaced" if made.replaced else "wrote", made.paths(additions)
    lines = [f"{verb} {shown_path(path)}" for path in written]
    if examples not in written:
        lines += [
            f"Your examples in {examples.name} stay. Change them if the calculator now asks something else, and run:",
            f"  companion check {shown_path(additions.folder)} --cases {shown_path(examples)}",
        ]
    return [
        *lines,
        f"Try it: companion calc {additions.slug}:{made.name}",
        f"Next: companion new-example {additions.slug}:{made.name}",
    ]


def _answered(interview: Interview, additions: Additions) -> _Made:
    """Ask until all questions are answered, and return the calculator. Raises Refused."""
    shown: list[str] = []
    while True:
        try:
            return _made(interview, additions, shown)
        except GoBack:
            interview.go_back()
        except ChangeWanted as wanted:
            interview.change(wanted.name, wanted.instead)
        except AnswerRefused as error:
            interview.ask_again(error)


def _made(interview: Interview, additions: Additions, shown: list[str]) -> _Made:
    """Ask all questions once, and return the calculator. Raises Refused, GoBack and ChangeWanted.

    `shown` is the summary that the author has seen last.
    """

    def makes_chart(table: RuleTable) -> tuple[str, GameModule]:
        return make_chart(table, additions, interview.asks), additions.module

    draft, game = Draft(interview, additions.module, makes_chart), additions.slug
    name, replaced = _begin(draft, additions)
    additions.reserved = name
    record = _record(draft, name)
    calculator = f"tables/{game}/procedures/{name}.yaml"
    if replaced is not None:
        calculator = replaced.path.relative_to(additions.folder).as_posix()
    files = {
        calculator: _text(record, additions),
        f"tests/cases/{game}-{name}.jsonl": _examples(record, f"{game}:{name}", draft.words),
    }
    _, faults = additions.tried(files)
    if faults:
        raise AnswerRefused(
            f"the calculator would have a fault, so nothing was written: {fault_lines(faults[:3])}"
        )
    made = _Made(name, record, files, replaced)
    _confirm(made, draft, interview, additions, shown)
    return made


def _begin(draft: Draft, additions: Additions) -> tuple[str, Replaced | None]:
    """Ask for the title, and return the id with the calculator that is replaced, if any. Raises Refused and GoBack."""
    explains = (
        "Players look for this name in the list of calculators. Use the heading of the rule or the chart."
    )
    title = draft.need("title", "What is the calculator for? Give it a title", "Fire", explains=explains)
    draft.title = title
    replaced = ask_replaced(title, draft.interview, additions)
    return replaced.name if replaced else ask_id("procedures", title, draft.interview, additions), replaced


def _record(draft: Draft, name: str) -> dict[str, Any]:
    """Ask all other questions, and return the record of the calculator. Raises Refused and GoBack."""
    title = draft.title
    draft.cite = ask_rule(draft.interview, draft.module, title)
    draft.interview.finish_missing()
    draft.method = method = _ask_method(draft)
    METHODS[method][1](draft)
    ask_forbidden(draft)
    ask_next(draft)
    make_worse(draft)
    draft.unused = leave_out_unused(draft)
    keep_by_hand(draft)
    explains = "It is shown below the title. Say what is rolled, and what the result decides."
    says = "What does it do, in one sentence?"
    summary = draft.need("summary", says, default=draft.summary, explains=explains)
    draft.interview.finish()
    return {
        "id": name,
        "title": title,
        "cite": draft.cite,
        "summary": summary,
        "inputs": draft.inputs,
        "steps": draft.steps,
        "outcome": draft.outcome,
        **draft.head,
        "next": draft.next,
        **({"by_hand": draft.by_hand} if draft.by_hand else {}),
    }


def _ask_method(draft: Draft) -> str:
    """Ask how the result is decided, and return the method.

    Enter takes the one that the text of the rule makes plain. Without a terminal, where nobody sees it, it is required.
    """
    ways = [Option(method, method, words) for method, (words, _) in METHODS.items()]
    has_charts = bool(draft.module.charts or tables_to_make(draft.module))

    def usable(method: str) -> str:
        if uses_chart(method) and not has_charts:
            raise Refused("the game has no charts; create one first with companion new-chart")
        return method

    is_seen = draft.interview.asks or "method" in draft.interview.former
    default, where = (printed_method(draft.module, draft.cite) if is_seen else None) or (None, "")
    if default is not None and uses_chart(default) and not has_charts:
        default = None
    return draft.choose(
        "method",
        "How is it decided",
        ways,
        default,
        usable,
        default_says=f"{default}, as {where} seems to say" if default else "",
        explains=methods_help(),
    )


def _confirm(made: _Made, draft: Draft, interview: Interview, additions: Additions, shown: list[str]) -> None:
    """Show a summary of the calculator and ask whether to write it. Raises Refused if not, and ChangeWanted.

    `shown` is the last summary, empty for none; only what has changed since is then shown. It becomes this summary.
    """
    if not interview.asks:
        return
    texts = whole_summary(made.record, draft.module)
    rest = left_out(interview, bool(draft.next))
    most = (shutil.get_terminal_size().lines if sys.stdout.isatty() else 24) - _PROMPT_LINES
    whole = summary_lines(made.record, draft.module, width(), sys.maxsize)
    if shown:
        unchanged = [] if draft.unused else ["Nothing has changed."]
        lines = _wrapped(changed_texts(shown, texts) or unchanged)
    else:
        lines = [*summary_lines(made.record, draft.module, width(), most), *_wrapped(rest)]
    print_lines(["", *lines, *_wrapped(unused_line(draft.unused)), ""])
    shown[:] = texts
    says = f"Write this calculator to {shown_path(made.paths(additions)[0])}"
    if made.replaced is not None:
        says = f"Replace {shown_path(made.replaced.path)} with this"
    if not ask_to_write(interview, says, whole, width()):
        raise Refused("nothing was written; run the same command to continue with your answers")


def _wrapped(texts: Sequence[str]) -> list[str]:
    """Return texts as lines, each text with a hanging indent."""
    return [line for text in texts for line in wrapped(text, width(), "", "  ")]


def _text(record: dict[str, Any], additions: Additions) -> str:
    """Return the text of the calculator file, with an empty list if it has no questions."""
    comments = [SCHEMA.format("procedure")] if additions.has_schemas else []
    text = yaml_text(record, comments)
    return text if record["inputs"] else text.replace("steps:\n", "inputs: []\nsteps:\n", 1)


def _examples(record: dict[str, Any], name: str, words: dict[str, list[str]]) -> str:
    """Return worked examples to fill in, and an invalid one if an answer has a limit.

    `words` are the possible results of charts, by result name.
    """
    asked = {given["name"]: _FILL_IN for given in record["inputs"] if given["kind"] != "yes-no"}
    dice = [_FILL_IN for step in record["steps"] if step["do"] == "roll"] or None
    results = {result["name"]: _FILL_IN for result in record["outcome"] if result.get("show") == "headline"}
    domains = [_domain_words(given) for given in record["inputs"] if given["kind"] != "yes-no"]
    domains += [_result_words(result, words) for result in record["outcome"] if result["name"] in results]
    note = (
        f"fill in each {_FILL_IN} from the rulebook{''.join(f'; {domain}' for domain in domains if domain)}"
    )
    example = {"procedure": name, "inputs": asked, "rolls": dice, "outcome": results, "cite": record["cite"]}
    ticks = [given["name"] for given in record["inputs"] if given["kind"] == "yes-no"]
    second = {**example, "inputs": {**asked, **({ticks[0]: True} if ticks else {})}}
    lines = [{**example, "note": note}, {**second, "note": "and another"}]
    limited = next((given for given in record["inputs"] if given.get("most")), None)
    if limited is not None:
        over = {limited["name"]: int(limited["most"]) + 1}
        says = f"{limited['label']}: {limited['most']} at most"
        lines.append({"procedure": name, "inputs": over, "refused": True, "note": says})
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def _domain_words(given: dict[str, Any]) -> str:
    """Return the possible answers to a question in an example: `men is 1 to 9`, `target is open or wood`."""
    if given["kind"] == "number":
        return (
            f"{given['name']} is {given['least']} {'to ' + given['most'] if 'most' in given else 'or more'}"
        )
    return f"{given['name']} is {' or '.join(choice['key'] for choice in given['choices'])}"


def _result_words(result: dict[str, Any], words: dict[str, list[str]]) -> str:
    """Return the possible results in an example: `winner is side_1 for Attacker or nobody`; empty for numbers."""
    written = {"yes": "true", "no": "false"}
    known = [
        written.get(key, key) + (f" for {label}" if label != written.get(key, key) else "")
        for key, label in result.get("words", {}).items()
    ]
    known = known or words.get(result["name"], [])
    return f"{result['name']} is {' or '.join(known)}" if known else ""
