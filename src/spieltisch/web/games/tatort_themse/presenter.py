"""Tatort Themse as its page shows it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import msgspec

from spieltisch.core.hands import HandView
from spieltisch.core.view import UNKNOWN, View
from spieltisch.games.tatort_themse.prices import LETTERS
from spieltisch.games.tatort_themse.view import CaseView, ThemseView
from spieltisch.games.tatort_themse.wording import WITNESS_OF
from spieltisch.server.snapshot import Snapshot
from spieltisch.server.viewer import Entry
from spieltisch.web.games.tatort_themse.questions import ThemseQuestions, this_view
from spieltisch.web.games.tatort_themse.turn import Action, Bill, BillWords
from spieltisch.web.pages.plans import Plan, plans
from spieltisch.web.pages.scene import JOIN, Parts, Tap, names_of

MOST_PAYMENTS = 100  # for one clue
NOT_LOGGED = frozenset({"clue", "dealt", "turned_up", "take", "eliminate", "keep"})


class ClueCard(msgspec.Struct, frozen=True):
    """`clue` is its notation; `below`: how many clues lie under it, which would have to go first.
    Of a clue that can be had: its `price`, a `title` for the choice, and the clues that fall away
    with it, by their ids and in words."""

    clue: str
    case: str
    value: int
    witness: str
    name: str
    below: int
    tap: Tap
    title: str = ""
    price: str = ""
    removes: str = ""
    gone: str = ""


class Column(msgspec.Struct, frozen=True):
    number: int
    cards: tuple[ClueCard, ...]
    last: int | None  # the seat that took the clue which lay here, if that was the last one taken


class WitnessCard(msgspec.Struct, frozen=True):
    letter: str
    witness: str
    name: str
    tap: Tap = Tap()


class CaseCard(msgspec.Struct, frozen=True):
    id: str
    name: str
    bonus: int
    left: int
    solved: bool
    leader: int | None
    words: str
    ratio: str
    mine: int | None


class Stack(msgspec.Struct, frozen=True):
    """One player's clues of one case: what they add up to, and which they are."""

    case: str
    name: str
    total: int
    clues: str


class Hand(msgspec.Struct, frozen=True):
    """Another hand: cards known to be in it, if the memory aid shows them, and the others."""

    size: int
    known: tuple[WitnessCard, ...]
    hidden: int


class Board(msgspec.Struct, frozen=True):
    columns: Sequence[Column]
    display: Sequence[WitnessCard | None]
    pile: int
    pile_tap: Tap
    discard: int
    discard_top: Sequence[WitnessCard]
    discard_words: str
    cases: Sequence[CaseCard]
    stacks: Sequence[tuple[Stack, ...]]
    hands: Sequence[Hand]
    hand: Sequence[WitnessCard] | None
    path: Sequence[Action]
    bill: Bill | None
    bill_words: BillWords | None


