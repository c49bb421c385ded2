"""A position as it is written down, and what must be true of one before it is played on."""

from __future__ import annotations

import msgspec

from spieltisch.core.hands import (
    Cards,
    Memory,
    check_memories,
)
from spieltisch.core.position import refuse
from spieltisch.core.state import CHANCE, OVER
from spieltisch.games.tatort_themse.edition import Edition
from spieltisch.games.tatort_themse.prices import KINDS, LETTERS
from spieltisch.games.tatort_themse.state import (
    CASES,
    CLUES,
    COLUMNS,
    DISPLAY,
    EACH_WITNESS,
    ELIMINATED,
    HAND,
    IN_GRID,
    NOBODY,
    ROWS,
    STALLED_ENDING,
    UNDEALT,
    UNSOLVED,
)

PHASES = (
    "deal_clues",
    "deal_hands",
    "deal_display",
    "ask_renew",
    "renewing",
    "act",
    "pay_elimination",
    "pay_clue",
    "question",
    "draw_blind",
    "refill",
    "solved_ending",
    "stalled_ending",
)
CHANCE_PHASES = ("deal_clues", "deal_hands", "deal_display", "renewing", "draw_blind", "refill")
SET_UP_PHASES = ("deal_clues", "deal_hands", "deal_display")
OVER_PHASES = ("solved_ending", "stalled_ending")


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seats: int
    fair_tops: bool
    phase: str
    mover: int
    dealt: int
    grid: list[list[str]]
    clues: list[list[str]]
    eliminated: list[str]
    solved: list[int]
    hands: list[str]
    known: list[str]
    display: list[str | None]
    pile: str
    discard: str
    column: int
    eliminating: int
    skips: int
    memories: list[Memory]


def turn_of(position: Position) -> int:
    if position.phase in CHANCE_PHASES:
        return CHANCE
    return OVER if position.phase in OVER_PHASES else position.mover


class Numbered(msgspec.Struct, frozen=True):
    """The clues of a position by their numbers: the columns of the grid, and of each clue the seat
    that has it, or where else it is. Equal clues have the numbers in which they are dealt."""

    grid: list[list[int]]
    owner: list[int]


def numbered(position: Position, edition: Edition) -> Numbered:
    left: dict[str, list[int]] = {}
    for number, text in enumerate(edition.clue_texts):
        left.setdefault(text, []).append(number)
    owner = [UNDEALT] * CLUES

    def number_of(text: str, held: int) -> int:
        number = left[text].pop(0)
        owner[number] = held
        return number

    grid = [[number_of(text, IN_GRID) for text in column] for column in position.grid]
    for seat, texts in enumerate(position.clues):
        for text in texts:
            number_of(text, seat)
    for text in position.eliminated:
        number_of(text, ELIMINATED)
    return Numbered(grid, owner)


def clues_left(owner: list[int], edition: Edition) -> list[int]:
    left = [0] * CASES
    for clue, held in zip(edition.clues, owner, strict=True):
        left[clue.case] += held in (IN_GRID, UNDEALT)
    return left


def sums(owner: list[int], seats: int, edition: Edition) -> list[int]:
    answer = [0] * (seats * CASES)
    for clue, held in zip(edition.clues, owner, strict=True):
        if held >= 0:
            answer[held * CASES + clue.case] += clue.value
    return answer


def check_position(position: Position, edition: Edition) -> None:
    """Say what is wrong before anything is built on it."""
    refuse(not 2 <= position.seats <= 5, f"seats: 2 to 5, not {position.seats}")
    refuse(position.phase not in PHASES, f"phase: unknown {position.phase!r}")
    refuse(not 0 <= position.mover < position.seats, f"mover: no seat {position.mover}")
    refuse(not 1 <= position.column <= COLUMNS, f"column: no column {position.column}")
    refuse(not 0 <= position.eliminating < ROWS, "eliminating: 0 to 4 clues")
    for name in ("hands", "known", "clues"):
        found = len(getattr(position, name))
        refuse(found != position.seats, f"{name}: expected {position.seats}, found {found}")
    check_clues(position, edition)
    check_cards(position)
    check_progress(position)
    check_set_up(position)
    check_display(position)
    cards = Cards(LETTERS, position.pile, position.hands, position.known)
    check_memories(position.memories, cards)
    check_choice(position)


def check_clues(position: Position, edition: Edition) -> None:
    refuse(len(position.grid) != COLUMNS, f"grid: expected {COLUMNS} columns")
    for number, column in enumerate(position.grid):
        refuse(len(column) > ROWS, f"grid: column {number + 1} has more than {ROWS} clues")
    laid = [text for texts in position.grid + position.clues for text in texts]
    laid += position.eliminated
    for text in laid:
        copies = edition.clue_texts.count(text)
        refuse(copies == 0, f"clues: the edition has no {text!r}")
        found = laid.count(text)
        refuse(found > copies, f"clues: {text} is there {found} times instead of {copies}")
    dealing = position.phase == "deal_clues"
    refuse(not dealing and len(laid) != CLUES, f"clues: {len(laid)} of {CLUES} are there")
    check_solved(position, edition)


