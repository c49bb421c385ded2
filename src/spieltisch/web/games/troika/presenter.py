"""Troika as its page shows it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from spieltisch.core.view import View
from spieltisch.games.troika.position import PlaceView
from spieltisch.games.troika.sheet import tied_for_chip
from spieltisch.games.troika.view import RoundView, TroikaView
from spieltisch.server.snapshot import Snapshot
from spieltisch.server.viewer import Entry
from spieltisch.web.games.troika import pieces
from spieltisch.web.games.troika.pieces import (
    LEAST_TO_CALL,
    Board,
    CallButton,
    Ceremony,
    Condition,
    Group,
    Hand,
    Note,
    Piece,
    Place,
    Share,
    hue,
)
from spieltisch.web.games.troika.words import TroikaWords
from spieltisch.web.pages.plans import plans
from spieltisch.web.pages.scene import POINTED, Parts, Question, Tap, names_of

NOT_LOGGED = frozenset({"turn", "dealt_unseen", "drawn_unseen", "no_hand_shown"})


class TroikaPresenter(TroikaWords):
    def plans(self, look: Snapshot, view: View) -> list[Parts]:
        return [Parts(plan) for plan in plans(self.game, view, look.legal, lambda plan: False)]

    def opened(self, views: Sequence[View]) -> TroikaView:
        *seats, watched = [this_view(view) for view in views]
        return msgspec.structs.replace(
            watched,
            hands=[view.hands[at] for at, view in enumerate(seats)],
            field=[
                best_known(places) for places in zip(*(view.field for view in seats), strict=True)
            ],
        )

    def points(self, view: View, seat: int) -> int:
        return pieces.chip_sum(this_view(view), seat)

    def logged(self, entry: Entry) -> bool:
        return entry.seen.what not in NOT_LOGGED

    def board(self, look: Snapshot, view: View, plans: Sequence[Parts]) -> Board:
        view = this_view(view)
        seats = range(view.seats)
        containers = [
            tuple(pieces.grouped(lying, [], pieces.arranged(lying))[0]) for lying in view.containers
        ]
        hand: list[Piece] | None = None
        if view.seat is not None:
            mine, hand = pieces.grouped(
                view.containers[view.seat],
                view.hands[view.seat].known,
                pieces.own_arrangement(view),
            )
            containers[view.seat] = tuple(self.own_group(look, view, group) for group in mine)
            hand = [self.own_piece(look, view, one, "hide") for one in hand]
        return Board(
            round=view.round,
            places=self.places(look, view),
            containers=containers,
            hands=[other_hand(look, view, seat) for seat in seats],
            hand=hand,
            calls=view.calls,
            call=self.call_button(look, view),
            chips=pieces.chips_by_round(view),
            ceremonies=[
                self.ceremony(look, view, number) for number in range(1, len(view.rounds) + 1)
            ],
        )

    # --- the field ---

    def places(self, look: Snapshot, view: TroikaView) -> list[Place]:
        """In the order of the numbers they are shown under."""
        fresh, last = pieces.just_turned(look), pieces.moved_last(look)
        named = lowest_of_its_kind(view)
        met: set[str] = set()
        places = []
        for number, written in enumerate(pieces.in_shown_order(view, look.shown), 1):
            place = self.place(look, view, number, written, named)
            alike = place.tap.lead != "" and place.tap.lead in met
            met.add(place.tap.lead)
            places.append(
                msgspec.structs.replace(
                    place, fresh=number == fresh, last=last.get(number), alike=alike
                )
            )
        return places

    def place(
        self, look: Snapshot, view: TroikaView, number: int, written: int, named: dict[str, int]
    ) -> Place:
        """`number` is where it is shown, `written` its place in the notation; of equal tiles a
        move names the lowest, which is in `named`."""
        there = view.field[written - 1]
        if there is None:
            return Place(number, "empty", self.speech.say("Place %(place)s is empty", place=number))
        tap = self.place_tap(look, view, there, number, named[same(there, written)])
        return Place(
            number=number,
            kind=kind_of(there),
            label=self.place_label(look, there, number, tap),
            value=there.value,
            hue="" if there.value is None else hue(there.value),
            hider=there.hidden_by,
            tap=tap,
            completes=self.completes(look, view, there, tap),
        )

    def completes(self, look: Snapshot, view: TroikaView, place: PlaceView, tap: Tap) -> str:
        """Whether this tile would make a set with one's own, where hints are welcome."""
        if not (place.face_up and place.value and tap.lead and look.house.hints):
            return ""
        return pieces.completes(pieces.own_tiles(view), place.value)

    def place_label(self, look: Snapshot, place: PlaceView, number: int, tap: Tap) -> str:
        say = self.speech.say
        if place.face_up:
            text = say("Place %(place)s: %(value)s", place=number, value=place.value or 0)
        elif place.hidden_by is None:
            return say("Place %(place)s: unseen", place=number)
        else:
            text = self.hidden_label(look, place, number)
        return f"{text} – {tap.act}" if tap.lead else text

    def hidden_label(self, look: Snapshot, place: PlaceView, number: int) -> str:
        say = self.speech.say
        if place.hidden_by == look.seat:
            return say(
                "Place %(place)s: you put a %(value)s there, face down",
                place=number,
                value=place.value or 0,
            )
        name = names_of(look, self.speech)[place.hidden_by or 0]
        if place.value is None:
            return say("Place %(place)s: put there face down by %(name)s", place=number, name=name)
        return say(
            "Place %(place)s: %(name)s put a %(value)s there, face down",
            place=number,
            name=name,
            value=place.value,
        )

    def place_tap(
        self, look: Snapshot, view: TroikaView, place: PlaceView, number: int, named: int
    ) -> Tap:
        say = self.speech.say
        if place.face_up:
            value = place.value or 0
            text = say("You take the %(value)s into your container.", value=value)
            return self.tap(look, f"take {value}", text, say("Take it"), number)
        if place.hidden_by is None:
            return self.unseen_tap(look, view, number, named)
        if view.phase == "act":
            text = say("You draw the tile of place %(place)s and keep it in hand.", place=number)
            return self.tap(look, f"draw {named}", text, say("Draw it"))
        text = say("You turn up the tile of place %(place)s.", place=number)
        return self.tap(look, f"turn {named}", text, say("Turn it up"))

    def unseen_tap(self, look: Snapshot, view: TroikaView, number: int, named: int) -> Tap:
        """There are many of them, so each says little: its name is enough."""
        say = self.speech.say
        if view.phase == "act":
            return self.tap(look, f"draw {named}", "", say("Draw it"), number)
        return self.tap(look, f"turn {named}", "", say("Turn it up"), number)

    def tap(self, look: Snapshot, move: str, text: str, act: str, pointed: int = 0) -> Tap:
        """Watchers and those who wait are not told why not."""
        if move in look.legal:
            there = f"{move}{POINTED}{pointed}" if pointed else ""
            return Tap(lead=move, say=text, act=act, move=there)
        return Tap(why=move) if look.seat is not None and look.result is None else Tap()

    # --- one's own tiles ---

    def own_group(self, look: Snapshot, view: TroikaView, group: Group) -> Group:
        own = tuple(self.own_piece(look, view, one, "back") for one in group.pieces)
        return msgspec.structs.replace(group, pieces=own)

    def own_piece(self, look: Snapshot, view: TroikaView, piece: Piece, move: str) -> Piece:
        say = self.speech.say
        facts: dict[str, str | int] = {
            "value": piece.value,
            "place": pieces.free_place(view, look.shown),
        }
        if move == "back":
            where, act = say("%(value)s in your container", **facts), say("Put it back")
            text = say("You put the %(value)s back face up, on place %(place)s.", **facts)
        else:
            where, act = say("%(value)s in your hand", **facts), say("Hide it")
            text = say("You put the %(value)s back face down, on place %(place)s.", **facts)
        if piece.part_of:
            where = f"{where}, {self.word(piece.part_of)}"
        tap = self.tap(look, f"{move} {piece.value}", text, act)
        return msgspec.structs.replace(piece, tap=tap, label=where)

    def call_button(self, look: Snapshot, view: TroikaView) -> CallButton | None:
        """With two players nobody can call; who has left has no need to."""
        if view.seat is None or view.seats == 2 or view.calls[view.seat] or look.result:
            return None
        right = pieces.call_is_right(view)
        conditions = self.conditions(view)
        text = self.speech.say("You call TROIKA and leave the planet. The call is right.")
        act = self.speech.say("Call TROIKA")
        if not right:
            text = self.speech.say(
                "This call would be wrong (%(missing)s): you would end the round with 0 points.",
                missing=", ".join(one.text for one in conditions if not one.holds),
            )
            act = self.speech.say("Call all the same")
        return CallButton(self.tap(look, "troika", text, act), right, conditions)

    def conditions(self, view: TroikaView) -> tuple[Condition, ...]:
        """Those of TR-10, as far as one's own tiles go."""
        assert view.seat is not None
        fuelled = pieces.arranged_for_call(view)
        lying = len(view.containers[view.seat])
        left = len((fuelled or pieces.own_arrangement(view)).left_over)
        say = self.speech.say
        enough = say("%(tiles)s of %(needed)s in the container", tiles=lying, needed=LEAST_TO_CALL)
        over = self.speech.count("%(number)s tile left over", "%(number)s tiles left over", left)
        return (
            Condition(
                lying >= LEAST_TO_CALL, enough, "container", f"{lying}\u202f/\u202f{LEAST_TO_CALL}"
            ),
            Condition(fuelled is not None, self.fuel_text(view, fuelled is not None), "fuel"),
            Condition(
                left == 0,
                over if left else say("nothing left over"),
                "",
                f"{left} {self.word('left_over')}",
            ),
        )

    def fuel_text(self, view: TroikaView, there: bool) -> str:
        say = self.speech.say
        if view.fuel == "container":
            return say("fuel in the container") if there else say("no fuel in the container")
        return self.word("fuel") if there else say("no fuel")

    # --- finished rounds ---

    def ceremony(self, look: Snapshot, view: TroikaView, number: int) -> Ceremony:
        finished = view.rounds[number - 1]
        seats = range(len(finished.points))
        called = sum(call > 0 for call in finished.calls)
        what = "all_but_one_called" if called == len(seats) - 1 else "all_face_up"
        chips = [sum(one.chips[seat] for one in view.rounds[:number]) for seat in seats]
        return Ceremony(
            number,
            self.round_title(look, finished, number),
            "" if look.seat is None else self.own_chips(finished, look.seat),
            self.texts.log[what].format(round=number),
            self.shares(finished, look.seat),
            tuple(sorted(enumerate(chips), key=lambda one: (-one[1], one[0]))),
        )

    def shares(self, finished: RoundView, own: int | None = None) -> tuple[Share, ...]:
        """The viewer's own first, then by chips."""
        order = sorted(
            range(len(finished.points)),
            key=lambda at: (at != own, -finished.chips[at], -finished.points[at]),
        )
        return tuple(self.share(finished, seat) for seat in order)

    def round_title(self, look: Snapshot, finished: RoundView, number: int) -> str:
        say = self.speech.say
        best = max(finished.chips)
        if best <= 0:
            return say("Round %(number)s: nobody wins a chip", number=number)
        winner = finished.chips.index(best)
        if winner == look.seat:
            return say("Round %(number)s: you win", number=number)
        name = names_of(look, self.speech)[winner]
        return say("Round %(number)s: %(name)s wins", number=number, name=name)

    def own_chips(self, finished: RoundView, seat: int) -> str:
        """What the round brought the viewer, with the reason for a loss."""
        say, chips = self.speech.say, finished.chips[seat]
        if chips > 0:
            return self.speech.count("You get %(number)s chip.", "You get %(number)s chips.", chips)
        if chips == 0:
            return say("You get no chip.")
        if finished.right[seat] is False:
            return say("You lose a chip: called wrongly.")
        if not finished.arrangements[seat].fuels:
            return say("You lose a chip: no fuel.")
        return say("You lose a chip: 0 points.")

    def share(self, finished: RoundView, seat: int) -> Share:
        return Share(
            seat=seat,
            groups=tuple(pieces.all_groups(finished.arrangements[seat])),
            notes=tuple(self.notes(finished, seat)),
            points=finished.points[seat],
            chips=finished.chips[seat],
        )

    def notes(self, finished: RoundView, seat: int) -> list[Note]:
        if not tied_for_chip(finished.points, finished.chips, seat):
            return self.notes_on_points(finished, seat)
        ahead = self.speech.say("tie: whoever sits further from the start player is ahead")
        return [*self.notes_on_points(finished, seat), Note(ahead, "TR-25")]

    def notes_on_points(self, finished: RoundView, seat: int) -> list[Note]:
        say = self.speech.say
        arrangement = finished.arrangements[seat]
        if finished.right[seat] is False:
            return [Note(say("wrong call: 0 points"), "TR-12")]
        if not arrangement.fuels:
            return [Note(say("no fuel: 0 points"), "TR-21")]
        if arrangement.total() < 0:
            return [Note(say("below 0 counts as 0"), "TR-21")]
        if not finished.right[seat]:
            return []
        if pieces.gets_bonus(finished, seat):
            return [Note(say("bonus for the call: +5"), "TR-11")]
        return [Note(say("right call"), "TR-10")]

    # --- words ---

    def question(self, look: Snapshot, view: View, plans: Sequence[Parts]) -> Question:
        view = this_view(view)
        say = self.speech.say
        if look.seat is None or view.turn != look.seat or not look.legal:
            return self.waiting(look, view)
        if view.phase == "act":
            return Question(say("Now take, draw or put back"), self.action_text(look))
        return self.opening(look)

    def opening(self, look: Snapshot) -> Question:
        say = self.speech.say
        if "troika" in look.legal:
            text = say("Turn up a face-down tile, or call TROIKA.")
        else:
            text = say("Tap a face-down crystal of your choice.")
        alone = len(look.legal) == 1
        return Question(say("It is your turn"), text, alone=alone, if_wanted=True)

    def action_text(self, look: Snapshot) -> str:
        say = self.speech.say
        if any(text.startswith("draw") for text in look.legal):
            return say("Take a crystal that lies open, draw one unseen, or put one of yours back.")
        return say("Take a crystal that lies open, or put one of yours back.")

    def waiting(self, look: Snapshot, view: TroikaView) -> Question:
        say = self.speech.say
        if look.result is not None:
            return Question(say("The game is over"), "")
        title = say("%(name)s is thinking", name=names_of(look, self.speech)[view.mover])
        if look.seat is None:
            return Question(title, say("You are watching."))
        if view.calls[look.seat]:
            return Question(title, say("You have left the planet and wait for the others."))
        return Question(title, "")


def this_view(view: View) -> TroikaView:
    assert isinstance(view, TroikaView)
    return view


def kind_of(place: PlaceView) -> str:
    if place.face_up:
        return "up"
    return "unseen" if place.hidden_by is None else "hidden"


def same(place: PlaceView, written: int) -> str:
    """What the notation does not tell apart is called the same."""
    kind = kind_of(place)
    return kind if kind == "unseen" else f"{kind} {place.value if place.face_up else written}"


def lowest_of_its_kind(view: TroikaView) -> dict[str, int]:
    named: dict[str, int] = {}
    for written, place in enumerate(view.field, 1):
        if place is not None:
            named.setdefault(same(place, written), written)
    return named


def best_known(places: Sequence[PlaceView | None]) -> PlaceView | None:
    """A place as whoever knows its tile sees it."""
    return next((place for place in places if place and place.value is not None), places[0])


def other_hand(look: Snapshot, view: TroikaView, seat: int) -> Hand:
    hand = view.hands[seat]
    known = hand.known if look.house.memory_aid and seat != view.seat else []
    return Hand(hand.size, tuple(pieces.piece(value) for value in known), hand.size - len(known))
