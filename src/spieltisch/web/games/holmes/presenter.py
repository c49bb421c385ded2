"""Holmes as its page shows it: what is asked, and what can be answered."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from spieltisch.core.rng import seeded
from spieltisch.core.view import View
from spieltisch.games.holmes import scoring
from spieltisch.games.holmes.view import HolmesView
from spieltisch.server.snapshot import Snapshot
from spieltisch.server.viewer import Entry
from spieltisch.web.games.holmes.board import Board, HolmesBoard
from spieltisch.web.games.holmes.words import this_view
from spieltisch.web.pages.scene import Choice, Parts, Question, names_of

NOT_LOGGED = frozenset({"turned_up", "use", "sniffed", "sniffed_unseen"})
FROM = " from "


class HolmesPresenter(HolmesBoard):
    def plans(self, look: Snapshot, view: View) -> list[Parts]:
        """From day 2 on the marker that moves is a part of its own. Proposed first are markers on
        open persons: only those can be visited again later in the day."""
        face_up = {person.id for person in this_view(view).persons if person.face_up}
        found = [Parts((text,), origin_of(text)) for text in look.legal]
        return sorted(found, key=lambda plan: any(origin not in face_up for origin in plan.parts))

    def board(self, look: Snapshot, view: View, plans: Sequence[Parts]) -> Board:
        return self.laid_out(look, this_view(view), plans)

    def opened(self, views: Sequence[View]) -> HolmesView:
        *seats, watched = [this_view(view) for view in views]
        players = [
            msgspec.structs.replace(view.players[at], known=view.face_down or "")
            for at, view in enumerate(seats)
        ]
        sniffed = seats[watched.mover].sniffed
        return msgspec.structs.replace(watched, players=players, sniffed=sniffed)

    def points(self, view: View, seat: int) -> int:
        """What lies open, as if that were all: loose jokers still have their chance."""
        state = self.game.determinize(this_view(view), seeded("points"))
        return scoring.score(state, seat) - scoring.UNPLACED_JOKER * state.loose[seat]

    def logged(self, entry: Entry) -> bool:
        return entry.seen.what not in NOT_LOGGED

    # --- questions ---

    def question(self, look: Snapshot, view: View, plans: Sequence[Parts]) -> Question:
        view = this_view(view)
        if look.seat is None or view.turn != look.seat or not look.legal:
            return self.waiting(look, view)
        match view.phase:
            case "place":
                return self.whom_to_visit(look, view)
            case "ask_use":
                return self.use_or_not(view)
            case "placing_joker" | "joining" | "end_jokers":
                return self.about_jokers(look, view)
        return self.step_of_ability(look, view)

    def whom_to_visit(self, look: Snapshot, view: HolmesView) -> Question:
        say = self.speech.say
        title = say("It is your turn")
        if view.day == 1:
            text = say("Visit somebody who has none of your markers yet.")
        else:
            text = say("Visit somebody: choose the person, and which of your markers goes there.")
        if any(move.startswith("lay ") for move in look.legal):
            joker = say("Before that you may lay a face-down clue onto your loose joker.")
            text = f"{text} {joker}"
        goes = say("Your marker comes from: %(parts)s.", parts="{parts}")
        return Question(title, text, pay=goes, unfit=say("Now choose whom you visit."))

    def use_or_not(self, view: HolmesView) -> Question:
        say = self.speech.say
        assert view.visited is not None
        return Question(
            say("At %(person)s", person=self.word(view.visited)),
            self.whole_ability(view.visited),
            [
                Choice("use", say("Use it"), main=True),
                Choice("decline", say("Decline")),
            ],
        )

    def step_of_ability(self, look: Snapshot, view: HolmesView) -> Question:
        say = self.speech.say
        alone = len(look.legal) == 1
        match view.phase:
            case "copying":
                text = say("Choose another open person, whose ability you use as well.")
                return Question(say("Whose ability do you copy?"), text, alone=alone)
            case "taking":
                return Question(say("Take from the display"), self.taking(view), alone=alone)
            case "keeping":
                text = say("It is laid face down before you; the others go into the display.")
                return Question(say("Keep one of these cards"), text)
        text = say("Choose one of the other's open rows.")
        return Question(say("What do you steal?"), text, alone=alone)

    def taking(self, view: HolmesView) -> str:
        assert view.acting is not None
        step = self.persons[view.acting.person].ability[view.acting.step - 1]
        left = view.acting.left
        if step.same:
            said = self.speech.say("You get %(number)s of the kind you choose.", number=left)
        else:
            said = self.speech.count(
                "Choose %(number)s clue.", "Choose %(number)s clues, one after the other.", left
            )
        if not step.hidden:
            return said
        one = self.speech.say("It is laid face down before you.")
        return (
            f"{said} {one if left == 1 else self.speech.say('They are laid face down before you.')}"
        )

    def about_jokers(self, look: Snapshot, view: HolmesView) -> Question:
        say = self.speech.say
        alone = len(look.legal) == 1
        if view.phase == "end_jokers":
            text = say("Seven days are over: every loose joker goes into a row now.")
            return Question(say("Lay your joker"), text, alone=alone)
        if view.phase == "placing_joker":
            text = say("Choose one of your rows, or keep the joker beside them.")
            loose = Choice("joker loose", say("Keep it loose"))
            return Question(say("A joker!"), text, [loose])
        assert view.stolen is not None
        clue = self.clue_name(view.stolen)
        text = say("The stolen clue may go onto your loose joker, which joins its row.")
        return Question(
            say("Stolen: %(clue)s", clue=clue),
            text,
            [
                Choice("join", say("With the joker"), main=True),
                Choice("apart", say("Without it")),
            ],
        )

    def waiting(self, look: Snapshot, view: HolmesView) -> Question:
        say = self.speech.say
        if look.result is not None:
            return Question(say("The game is over"), "")
        name = names_of(look, self.speech)[view.mover]
        watching = say("You are watching.") if look.seat is None else ""
        return Question(say("%(name)s is thinking", name=name), watching)


def origin_of(text: str) -> list[str]:
    """visit hudson from toby: toby"""
    return [text.partition(FROM)[2]] if FROM in text else []
