"""What lies on Troika's table, as its template reads it; worked out from the view alone."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from spieltisch.core.game import Places
from spieltisch.games.troika.position import READINGS
from spieltisch.games.troika.scoring import gem_points, is_right_call
from spieltisch.games.troika.sheet import (
    Arrangement,
    arrange,
    arrange_for_call,
    fewest_left_over,
)
from spieltisch.games.troika.tiles import packed
from spieltisch.games.troika.view import RoundView, TroikaView
from spieltisch.server.snapshot import Snapshot
from spieltisch.web.pages.scene import Tap

HUES = ("violet", "blue", "pink")  # 1 to 5, 6 to 10, 11 to 15
LEAST_TO_CALL = 5
PLACED = frozenset(
    {"take", "draw", "draw_put_back", "look_at_put_back", "back", "hide", "hide_unseen"}
)
SHOWN = frozenset({"turned_up", "put_back_shows"})
NEW_ROUND = frozenset({"dealt", "dealt_unseen"})


def hue(value: int) -> str:
    return HUES[(value - 1) // 5]


class Place(msgspec.Struct, frozen=True):
    """A place of the field. `kind` is empty, unseen, hidden or up; `alike`: a lower
    place has an equal tile, which stands for both in a move; `last`: who moved here last."""

    number: int
    kind: str
    label: str
    value: int | None = None
    hue: str = ""
    hider: int | None = None
    tap: Tap = Tap()
    alike: bool = False
    fresh: bool = False
    last: int | None = None
    completes: str = ""

    @property
    def face(self) -> str:
        return str(self.value) if self.kind == "up" else "?"


class Piece(msgspec.Struct, frozen=True):
    """A tile in a container or a hand; `part_of` is fuel, gem or nothing."""

    value: int
    hue: str
    part_of: str = ""
    label: str = ""
    tap: Tap = Tap()


class Group(msgspec.Struct, frozen=True):
    """Tiles that lie together: a set (fuel, gem) or what is loose. A set may have some of its
    tiles elsewhere: `whole` has them all."""

    kind: str
    points: int
    pieces: tuple[Piece, ...]
    whole: tuple[int, ...]


class Hand(msgspec.Struct, frozen=True):
    """Another hand: tiles known to be in it, if the memory aid shows them, and the others."""

    size: int
    known: tuple[Piece, ...]
    hidden: int


class Condition(msgspec.Struct, frozen=True):
    """`brief`, with a picture of what it is `about`, is said where there is little room."""

    holds: bool
    text: str
    about: str = ""
    brief: str = ""


class CallButton(msgspec.Struct, frozen=True):
    tap: Tap
    right: bool
    conditions: tuple[Condition, ...]


class Note(msgspec.Struct, frozen=True):
    """What counts beside the sets, and by which clause."""

    text: str
    clause: str


class Share(msgspec.Struct, frozen=True):
    """What a seat made of a round: its sets, what was left over, and what that was worth."""

    seat: int
    groups: tuple[Group, ...]
    notes: tuple[Note, ...]
    points: int
    chips: int


class Ceremony(msgspec.Struct, frozen=True):
    """`title` says who won the round, `own` what that means for the viewer; `standing` has the
    seats with their chips so far, the most first."""

    number: int
    title: str
    own: str
    reason: str
    shares: tuple[Share, ...]
    standing: tuple[tuple[int, int], ...]

    def of(self, seat: int) -> Share:
        return next(share for share in self.shares if share.seat == seat)


class Board(msgspec.Struct, frozen=True):
    """`chips`: round by round what each seat got, None for rounds to come."""

    round: int
    places: Sequence[Place]
    containers: Sequence[tuple[Group, ...]]
    hands: Sequence[Hand]
    hand: Sequence[Piece] | None
    calls: Sequence[int]
    call: CallButton | None
    chips: tuple[tuple[int | None, ...], ...]
    ceremonies: Sequence[Ceremony]


def sets_of(arrangement: Arrangement) -> list[tuple[str, int, tuple[int, ...]]]:
    """Kind, points and values of every set, fuel first."""
    fuels = [("fuel", 0, (value,) * 3) for value in arrangement.fuels]
    gems = [
        ("gem", int(gem_points(lowest)), (lowest, lowest + 1, lowest + 2))
        for lowest in arrangement.gems
    ]
    return [*fuels, *gems]


def arranged(values: Sequence[int]) -> Arrangement:
    return arrange(int(packed(list(values))))


def piece(value: int, part_of: str = "") -> Piece:
    return Piece(value, hue(value), part_of)


def loose(values: Sequence[int]) -> list[Group]:
    if not values:
        return []
    return [Group("", 0, tuple(piece(value) for value in values), tuple(values))]


def own_arrangement(view: TroikaView) -> Arrangement:
    """The viewer's tiles in sets: where calling is possible, so that a right call shows."""
    if view.seats == 2:
        return arranged(own_tiles(view))
    return arrange_for_call(*own_places(view), READINGS[view.fuel])


