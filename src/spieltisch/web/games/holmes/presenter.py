"""Holmes as its page shows it: what is asked, and what can be answered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from spieltisch.core.rng import seeded
from spieltisch.core.view import View
from spieltisch.games.holmes import scoring
from spieltisch.games.holmes.view import HolmesView
from spieltisch.server.snapshot import Snapshot
from spieltisch.server.viewer import Entry
from spieltisch.web.games.holmes.board import WILD, Board, HolmesBoard, loose_jokers
from spieltisch.web.games.holmes.words import this_view
from spieltisch.web.pages.plans import Plan, plans
from spieltisch.web.pages.scene import Choice, Parts, Question, names_of

VISITS = ("visit", "visit_from")
CHAINED = ("visit", "as", "take", "steal")
TAPPED = ("as", "take", "steal")
NOT_LOGGED = frozenset({"turned_up", "use", "sniffed", "sniffed_unseen"})
FROM = " from "


class HolmesPresenter(HolmesBoard):
    def plans(self, look: Snapshot, view: View) -> list[Parts]:
        """A visit goes on with what the person does, until chance or the other player has a say.
        From day 2 on the marker that moves is a part of its own, the one that has stood longest
        first; which one it is makes no difference to what follows."""
        stood = standing_since(look)
        by_lead: dict[str, list[str]] = {}
        for text in sorted(look.legal, key=lambda text: stood.get(origin_of(text), 0)):
            by_lead.setdefault(text.partition(FROM)[0], []).append(text)
        return [plan for same in by_lead.values() for plan in self.plans_of(view, same)]

    def plans_of(self, view: View, same: Sequence[str]) -> Iterator[Parts]:
        """`same`: a move, or one visit with each of the markers that can go there."""
        rows = plans(self.game, view, same[:1], goes_on)
        for text in same:
            origin = origin_of(text)
            for row in rows:
                yield Parts((text, *row[1:]), [origin] if origin else [])

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
        """What lies open, as if that were all."""
        seen = this_view(view)
        state = self.game.determinize(seen, seeded("points"))
        unplaced = scoring.UNPLACED_JOKER * state.loose[seat]
        return scoring.score(state, seat) - unplaced + loose_jokers(seen, seat)

    def logged(self, entry: Entry) -> bool:
        return entry.seen.what not in NOT_LOGGED

    # --- questions ---

    def question(self, look: Snapshot, view: View, plans: Sequence[Parts]) -> Question:
        view = this_view(view)
        if look.seat is None or view.turn != look.seat or not look.legal:
            return self.waiting(look, view)
        return self.with_steps(self.asked(look, view), plans)

    def asked(self, look: Snapshot, view: HolmesView) -> Question:
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
            text = say("Tap somebody who has none of your markers yet, then what you take there.")
        else:
            text = say("Tap the person you visit, then what you take there.")
        if any(move.startswith("lay ") for move in look.legal):
            joker = say("Before that you may lay a face-down clue onto your loose joker.")
            text = f"{text} {joker}"
        goes = say("Marker from: %(parts)s.", parts="{parts}")
        if sum(person.markers[view.mover] == "standing" for person in view.persons) > 1:
            goes += " " + say("Tap another standing one to swap.")
        unfit = say("Now choose whom you visit.")
        return Question(title, text, pay=goes, unfit=unfit, act=say("Visit and use"))

    def with_steps(self, question: Question, plans: Sequence[Parts]) -> Question:
        """What is said on the way through an ability."""
        moves = {move for plan in plans for move in plan.moves[1:]}
        verbs = sorted({move.split()[0] for move in moves} & set(TAPPED))
        return msgspec.structs.replace(
            question,
            further=[choice for choice in self.further() if choice.lead in moves],
            steps={verb: self.verb_words(verb, "{thing}") for verb in verbs},
        )

    def further(self) -> list[Choice]:
        """Answers on the way through an ability that nothing on the table stands for."""
        say = self.speech.say
        return [
            Choice("decline", say("Only visit"), say("You visit, but do not use the ability.")),
            Choice("join", say("With the joker"), say("The stolen clue joins your loose joker.")),
            Choice("apart", say("Without it"), say("The stolen clue goes without the joker.")),
        ]

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


def goes_on(plan: Plan) -> bool:
    """Whether what is asked next belongs to what began with a visit or in the middle of one. Cards
    looked at are new knowledge: nothing is planned past them; where a joker goes is a question of
    its own."""
    return plan[0].split()[0] in CHAINED and plan[-1] not in ("decline", f"take {WILD}")


def origin_of(text: str) -> str:
    """visit hudson from toby: toby"""
    return text.partition(FROM)[2]


def standing_since(look: Snapshot) -> dict[str, int]:
    """When the viewer's markers came to their persons, as the log numbers it."""
    return {
        str(entry.seen.facts["person"]): entry.id
        for entry in look.log
        if entry.seen.what in VISITS and entry.seen.who == look.seat
    }