class ThemsePresenter(ThemseQuestions):
    def plans(self, look: Snapshot, view: View) -> list[Parts]:
        first_pay_goes_on = view.phase == "pay_elimination"

        def goes_on(plan: Plan) -> bool:
            if plan[-1].startswith("pay"):
                return len(plan) == (1 if first_pay_goes_on else 2) and (
                    first_pay_goes_on or plan[0].startswith("eliminate")
                )
            return plan[-1] == "pass" or plan[-1].startswith(("take", "eliminate"))

        found = plans(self.game, view, look.legal, goes_on)
        return cheapest_first([Parts(plan, parts_of(plan)) for plan in found])

    def opened(self, views: Sequence[View]) -> ThemseView:
        *seats, watched = [this_view(view) for view in views]
        hands = [HandView(view.hands[at].size, view.hand or "") for at, view in enumerate(seats)]
        return msgspec.structs.replace(watched, hands=hands)

    def points(self, view: View, seat: int) -> int:
        view = this_view(view)
        bonus = sum(
            card.bonus
            for card, case in zip(self.game.cards.cases, view.cases, strict=True)
            if case.solved and case.winner == seat
        )
        return sum(view.sums[seat]) + bonus

    def logged(self, entry: Entry) -> bool:
        seen = entry.seen
        hidden_draw = seen.what == "drawn" and seen.facts.get("witness") == UNKNOWN
        return seen.what not in NOT_LOGGED and not hidden_draw

    def board(self, look: Snapshot, view: View, plans: Sequence[Parts]) -> Board:
        view = this_view(view)
        leads = {JOIN.join(plan.moves) for plan in plans} | {plan.moves[0] for plan in plans}
        last = last_taken(look, view.seats)
        return Board(
            columns=[
                Column(number, tuple(self.column(view, number, leads)), last.get(number))
                for number in range(1, len(view.grid) + 1)
            ],
            display=[self.displayed(view, letter, leads) for letter in view.display],
            pile=view.pile,
            pile_tap=self.question_tap(view, "blind", leads),
            discard=len(view.discard),
            discard_top=[self.witness(letter) for letter in top_of(look, view)],
            discard_words=self.counted(view.discard),
            cases=[self.case(view, case, look) for case in view.cases],
            stacks=[self.stacks(view, seat) for seat in range(view.seats)],
            hands=[self.other_hand(view, seat, look) for seat in range(view.seats)],
            hand=None if view.hand is None else [self.witness(letter) for letter in view.hand],
            path=self.path(view, leads) if look.legal else [],
            bill=self.bill(view) if look.legal else None,
            bill_words=None if look.seat is None else self.bill_words,
        )

    # --- clues ---

    def column(self, view: ThemseView, number: int, leads: set[str]) -> list[ClueCard]:
        clues = view.grid[number - 1]
        return [
            self.clue(view, number, clue, len(clues) - 1 - row, leads)
            for row, clue in enumerate(clues)
        ]

    def clue(
        self, view: ThemseView, number: int, clue: str, below: int, leads: set[str]
    ) -> ClueCard:
        """`below`: how many clues cover it; they would have to be eliminated first."""
        move = f"eliminate {number} {below}" if below else f"take {number}"
        legal = move in leads
        name = self.clue_name(clue)
        card = ClueCard(
            clue=clue,
            case=self.art[self.case_of_initial[clue[0]].id],
            value=int(clue[1]),
            witness=WITNESS_OF[clue[2]],
            name=self.clue_label(clue, number, below, legal),
            below=below,
            tap=self.clue_tap(move, name, below) if legal else Tap(why=move),
        )
        return self.offered(card, view, number) if legal else card

    def offered(self, card: ClueCard, view: ThemseView, number: int) -> ClueCard:
        column = view.grid[number - 1]
        left = len(column) - card.below
        return msgspec.structs.replace(
            card,
            title=self.speech.say("Take %(clue)s", clue=self.clue_name(card.clue)),
            price=card.clue[1:],
            removes=" ".join(f"c{number}-{row}" for row in range(left + 1, len(column) + 1)),
            gone=self.listed(column[left:]),
        )

    def clue_label(self, clue: str, number: int, below: int, legal: bool) -> str:
        facts: dict[str, str | int] = {
            "clue": self.clue_name(clue),
            "witness": self.word(WITNESS_OF[clue[2]]),
            "column": number,
        }
        say, count = self.speech.say, self.speech.count
        if below:
            facts["below"] = count("%(number)s clue below it", "%(number)s clues below it", below)
        if below and legal:
            return say(
                "%(clue)s, witness %(witness)s, column %(column)s, %(below)s:"
                " can be reached by eliminating",
                **facts,
            )
        if below:
            return say("%(clue)s, witness %(witness)s, column %(column)s, %(below)s", **facts)
        if legal:
            return say("%(clue)s, witness %(witness)s, column %(column)s: can be taken", **facts)
        return say("%(clue)s, witness %(witness)s, column %(column)s", **facts)

    def clue_tap(self, move: str, name: str, below: int) -> Tap:
        if not below:
            return Tap(
                lead=move,
                say=self.speech.say("You take %(clue)s.", clue=name),
                act=self.speech.say("Take the clue"),
            )
        return Tap(
            lead=move,
            say=self.speech.count(
                "You eliminate %(number)s clue and take %(clue)s.",
                "You eliminate %(number)s clues and take %(clue)s.",
                below,
                clue=name,
            ),
            act=self.speech.say("Eliminate and take"),
        )

    # --- witnesses ---

    def witness(self, letter: str) -> WitnessCard:
        return WitnessCard(letter, WITNESS_OF[letter], self.word(WITNESS_OF[letter]))

    def displayed(
        self, view: ThemseView, letter: str | None, leads: set[str]
    ) -> WitnessCard | None:
        if letter is None:
            return None
        tap = self.question_tap(view, f"open {letter}", leads)
        return msgspec.structs.replace(self.witness(letter), tap=tap)

    def question_tap(self, view: ThemseView, move: str, leads: set[str]) -> Tap:
        """Questioning straight away means taking no clue in this turn."""
        say = self.speech.say
        whom = (
            say("the top card of the pile") if move == "blind" else self.word(WITNESS_OF[move[-1]])
        )
        act = say("Question")
        if move in leads:
            return Tap(lead=move, say=say("You question: %(whom)s.", whom=whom), act=act)
        passing = JOIN.join(("pass", move))
        if passing in leads:
            text = say("You take no clue and question: %(whom)s.", whom=whom)
            return Tap(lead=passing, say=text, act=act)
        return Tap(why=move)

    def other_hand(self, view: ThemseView, seat: int, look: Snapshot) -> Hand:
        hand = view.hands[seat]
        known = hand.known if look.house.memory_aid else ""
        cards = tuple(self.witness(letter) for letter in known)
        return Hand(hand.size, cards, hand.size - len(known))

    # --- cases ---

    def case(self, view: ThemseView, case: CaseView, look: Snapshot) -> CaseCard:
        at = view.cases.index(case)
        totals = [sums[at] for sums in view.sums]
        leader = case.winner if case.solved else sole_leader(totals)
        best, second = [*sorted(totals, reverse=True), 0][:2]
        return CaseCard(
            id=self.art[case.id],
            name=self.word(case.id),
            bonus=self.game.cards.cases[at].bonus,
            left=case.left,
            solved=case.solved,
            leader=leader,
            words=self.case_words(case, leader, best, look),
            ratio=f"{best} : {second}" if best else "",
            mine=None if view.seat is None else totals[view.seat],
        )

    def case_words(self, case: CaseView, leader: int | None, best: int, look: Snapshot) -> str:
        say = self.speech.say
        if case.solved and leader is None:
            return say("Nobody gets it")
        if leader is None:
            return say("Tie") if best else say("Nobody yet")
        name = names_of(look, self.speech)[leader]
        if case.solved:
            mine, other = say("You solved it"), say("%(name)s solved it", name=name)
        else:
            mine, other = say("You lead"), say("%(name)s leads", name=name)
        return mine if leader == look.seat else other

    def stacks(self, view: ThemseView, seat: int) -> tuple[Stack, ...]:
        return tuple(
            Stack(
                self.art[case.id],
                self.word(case.id),
                view.sums[seat][at],
                " ".join(clue for clue in view.clues[seat] if clue[0] == case.initial),
            )
            for at, case in enumerate(self.game.cards.cases)
        )


