"""The commands with what help says of each; their arguments are in `arguments`, what they do in a module each."""

from __future__ import annotations


class Command:
    """A command of the command line. (A plain class: a named tuple would cost each look-up 1 ms.)"""

    def __init__(self, arguments: str, summary: str, *examples: str) -> None:
        self.arguments = arguments
        """Module of `companion.cli.arguments` with the function that declares the arguments."""
        self.summary = summary
        """Sentence without a full stop."""
        self.examples = examples
        """Words after `companion`."""


def module_name(command: str) -> str:
    """Return the name of the function with the arguments of a command, and of the module that runs it."""
    return "import_" if command == "import" else command.replace("-", "_")


COMMANDS = {
    "find": Command(
        "lookup",
        "find rules, charts, calculators and terms",
        "find closing roll canister",
        "find 3.5 --game lob",
        "find --kind chart fire --json",
    ),
    "compare": Command(
        "lookup",
        "show what a term means in each game, side by side",
        "compare shaken",
        "compare close combat",
    ),
    "show": Command(
        "lookup",
        "show one rule, chart, calculator or term with errata, clarifications and links",
        "show lob:3.5",
        "show combat-table --game lob",
        "show lob:3.5 --around",
    ),
    "bookmarks": Command(
        "lookup",
        "list, set and remove your bookmarks and notes",
        "bookmarks",
        "bookmarks set lob:3.5",
        "bookmarks note lob:3.5 look at the chart first",
    ),
    "calc": Command(
        "lookup",
        "run a calculator, or list and describe calculators",
        "calc --list",
        "calc lob:closing-roll rating=C leader_morale=2 --roll 4",
        "calc lob:closing-roll rating=C leader_morale=2 --odds --json",
    ),
    "import": Command(
        "lookup",
        "make a document of your own searchable: PDF, Word, web page, Markdown or text",
        "import rulebook.pdf --game lob",
        "import rulebook.pdf --game lob --name rules --yes",
        "import --remove rules",
    ),
    "session": Command(
        "session",
        "list, start and switch sessions; set game, scenario, settings and clock",
        "session",
        "session new Friday --game lob",
        "session scenario battle",
    ),
    "turn": Command(
        "session",
        "show the turn, move on, tick the checklist, see to what is due",
        "turn",
        "turn next",
        "turn to 7 3",
    ),
    "cup": Command(
        "session",
        "show the chit cup, fill it, draw from it, change the order of moves",
        "cup",
        "cup fill",
        "cup draw",
    ),
    "orders": Command(
        "session",
        "list orders in transit and in force, send and accept orders",
        "orders",
        'orders send --side Union --to "XI Corps" --kind march --text "to Gettysburg" --in 2',
        "orders accept 1",
    ),
    "units": Command(
        "session",
        "list and keep units with the facts that calculators ask for",
        "units",
        'units keep "5th Texas" rating=B sps=5',
    ),
    "log": Command(
        "session",
        "show the log of the session, add notes and bookmarks, correct a calculation, write the report",
        "log --turn 3",
        'log note "the bridge is down"',
        "log export --out friday.md",
    ),
    "ruling": Command(
        "session",
        "list, make, remove and exchange table rulings",
        "ruling",
        'ruling add lob:3.5 "here it counts once"',
        "ruling export rulings.json",
    ),
    "check": Command(
        "authoring",
        "check the data for faults, or worked examples against it",
        "check mygames",
        "check --cases tests/cases/lob-calculations.jsonl",
        "check --prose lob",
    ),
    "coverage": Command(
        "authoring",
        "list what of the sources is included, and which test proves it",
        "coverage",
        "coverage --game lob --all",
    ),
    "new-game": Command(
        "authoring",
        "write the commented skeleton of a small game, to start your own from",
        "new-game ford",
        "new-game ford --small",
        "new-game ford --folder mygames",
    ),
    "new-rules": Command(
        "authoring",
        "make rules of your game from the sections of an imported document",
        "new-rules rulebook --game ford",
        "new-rules rulebook --game ford --sections 3.1-3.9,4",
    ),
    "new-chart": Command(
        "authoring",
        "make a chart of a spreadsheet (.csv, .xlsx or a Markdown table), and compare both cell by cell",
        "new-chart fire.csv --game ford",
        "new-chart charts.xlsx --game ford --answer sheet=Fire --answer cite=3.1 --answer page=Card",
    ),
    "new-calculator": Command(
        "authoring",
        "ask step by step how something is decided, and write the calculator",
        "new-calculator --game ford",
    ),
    "schema": Command(
        "authoring",
        "describe the keys of the YAML files, or write JSON Schemas for editors",
        "schema",
        "schema procedure",
        "schema --out schemas",
    ),
    "keys": Command(
        "system",
        "list the keys of the app by name, and what is wrong in your settings",
        "keys",
        "keys --json",
    ),
    "serve": Command(
        "system",
        "open the app to browsers: on this computer, or with --lan in its network",
        "serve",
        "serve --lan",
    ),
    "completion": Command(
        "system",
        "print a script with which your shell completes companion's commands",
        "completion bash > ~/.local/share/bash-completion/completions/companion",
        "completion zsh > ~/.zfunc/_companion",
        "completion fish > ~/.config/fish/completions/companion.fish",
    ),
}
"""The commands by name, in the order of the help."""