def grouped(
    container: Sequence[int], hand: Sequence[int], arrangement: Arrangement
) -> tuple[list[Group], list[Piece]]:
    """The container laid out in the sets it forms together with the hand, and the hand with the
    sets its tiles belong to. A set takes what it can from the container."""
    lying, held = list(container), list(hand)
    groups: list[Group] = []
    pieces: list[Piece] = []
    for kind, points, values in sets_of(arrangement):
        here: list[int] = []
        for value in values:
            if value in lying:
                lying.remove(value)
                here.append(value)
            else:
                held.remove(value)
                pieces.append(piece(value, kind))
        if here:
            groups.append(Group(kind, points, tuple(piece(value, kind) for value in here), values))
    pieces += [piece(value) for value in held]
    return groups + loose(lying), sorted(pieces, key=lambda one: one.value)


def all_groups(arrangement: Arrangement) -> list[Group]:
    groups = [
        Group(kind, points, tuple(piece(value, kind) for value in values), values)
        for kind, points, values in sets_of(arrangement)
    ]
    return groups + loose(arrangement.left_over)


def completes(own: Sequence[int], value: int) -> str:
    """The kind of set one more tile of this value would make."""
    before, after = arranged(own), arranged([*own, value])
    if len(after.fuels) > len(before.fuels):
        return "fuel"
    more = len(after.fuels) + len(after.gems) > len(before.fuels) + len(before.gems)
    return "gem" if more else ""


def own_tiles(view: TroikaView) -> list[int]:
    """Container and hand of the viewer, who knows both."""
    if view.seat is None:
        return []
    return [*view.containers[view.seat], *view.hands[view.seat].known]


def own_places(view: TroikaView) -> tuple[int, int]:
    """Hand and container of the viewer, packed."""
    if view.seat is None:
        return 0, 0
    return packed(view.hands[view.seat].known), packed(view.containers[view.seat])


def call_is_right(view: TroikaView) -> bool:
    return is_right_call(*own_places(view), READINGS[view.fuel])


def arranged_for_call(view: TroikaView) -> Arrangement | None:
    """The viewer's tiles with fuel where a call needs it, as few as can be left over; None without
    such fuel."""
    return fewest_left_over(*own_places(view), READINGS[view.fuel])


def in_shown_order(view: TroikaView, shown: Places) -> list[int]:
    """The places of the notation by the numbers they are shown under."""
    written = range(1, len(view.field) + 1)
    return sorted(written, key=lambda at: shown[at - 1]) if shown else list(written)


def free_place(view: TroikaView, shown: Places) -> int:
    """Where a tile that is put back goes (TR-17)."""
    order = in_shown_order(view, shown)
    return next(
        (number for number, at in enumerate(order, 1) if view.field[at - 1] is None),
        len(view.field) + 1,
    )


def just_turned(look: Snapshot) -> int:
    """The place whose tile came to light in the last step; 0 if none did."""
    shown = [entry.seen for entry in look.last if entry.seen.what in SHOWN]
    return int(shown[-1].facts["place"]) if shown else 0


def moved_last(look: Snapshot) -> dict[int, int]:
    """The place a tile was taken from or put back to last, and by whom, in this round."""
    for entry in reversed(look.log):
        seen = entry.seen
        if seen.what in PLACED:
            return {int(seen.facts["place"]): seen.who}
        if seen.what in NEW_ROUND:
            break
    return {}


def chips_by_round(view: TroikaView, rounds: int = 3) -> tuple[tuple[int | None, ...], ...]:
    """For each seat, its chips of every round; None for rounds to come."""
    done = len(view.rounds)
    return tuple(
        tuple(view.rounds[at].chips[seat] if at < done else None for at in range(rounds))
        for seat in range(view.seats)
    )


def chip_sum(view: TroikaView, seat: int) -> int:
    return sum(finished.chips[seat] for finished in view.rounds)


def gets_bonus(finished: RoundView, seat: int) -> bool:
    """Whether the seat gets the bonus of TR-11: in version 1 of the rules the first right call
    did, later the first call if it was right."""
    if finished.bonus is not msgspec.UNSET:
        return finished.bonus == seat
    right = [call for call, ok in zip(finished.calls, finished.right, strict=True) if ok]
    return bool(right) and finished.calls[seat] == min(right)
