"""What Zug um Zug asks its players, and what it tells them to bear in mind."""

from __future__ import annotations

from collections.abc import Sequence

from spieltisch.core.state import CHANCE
from spieltisch.core.view import View
from spieltisch.games.zug_um_zug.view import ZugView, idle_turns_left
from spieltisch.server.snapshot import Snapshot
from spieltisch.web.games.zug_um_zug.tickets import CHOOSING, COMPLETE, KEEP
from spieltisch.web.games.zug_um_zug.words import LETTER, LOCOMOTIVE, ZugWords
from spieltisch.web.pages.scene import Choice, Parts, Question, Several, Tap, names_of


class ZugQuestions(ZugWords):
    def news(self, look: Snapshot, view: ZugView) -> tuple[str, str]:
        """What everyone should bear in mind."""
        say = self.speech.say
        if look.result is not None:
            return "", ""
        if view.phase == COMPLETE:
            said = say("Now everyone completes tickets, in secret.")
            return ("", "") if look.legal else (said, "ZZ-23")
        if view.last_turns:
            said = self.speech.count(
                "Last turns: this is the very last one.",
                "Last turns: %(number)s are left, this one included.",
                view.last_turns,
            )
            return said, "ZZ-19"
        idle = idle_turns_left(view)
        return ("", "") if idle is None else (self.idle_warning(idle), "ZZ-27")

    def idle_warning(self, left: int) -> str:
        return self.speech.count(
            "Nothing has happened for two rounds: if this turn is idle too, the last turns begin.",
            "Nothing has happened for two rounds: if %(number)s more turns are idle, this one"
            " included, the last turns begin.",
            left,
        )

    def question(self, look: Snapshot, view: View, plans: Sequence[Parts]) -> Question:
        view = this_view(view)
        if look.seat is None or view.turn != look.seat or not look.legal:
            return self.waiting(look, view)
        if view.phase in CHOOSING:
            return self.choosing(look, view)
        if view.phase == "second_card":
            return self.second_card(look)
        return self.action(look)

    def action(self, look: Snapshot) -> Question:
        say = self.speech.say
        if look.legal == ["pass"]:
            text = say("There is nothing you can draw or lay.")
            choice = Choice("pass", say("Pass"), say("You pass."), main=True)
            return Question(say("It is your turn"), text, [choice], alone=True)
        return Question(
            say("It is your turn"),
            self.ways(look),
            implied=Tap(why="lay", act=say("Lay the cards")),
            pay=say("You lay %(parts)s.", parts="{parts}"),
            propose=False,
            unfit=say(
                "Two or more of one colour can be laid, locomotives help; or three wagons of three"
                " colours."
            ),
        )

    def ways(self, look: Snapshot) -> str:
        """What the legal actions are, in one sentence."""
        say = self.speech.say
        kinds = {text.split()[0] for text in look.legal}
        ways = [
            (say("draw train cards"), "draw"),
            (say("lay cards of your hand"), "lay"),
            (say("draw tickets"), "tickets"),
        ]
        possible = [words for words, kind in ways if kind in kinds]
        if len(possible) == 1:
            return say("You can: %(ways)s.", ways=possible[0])
        before = ", ".join(possible[:-1])
        return say("You can: %(ways)s or %(last)s.", ways=before, last=possible[-1])

    def second_card(self, look: Snapshot) -> Question:
        say = self.speech.say
        stop = Choice("stop", say("Stop"), say("You take no second card."))
        text = say("Take another card from the display (no locomotive) or the pile, or stop.")
        alone = look.legal == ["stop"]
        if alone:
            text = say("There is no second card to take.")
        return Question(say("A second card"), text, [stop], alone=alone)

    def choosing(self, look: Snapshot, view: ZugView) -> Question:
        say = self.speech.say
        if view.phase == COMPLETE:
            return self.completing(look, view)
        first = view.phase == "choose_first"
        text = (
            say("Keep at least one. Nobody sees which, and those not completed cost points.")
            if first
            else say("Keep as many as you like; the others go under the pile.")
        )
        return Question(
            say("Which tickets do you keep?"),
            text,
            implied=Tap(act=say("Keep the chosen ones")),
            several=Several(
                KEEP,
                "done",
                1 if first and not view.chosen else 0,
                say(
                    "Kept: %(number)s, worth %(worth)s points. Tap to change; what you do not"
                    " complete costs its points.",
                    number="{number}",
                    worth="{worth}",
                ),
            ),
        )

    def completing(self, look: Snapshot, view: ZugView) -> Question:
        say = self.speech.say
        title = say("Which tickets do you complete?")
        if look.legal == ["done"]:
            text = say("What has arrived pays for no more tickets.")
            return Question(title, text, [Choice("done", say("Go on"), "", main=True)])
        return Question(
            title,
            say("Proposed is the choice with the most points. Tap to change it."),
            implied=Tap(act=say("Complete the chosen ones")),
            unfit=say("Your on-the-way pile does not pay for all of these."),
            several=Several(
                COMPLETE,
                "done",
                0,
                say(
                    "Completed: %(number)s, for %(worth)s points.",
                    number="{number}",
                    worth="{worth}",
                ),
                have=self.left_to_pay(view),
                joker=LOCOMOTIVE,
            ),
        )

    def left_to_pay(self, view: ZugView) -> str:
        """The own on-the-way pile without what tickets chosen for good have used."""
        assert view.seat is not None
        left = list(view.on_the_way[view.seat])
        for number in view.chosen:
            for kind in self.room.cards.tickets[number - 1].cards:
                left.remove(LETTER[kind] if LETTER[kind] in left else LOCOMOTIVE)
        return "".join(left)

    def waiting(self, look: Snapshot, view: ZugView) -> Question:
        say = self.speech.say
        if look.result is not None:
            return Question(say("The game is over"), "")
        watching = say("You are watching.") if look.seat is None else ""
        if view.turn == CHANCE:
            return Question(say("The others are choosing"), watching)
        name = names_of(look, self.speech)[view.mover]
        return Question(say("%(name)s is thinking", name=name), watching)


def this_view(view: View) -> ZugView:
    assert isinstance(view, ZugView)
    return view