def parts_of(plan: Plan) -> list[str]:
    cards = "".join(text[4:] for text in plan if text.startswith("pay "))
    return sorted(cards, key=LETTERS.index)


def cheapest_first(plans: list[Parts]) -> list[Parts]:
    """By first choice as listed, the cheapest payments of each first. Of payments with the same
    cards, told apart only by which of them pay for what, one is enough."""
    kept: list[Parts] = []
    for _, same in groupby(plans, key=first_choice):
        by_cards = {tuple(plan.parts) or plan.moves: plan for plan in same}
        kept += sorted(by_cards.values(), key=lambda plan: len(plan.parts))[:MOST_PAYMENTS]
    return kept


def first_choice(plan: Parts) -> str:
    return "" if plan.moves[0].startswith("pay") else plan.moves[0]


def last_taken(look: Snapshot, seats: int) -> dict[int, int]:
    """The column whose clue was taken last, and by whom, if that was within the last round."""
    turns = 0
    for entry in reversed(look.log):
        seen = entry.seen
        if seen.what == "pay_clue":
            return {int(seen.facts["column"]): seen.who}
        turns += seen.what in ("open", "blind")
        if turns > seats:
            break
    return {}


def top_of(look: Snapshot, view: ThemseView) -> str:
    """The last cards discarded, as many as show: those of the newest payment, else any."""
    for entry in reversed(look.log):
        seen = entry.seen
        if seen.what in ("pay_clue", "pay_elimination"):
            paid = str(seen.facts["cards"])
            if view.discard and all(paid.count(one) <= view.discard.count(one) for one in paid):
                return paid[-2:]
    return view.discard[-2:]


def sole_leader(totals: Sequence[int]) -> int | None:
    best = max(totals)
    return totals.index(best) if best and totals.count(best) == 1 else None
