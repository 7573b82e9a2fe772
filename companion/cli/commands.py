"""The commands with their summaries and examples; `arguments` declares their arguments, and a module each runs them."""

from __future__ import annotations


class Command:
    """A command of the command line. (A plain class, because a named tuple would add 1 ms to each look-up.)"""

    def __init__(self, arguments: str, summary: str, *examples: str) -> None:
        self.arguments = arguments
        """Module of `companion.cli.arguments` with the function that declares the arguments."""
        self.summary = summary
        """Summary, a sentence without a full stop."""
        self.examples = examples
        """Example command lines, without `companion`."""


def module_name(command: str) -> str:
    """Return the name of the module that runs a command, and of the function that declares its arguments."""
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
        "make your own document searchable: PDF, Word, web page, Markdown or text",
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
        "show the turn, change the phase, tick off the checklist, settle what is due",
        "turn",
        "turn next",
        "turn to 7 3",
    ),
    "cup": Command(
        "session",
        "show or fill the chit cup, draw chits, change the order of moves",
        "cup",
        "cup fill",
        "cup draw",
    ),
    "orders": Command(
        "session",
        "list, send, accept and correct orders",
        "orders",
        'orders send --side Union --to "XI Corps" --kind march --text "to Gettysburg" --in 2',
        "orders accept 1",
    ),
    "units": Command(
        "session",
        "list and edit units and their facts, which answer questions of calculators",
        "units",
        'units keep "5th Texas" rating=B sps=5',
    ),
    "log": Command(
        "session",
        "show the session log, add notes and bookmarks, correct a calculation, export the report",
        "log --turn 3",
        'log note "the bridge is down"',
        "log export --out friday.md",
    ),
    "ruling": Command(
        "session",
        "list, add, remove, export and import table rulings",
        "ruling",
        'ruling add lob:3.5 "here it counts once"',
        "ruling export rulings.json",
    ),
    "check": Command(
        "authoring",
        "check the data for faults, or check worked examples against it",
        "check mygames",
        "check --cases tests/cases/lob-calculations.jsonl",
        "check --prose lob",
    ),
    "coverage": Command(
        "authoring",
        "list which parts of the sources are included, and which test proves each",
        "coverage",
        "coverage --game lob --all",
    ),
    "new-game": Command(
        "authoring",
        "create a small game with comments, as a template for your own",
        "new-game ford",
        "new-game ford --small",
        "new-game ford --folder mygames",
    ),
    "new-rules": Command(
        "authoring",
        "create rules for your game from the sections of an imported document",
        "new-rules rulebook --game ford",
        "new-rules rulebook --game ford --sections 3.1-3.9,4",
        "new-rules rulebook --game ford --list",
    ),
    "new-chart": Command(
        "authoring",
        "create a chart from a spreadsheet (.csv, .xlsx) or a table in the rules, and compare them cell by cell",
        "new-chart fire.csv --game ford",
        "new-chart --game ford",
        "new-chart charts.xlsx --game ford --answer sheet=Fire --answer cite=3.1 --answer page=Card",
    ),
    "new-calculator": Command(
        "authoring",
        "create a calculator by answering questions step by step",
        "new-calculator --game ford",
    ),
    "new-example": Command(
        "authoring",
        "add worked examples of the rulebook, and compare them with a calculator",
        "new-example ford:fire",
        "new-example ford:fire --answer men=5 --answer roll-1=9 --answer result-loss=2",
    ),
    "new-turn": Command(
        "authoring",
        "create the turn from the sequence of play in the rules: phases, sides, who plays, calculators",
        "new-turn --game ford",
        'new-turn --game ford --answer sides="French, British" --answer "who=4 both"',
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
        "list the keys of the app by name, and faults in your settings",
        "keys",
        "keys --json",
    ),
    "serve": Command(
        "system",
        "serve the app to browsers: on this computer, or with --lan on the local network",
        "serve",
        "serve --lan",
    ),
    "completion": Command(
        "system",
        "print a completion script for your shell",
        "completion bash > ~/.local/share/bash-completion/completions/companion",
        "completion zsh > ~/.zfunc/_companion",
        "completion fish > ~/.config/fish/completions/companion.fish",
    ),
}
"""The commands by name, in the order of the help."""
