"""Orders and units from the command line, as text and as JSON, and their refusals."""

from __future__ import annotations

import pytest

from tests.process.conftest import Say


@pytest.mark.usefixtures("shipped")
class TestOrders:
    """The states of an order."""

    SEND = (
        "orders",
        "send",
        "--side",
        "first",
        "--to",
        "II Corps",
        "--kind",
        "attack",
        "--text",
        "the hill",
        "--in",
        "5",
    )

    def test_raised_once_at_its_turn(self, say: Say) -> None:
        """Sent at 10:00 with five turns, due at 11:15 and only then; undo puts it in transit again."""
        say("session", "clock", "10:00", "--light", "day=05:30")
        sent = say(*self.SEND, "--from", "Lee", "--if", "the guns fall silent", "--json").json
        assert (sent["order"]["arrives"], sent["order"]["arrives_at"], sent["raised"]) == (
            6,
            "turn 6, 11:15",
            [],
        )
        assert say("turn", "to", "5", "--json").json["raised"] == []
        raised = say("turn", "to", "6", "--json").json["raised"]
        assert [(each["id"], each["procedure"]) for each in raised] == [
            ("order-1-arrives", "lob:command-roll")
        ]
        assert "once the guns fall silent" in raised[0]["says"]
        say("turn", "undo")
        assert say("turn", "--json").json["due"] == []
        assert len(say("turn", "redo", "--json").json["due"]) == 1

    def test_from_the_roll_to_the_end(self, say: Say) -> None:
        """Failed, tried again a turn later, accepted, ended; each step settles what was due."""
        say(*self.SEND)
        say("orders", "accept", "1").refused(2, "does not arrive until turn 6")
        say("turn", "to", "6")
        say("orders", "fail", "1")
        assert say("turn", "--json").json["due"] == []
        assert say("turn", "to", "7", "--json").json["raised"][0]["id"] == "order-1-again@7"
        assert say("orders", "accept", "1", "--json").json["order"]["state"] == "accepted"
        assert say("turn", "--json").json["due"] == []
        assert say("orders", "end", "1", "--why", "hill taken", "--json").json["order"]["why"] == "hill taken"
        assert "No orders" in say("orders").out
        assert "hill taken" in say("orders", "--all").out
        say("orders", "lose", "1").refused(2, "order 1 is ended")

    def test_rewriting_changes_only_the_given_parts(self, say: Say) -> None:
        """--in counts from the turn in which the order was sent."""
        say("turn", "to", "3")
        old = say(*self.SEND, "--formation", "Hood", "--relay", "2", "--json").json["order"]
        say("turn", "to", "4")
        new = say("orders", "rewrite", "1", "--in", "9", "--text", "the wood", "--json").json["order"]
        assert new == {**old, "arrives": 12, "arrives_at": "turn 12", "text": "the wood"}
        when = [(each["turn"], each["says"]) for each in say("orders", "--json").json["calendar"]]
        assert when == [(12, "Order to II Corps arrives"), (14, "The order to II Corps reaches Hood")]

    @pytest.mark.parametrize(
        ("changes", "words"),
        [
            (("--side", "third"), ("side", "First player, Second player")),
            (("--kind", "tea"), ("kind", "attack, move, reserve")),
            (("--in", "-1"), ("arrives", "1 to 999")),
            (("--relay", "-1"), ("relay",)),
            (("--to", " "), ("recipient",)),
        ],
    )
    def test_refused_with_the_domain(
        self, say: Say, changes: tuple[str, ...], words: tuple[str, ...]
    ) -> None:
        """A refused order is not sent."""
        say(*self.SEND, *changes).refused(2, *words)
        assert say("orders", "--json").json["orders"] == []

    def test_an_unknown_order(self, say: Say) -> None:
        """The message lists the known orders."""
        say(*self.SEND)
        say("orders", "end", "2").refused(1, "unknown order 2", "1")


@pytest.mark.usefixtures("shipped")
class TestUnits:
    """Facts of units, with the domains of the questions that they answer."""

    def test_kept_changed_dropped(self, say: Say) -> None:
        """Facts add up; names ignore case."""
        say("units", "keep", "20th Maine", "rating=b", "sps=5", "--side", "second")
        kept = say("units", "keep", "20TH maine", "sps=4", "wrecked=yes", "--json").json
        facts = {"rating": "B", "sps": 4, "wrecked": True}
        assert kept == {"name": "20th Maine", "side": "Second player", "facts": facts}
        assert say("units", "--json").json["units"] == [kept]
        assert "20th Maine (Second player): Morale rating B" in say("units").out
        say("units", "drop", "20th maine")
        assert say("units", "--json").json["units"] == []
        say("units", "drop", "20th Maine").refused(1, "unknown unit 20th Maine")

    @pytest.mark.parametrize(
        ("fact", "words"),
        [
            ("rating=G", ("rating", "A, B, C, D, E, F")),
            ("sps=-1", ("sps", "0 or more")),
            ("sps=", ("sps", "a value is required")),
            ("colour=red", ("colour", "rating, sps")),
            ("rating", ("fact=value",)),
        ],
    )
    def test_refused_with_the_domain(self, say: Say, fact: str, words: tuple[str, ...]) -> None:
        """A refused line keeps none of its facts."""
        say("units", "keep", "X", "wrecked=no", fact).refused(2, *words)
        assert say("units", "--json").json["units"] == []
