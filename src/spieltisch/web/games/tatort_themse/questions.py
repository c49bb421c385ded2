"""What Tatort Themse asks its players."""

from __future__ import annotations

from collections.abc import Sequence

from spieltisch.core.view import View
from spieltisch.games.tatort_themse.view import ThemseView
from spieltisch.server.snapshot import Snapshot
from spieltisch.web.games.tatort_themse.turn import ThemseTurn
from spieltisch.web.pages.scene import Choice, Parts, Question, Tap, names_of


class ThemseQuestions(ThemseTurn):
    def question(self, look: Snapshot, view: View, plans: Sequence[Parts]) -> Question:
        view = this_view(view)
        say = self.speech.say
        pay = say("You pay %(parts)s.", parts="{parts}")
        if look.seat is None or view.turn != look.seat or not look.legal:
            return self.waiting(look, view)
        if view.phase == "ask_renew":
            return self.renew_question()
        if view.phase in ("pay_elimination", "pay_clue"):
            return self.payment(view, pay)
        if view.phase == "question":
            text = say("Question one of the open witnesses, or draw from the pile.")
            return Question(say("Now question a witness"), text, alone=len(look.legal) == 1)
        return self.action(plans, pay)

    def action(self, plans: Sequence[Parts], pay: str) -> Question:
        say = self.speech.say
        title = say("It is your turn")
        if all(plan.moves[0] == "pass" for plan in plans):
            text = say("You cannot pay for any clue yet. Question a witness.")
        else:
            text = say("Optional: eliminating and taking. Required: questioning.")
        if any(plan.moves == ("pass",) for plan in plans):
            skip = Choice("pass", say("Take nothing"), say("You take no clue."), main=True)
            return Question(title, text, [skip], pay=pay, alone=len(plans) == 1)
        return Question(title, text, pay=pay)

    def renew_question(self) -> Question:
        say = self.speech.say
        return Question(
            say("Four equal witnesses"),
            say("Four equal witnesses lie open. You may replace them at the start of your turn."),
            [
                Choice("renew", say("Replace them"), say("You replace the four."), main=True),
                Choice("keep", say("Leave them"), say("You leave them.")),
            ],
        )

    def payment(self, view: ThemseView, pay: str) -> Question:
        say = self.speech.say
        clue = view.grid[view.column - 1][-1 - view.eliminating]
        name = self.clue_name(clue)
        if view.phase == "pay_elimination":
            tap = Tap(say=say("You take %(clue)s.", clue=name), act=say("Eliminate and take"))
            text = say("Choose the cards for eliminating and for the clue.")
        else:
            tap = Tap(say=say("You take %(clue)s.", clue=name), act=say("Take the clue"))
            text = say("Choose the cards you pay with.")
        return Question(say("Pay for %(clue)s", clue=name), text, implied=tap, pay=pay)

    def waiting(self, look: Snapshot, view: ThemseView) -> Question:
        say = self.speech.say
        if look.result is not None:
            return Question(say("The game is over"), "")
        name = names_of(look, self.speech)[view.mover]
        if look.seat is None:
            return Question(say("%(name)s is thinking", name=name), say("You are watching."))
        return Question(say("%(name)s is thinking", name=name), "")


def this_view(view: View) -> ThemseView:
    assert isinstance(view, ThemseView)
    return view