def check_solved(position: Position, edition: Edition) -> None:
    """A case is solved when none of its clues can leave the grid any more (TT-24, TT-25)."""
    refuse(len(position.solved) != CASES, f"solved: expected {CASES} entries")
    owner = numbered(position, edition).owner
    left, totals = clues_left(owner, edition), sums(owner, position.seats, edition)
    for case, winner in enumerate(position.solved):
        found = totals[case::CASES]
        leaders = [seat for seat, total in enumerate(found) if total == max(found)]
        expected = leaders[0] if len(leaders) == 1 else NOBODY
        if left[case] > 0:
            expected = UNSOLVED
        name = edition.cases[case].id
        refuse(winner != expected, f"solved: {name} is {winner}, but the clues give {expected}")


def check_cards(position: Position) -> None:
    refuse(len(position.display) != DISPLAY, f"display: expected {DISPLAY} places")
    for one in position.display:
        refuse(one is not None and len(one) != 1, f"display: {one!r} is not one witness")
    shown = "".join(one or "" for one in position.display)
    cards = "".join(position.hands) + shown + position.pile + position.discard
    for letter in set(cards) - set(LETTERS):
        refuse(True, f"witnesses: unknown kind {letter!r}")
    for letter in LETTERS:
        number = cards.count(letter)
        refuse(number != EACH_WITNESS, f"witnesses: {number} of {EACH_WITNESS} {letter}")
    for hand, known in zip(position.hands, position.known, strict=True):
        for letter in known:
            refuse(known.count(letter) > hand.count(letter), f"known: {letter} is not in the hand")


def check_progress(position: Position) -> None:
    """Cards dealt in the current part of the set-up, and skips, as far as the phase allows."""
    expected = sum(len(hand) for hand in position.hands)
    if position.phase == "deal_clues":
        expected = sum(len(column) for column in position.grid)
    elif position.phase != "deal_hands":
        expected = HAND * position.seats
    refuse(position.dealt != expected, f"dealt: expected {expected}, not {position.dealt}")
    stalled = position.phase == "stalled_ending"
    most = position.seats if stalled else position.seats - 1
    refuse(not stalled * most <= position.skips <= most, f"skips: {position.skips} cannot be")
    check_skips(position)


def check_skips(position: Position) -> None:
    """Only who finds no card at all skips; what is paid since then lies on the discard pile until
    the turn goes on (TT-29)."""
    cards = position.pile + "".join(one or "" for one in position.display)
    if position.phase not in ("pay_clue", "solved_ending"):
        cards += position.discard
    refuse(position.skips > 0 and bool(cards), "skips: there are cards to question (TT-29)")


def check_set_up(position: Position) -> None:
    """While the table is laid, everything lies as far as it is dealt (TT-05, TT-07)."""
    if position.phase not in SET_UP_PHASES:
        return
    refuse(any(position.clues) or bool(position.eliminated), "clues: all in the grid at first")
    refuse(bool(position.discard), "discard: empty at first (TT-07)")
    clues = position.dealt if position.phase == "deal_clues" else CLUES
    heights = [(clues + COLUMNS - 1 - column) // COLUMNS for column in range(COLUMNS)]
    laid = [len(column) for column in position.grid]
    refuse(laid != heights, "grid: clues are laid row by row (TT-05)")
    dealt = 0 if position.phase == "deal_clues" else position.dealt
    sizes = [min(max(dealt - HAND * seat, 0), HAND) for seat in range(position.seats)]
    found = [len(hand) for hand in position.hands]
    refuse(found != sizes, "hands: four a seat are dealt in seat order (TT-07)")
    shown = position.phase != "deal_display" and any(position.display)
    refuse(shown, "display: empty before the hands are dealt (TT-07)")


def check_display(position: Position) -> None:
    """What is asked or turned up next can be: four equal ones, a gap, a card of the pile."""
    asked = position.phase == "ask_renew"
    equal = None not in position.display and len(set(position.display)) == 1
    refuse(asked and not equal, "display: not four equal witnesses to renew (TT-10)")
    filling = position.phase in ("deal_display", "renewing", "refill")
    refuse(filling and None not in position.display, "display: no gap to fill (TT-22)")
    drawing = filling or position.phase == "draw_blind"
    refuse(drawing and not position.pile, "pile: no card to turn up (TT-21)")


def check_choice(position: Position) -> None:
    paying = position.phase in ("pay_elimination", "pay_clue")
    if paying:
        height = len(position.grid[position.column - 1])
        refuse(height <= position.eliminating, "column: no clue there to pay for")
    refuse(
        (position.phase == "pay_elimination") != (position.eliminating > 0),
        "eliminating: above 0 exactly while the elimination is paid",
    )
    solved = sum(winner != UNSOLVED for winner in position.solved)
    refuse((solved >= 4) != (position.phase == "solved_ending"), "solved: 4 exactly at the end")


assert len(PHASES) == STALLED_ENDING + 1
assert len(LETTERS) == KINDS
