"""The form of a position document, and what is wrong with a bad one before it is built on."""

from __future__ import annotations

from typing import Literal

import msgspec

from spieltisch.core.position import refuse
from spieltisch.core.state import CHANCE, OVER, new_buffer
from spieltisch.games.holmes.cards import FACES, JOKER, KINDS, LETTERS, MARKERS, count
from spieltisch.games.holmes.edition import Edition
from spieltisch.games.holmes.rules import HolmesState
from spieltisch.games.holmes.state import (
    COPY,
    DRAW,
    RENEW,
    SEATS,
    SNIFF,
    STEAL,
    TAKE,
    TAKE_HIDDEN,
    TAKE_SAME,
    TAKE_SAME_HIDDEN,
    Box,
)

OPPONENTS = ("mycroft", "moriarty")
SIZES = ("full", "pocket")
Pocket = Literal["pocket"]
PHASES = (
    "deal_persons",
    "deal_display",
    "morning",
    "place",
    "ask_use",
    "copying",
    "taking",
    "drawing",
    "sniffing",
    "keeping",
    "stealing",
    "placing_joker",
    "joining",
    "renewing",
    "refill",
    "end_jokers",
    "ending",
)
CHANCE_PHASES = (
    "deal_persons",
    "deal_display",
    "morning",
    "drawing",
    "sniffing",
    "renewing",
    "refill",
)
TAKES = (TAKE, TAKE_HIDDEN, TAKE_SAME, TAKE_SAME_HIDDEN)
STEPS_OF_PHASE = {
    "copying": (COPY,),
    "taking": TAKES,
    "drawing": (DRAW,),
    "sniffing": (SNIFF,),
    "keeping": (SNIFF,),
    "stealing": (STEAL,),
    "placing_joker": (*TAKES[:2], DRAW),
    "joining": (STEAL,),
    "renewing": (RENEW,),
}
BEFORE_THE_FIRST_TURN = ("deal_persons", "deal_display")
BETWEEN_TURNS = (*BEFORE_THE_FIRST_TURN, "morning", "place", "end_jokers", "ending")
AT_THE_END = ("end_jokers", "ending")


class PersonView(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person on the table since a day (0: always). A marker is "standing", "lying" or none."""

    id: str
    since: int
    face_up: bool
    markers: list[str | None]


class Acting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose ability is being carried out, at which of its steps (from 1), and how often that step
    is still to be done; `resume` is the step the copying ability goes on with."""

    person: str
    step: int
    left: int
    resume: int | None


class Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    glasses: int
    rows: str
    jokers: str
    loose: int
    late: int
    down: str
    known: str


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    opponent: str
    phase: str
    day: int
    placed: int
    mover: int
    persons: list[PersonView]
    reserve: int
    players: list[Player]
    display: str
    pile: str
    gone: str
    visited: str | None
    acting: Acting | None
    sniffed: str
    stolen: str | None
    fresh: int
    size: Pocket | msgspec.UnsetType = msgspec.UNSET


def turn_of(position: Position) -> int:
    if position.phase in CHANCE_PHASES:
        return CHANCE
    return OVER if position.phase == "ending" else position.mover


def check_position(position: Position, edition: Edition, box: Box) -> None:
    turns = box.turns_a_day
    refuse(position.opponent not in OPPONENTS, f"opponent: unknown {position.opponent!r}")
    refuse(position.phase not in PHASES, f"phase: unknown {position.phase!r}")
    refuse(not 1 <= position.day <= box.days, f"day: 1 to {box.days}, not {position.day}")
    refuse(not 0 <= position.placed <= turns, f"placed: 0 to {turns} markers")
    refuse(position.mover not in range(SEATS), f"mover: no seat {position.mover}")
    refuse(len(position.players) != SEATS, f"players: expected {SEATS}")
    for seat, player in enumerate(position.players):
        check_player(player, f"player {seat}")
    check_clues(position, box)
    check_glasses(position, box)
    check_persons(position, edition, box)
    check_markers(position, box)
    check_time(position, box)
    check_acting(position, edition)


def check_player(player: Player, where: str) -> None:
    for name in ("rows", "jokers", "down", "known"):
        for letter in getattr(player, name):
            refuse(letter not in LETTERS, f"{where}, {name}: unknown clue {letter!r}")
            refuse(letter == LETTERS[JOKER], f"{where}, {name}: a joker cannot be there")
    for kind in player.jokers:
        refuse(kind not in player.rows, f"{where}, jokers: there is no row of {kind}")
        refuse(player.jokers.count(kind) > 1, f"{where}, jokers: {kind} is there twice")
        refuse(kind not in LETTERS[:KINDS], f"{where}, jokers: none goes with map fragments")
    for letter in player.known:
        wrong = player.known.count(letter) > player.down.count(letter)
        refuse(wrong, f"{where}, known: {letter} does not lie face down")
    refuse(min(player.glasses, player.loose, player.late) < 0, f"{where}: a number below 0")
    refuse(player.late > len(player.jokers), f"{where}, late: more than jokers in rows")


def check_clues(position: Position, box: Box) -> None:
    refuse(LETTERS[JOKER] in position.sniffed, "sniffed: a joker cannot be there")
    jokers = sum(player.loose + len(player.jokers) for player in position.players)
    cards = position.display + position.pile + position.gone + position.sniffed
    cards += "".join(player.rows + player.down for player in position.players)
    for letter in cards:
        refuse(letter not in LETTERS, f"clues: unknown clue {letter!r}")
    cards += LETTERS[JOKER] * min(jokers, len(LETTERS) * FACES)
    for face, letter in enumerate(LETTERS):
        found, there = cards.count(letter), count(box.clues, face)
        refuse(found != there, f"clues: {found} of {letter}, but the box has {there}")


def check_glasses(position: Position, box: Box) -> None:
    refuse(position.reserve < 0, "reserve: a number below 0")
    found = position.reserve + sum(player.glasses for player in position.players)
    refuse(found != box.glasses, f"glasses: {found}, but the box has {box.glasses}")


def check_persons(position: Position, edition: Edition, box: Box) -> None:
    there = box.always | box.others
    always = {
        person.id: person.always
        for number, person in enumerate(edition.persons)
        if (there >> number) & 1
    }
    ids = [view.id for view in position.persons]
    for view in position.persons:
        refuse(view.id not in always, f"persons: the edition has no {view.id!r}")
        refuse(ids.count(view.id) > 1, f"persons: {view.id} is there twice")
        refuse((view.since == 0) != always[view.id], f"person {view.id}: wrong day {view.since}")
        refuse(always[view.id] and not view.face_up, f"person {view.id}: is never turned")
    dealing = position.phase == "deal_persons"
    for day in range(box.days + 1):
        check_arrivals(position, box, day, dealing)


def check_arrivals(position: Position, box: Box, day: int, dealing: bool) -> None:
    """Three persons always there, so many on day 1, then one a morning (HO-05, HO-12)."""
    there = sum(view.since == day for view in position.persons)
    started = day < position.day or (day == position.day and position.phase != "morning")
    expected = (3 if day == 0 else box.on_day_1 if day == 1 else 1) if started else 0
    wrong = there >= expected if dealing and day == 1 else there != expected
    refuse(wrong, f"persons: {there} came on day {day}, not {expected}")
    most = [view for view in position.persons if view.since > box.days or view.since < 0]
    refuse(bool(most), f"persons: days are 0 to {box.days}")


def check_markers(position: Position, box: Box) -> None:
    for view in position.persons:
        refuse(len(view.markers) != SEATS, f"person {view.id}: markers of {SEATS} seats")
        known = all(one in (None, "standing", "lying") for one in view.markers)
        refuse(not known, f"person {view.id}: a marker is standing, lying or null")
    for seat in range(SEATS):
        lying = sum(view.markers[seat] == "lying" for view in position.persons)
        standing = sum(view.markers[seat] == "standing" for view in position.persons)
        placed = (position.placed + 1 - seat) // SEATS
        today = box.markers if position.phase == "morning" else placed
        refuse(lying != today, f"markers: seat {seat} has {lying} lying, not {today}")
        rest = 0 if position.day == 1 else box.markers - today
        refuse(standing != rest, f"markers: seat {seat} has {standing} standing, not {rest}")


def check_time(position: Position, box: Box) -> None:
    """Whose turn it is follows from the markers placed."""
    phase, placed = position.phase, position.placed
    over = phase in AT_THE_END
    last = position.day == box.days and placed == box.turns_a_day
    refuse(over and not last, "phase: the end comes after the last marker of the last day")
    if phase in BEFORE_THE_FIRST_TURN:
        refuse(position.day != 1 or placed != 0, "phase: the set-up is before the first turn")
    if phase == "morning":
        refuse(position.day == 1 or placed != 0, "phase: mornings begin the days from 2 on")
    if phase == "place":
        refuse(placed == box.turns_a_day, "placed: all markers are placed")
    if phase == "refill":
        refuse(last, "phase: the display is not filled after the last turn")
        refuse(len(position.display) >= box.display, "display: it is full")
    refuse(not over and phase not in BETWEEN_TURNS and placed == 0, "placed: nobody has placed")
    if not over:
        turns = placed if phase in BETWEEN_TURNS else placed - 1
        refuse(position.mover != turns % SEATS, f"mover: it is not the turn of {position.mover}")


def check_acting(position: Position, edition: Edition) -> None:
    """What is being asked fits the ability that is being carried out."""
    ids = {person.id: person for person in edition.persons}
    visiting = position.phase not in BETWEEN_TURNS
    refuse(visiting != (position.visited is not None), "visited: a person during a turn's action")
    if position.visited is not None:
        lying = [view.id for view in position.persons if view.markers[position.mover] == "lying"]
        refuse(position.visited not in lying, "visited: a person under a lying marker")
    needed = position.phase in STEPS_OF_PHASE
    refuse(needed != (position.acting is not None), "acting: exactly while an ability is used")
    refuse((position.phase == "joining") != (position.stolen is not None), "stolen: for joining")
    refuse(bool(position.sniffed) and position.phase not in ("sniffing", "keeping"), "sniffed: now")
    if position.acting is None:
        refuse(position.fresh != 0, "fresh: only while an ability is used")
        return
    one = position.acting
    refuse(one.person not in ids, f"acting: the edition has no {one.person!r}")
    steps = [step.program() for step in ids[one.person].ability]
    refuse(not 1 <= one.step <= len(steps), f"acting, step: {one.person} has no step {one.step}")
    op, number = steps[one.step - 1]
    refuse(op not in STEPS_OF_PHASE[position.phase], "acting: that step does not ask this")
    refuse(not 0 <= one.left <= number, f"acting, left: 0 to {number}")
    check_resume(position, one, edition)


def check_resume(position: Position, one: Acting, edition: Edition) -> None:
    copied = one.person != position.visited
    refuse(copied != (one.resume is not None), "acting, resume: exactly when copying")
    visited = next(person for person in edition.persons if person.id == position.visited)
    words = [step.word for step in visited.ability]
    if one.resume is not None:
        after_copy = 2 <= one.resume <= len(words) + 1 and words[one.resume - 2] == "copy"
        refuse(not after_copy, "acting, resume: the step after a copy")


def check_asked(state: HolmesState, edition: Edition) -> None:
    """Somebody or chance can answer, and what is asked is there."""
    refuse(not 0 <= state.fresh <= state.loose[state.mover], "fresh: more than loose jokers")
    buffer = new_buffer(KINDS + MARKERS * len(edition.persons))
    refuse(state.turn != OVER and state.legal(buffer) == 0, "nothing can be answered here")
    if state.turn == OVER:
        return
    if PHASES[state.phase] == "joining":
        joker = not (state.jokers[state.mover] >> state.stolen) & 1
        refuse(not joker or state.loose[state.mover] == state.fresh, "stolen: no joker to join")
    if PHASES[state.phase] in ("placing_joker", "end_jokers"):
        refuse(state.loose[state.mover] == 0, "loose: there is no joker to place")


assert len(PHASES) == 17
