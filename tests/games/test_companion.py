"""The companion counts what lies on a real table just as the rooms count their own games."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spieltisch.core.companion import THE_TABLE, Companion, Entered, Trouble
from spieltisch.core.rng import seeded
from spieltisch.games import game
from spieltisch.games.holmes.companion import HolmesCompanion
from spieltisch.games.holmes.room import Holmes
from spieltisch.games.tatort_themse.companion import ThemseCompanion
from spieltisch.games.tatort_themse.room import TatortThemse
from spieltisch.games.troika.companion import TroikaCompanion
from spieltisch.games.troika.room import Troika
from spieltisch.games.troika.sheet import round_lines
from spieltisch.games.zug_um_zug.companion import ZugCompanion
from spieltisch.games.zug_um_zug.document import numbers
from spieltisch.games.zug_um_zug.room import ZugUmZug
from spieltisch.games.zug_um_zug.state import COMPLETE
from tests.games.companions import (
    finished,
    holmes_entries,
    themse_entries,
    troika_entries,
    zug_entries,
)
from tests.games.troika.referee import best_total
from tests.kit.walks import walk

GAMES = 6
Players = list[dict[str, int]]


@cache
def themse() -> TatortThemse:
    room = game("tatort_themse")
    assert isinstance(room, TatortThemse)
    return room


@cache
def holmes() -> Holmes:
    room = game("holmes")
    assert isinstance(room, Holmes)
    return room


@cache
def zug() -> ZugUmZug:
    room = game("zug_um_zug")
    assert isinstance(room, ZugUmZug)
    return room


# --- ends of games ---


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_tatort_themse_counts_like_its_room(seats: int) -> None:
    companion = ThemseCompanion(themse())
    for state in finished(themse(), seats, GAMES):
        entered = themse_entries(state, themse())
        assert companion.troubles(entered) == []
        assert companion.reckon(entered) == themse().result(state)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_troika_counts_every_round_like_its_room(seats: int) -> None:
    companion = TroikaCompanion()
    for state in finished(Troika(), seats, GAMES):
        for number, played in enumerate(state.past, 1):
            entered = troika_entries(played)
            assert companion.troubles(entered) == []
            result = companion.reckon(entered)
            assert result.scores == list(played.points)
            assert result.more == {"chips": list(played.chips)}
            counted = [line for seat in range(seats) for line in round_lines(played, number, seat)]
            assert [(one.what, one.amount, one.clause) for one in result.sheet] == [
                (one.what, one.amount, one.clause) for one in counted
            ]


FUEL_AND_GEM = {"7": 3, "4": 1, "5": 1, "6": 1}


def scores_of_round(*players: dict[str, int]) -> list[int]:
    companion, entered = TroikaCompanion(), Entered(players)
    assert companion.troubles(entered) == []
    return companion.reckon(entered).scores


def test_tr10_a_call_needs_its_five_tiles_in_the_container() -> None:
    """Four tiles in the container and two in hand make a wrong call, though all of them fit."""
    others: Players = [{}, {}]
    assert scores_of_round({**FUEL_AND_GEM, "call": 1}, *others) == [11, 0, 0]
    five = {"7": 3, "4": 1, "5": 1, "h6": 1, "call": 1}
    assert scores_of_round(five, *others) == [11, 0, 0]
    four = {"7": 3, "4": 1, "h5": 1, "h6": 1, "call": 1}
    assert scores_of_round(four, *others) == [0, 0, 0]
    assert scores_of_round({**four, "call": 0}, *others) == [6, 0, 0]


def test_tr12_a_call_with_four_tiles_is_counted_as_wrong() -> None:
    companion = TroikaCompanion()
    entered = Entered([{"7": 3, "1": 1, "call": 1}, {}, {}])
    assert companion.troubles(entered) == []
    lines = companion.reckon(entered).sheet
    assert ("TR-12", "wrong_call") in [(line.clause, line.what) for line in lines]
    assert companion.shown(entered).right == [False, None, None]


def test_holmes_counts_like_its_room() -> None:
    companion = HolmesCompanion(holmes())
    for state in finished(holmes(), 2, 4 * GAMES):
        entered = holmes_entries(state)
        assert companion.troubles(entered) == []
        assert companion.reckon(entered) == holmes().result(state)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_zug_um_zug_counts_like_its_room(seats: int) -> None:
    companion = ZugCompanion(zug())
    for state in finished(zug(), seats, GAMES):
        entered = zug_entries(state)
        assert companion.troubles(entered) == []
        counted, known = companion.reckon(entered), zug().result(state)
        assert (counted.scores, counted.winners) == (known.scores, known.winners)
        assert (counted.sheet, counted.more) == (known.sheet, known.more)


# --- random tables ---


def numbers_for(companion: Companion, players: int, keys: list[str]) -> st.SearchStrategy[Players]:
    """Entries that need not be possible together."""
    fitting = {item.key: item for item in companion.items()}
    one = st.fixed_dictionaries(
        {}, optional={key: st.integers(0, fitting[key].most) for key in keys}
    )
    return st.lists(one, min_size=players, max_size=players)


TILES = [value for value in range(1, 16) for _ in range(7 if value == 7 else 3)]
NOBODY = 3


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 8), min_size=len(TILES), max_size=len(TILES)))
def test_troika_arranges_any_tiles_as_well_as_can_be(owners: list[int]) -> None:
    """Against every arrangement there is."""
    companion = TroikaCompanion()
    held: list[list[int]] = [[], [], []]
    for tile, owner in zip(TILES, owners, strict=True):
        if owner < NOBODY:
            held[owner].append(tile)
    entered = Entered([{str(one): tiles.count(one) for one in tiles} for tiles in held])
    assert companion.troubles(entered) == []
    for tiles, points in zip(held, companion.reckon(entered).scores, strict=True):
        assert points == max(0, best_total(tuple(tiles), True) or 0)


TICKETS = st.lists(st.integers(1, 46), unique=True, max_size=7)
CARDS = st.text("PBOWGYKRL", max_size=24)


@settings(max_examples=40, deadline=None)
@given(TICKETS, CARDS)
def test_zug_um_zug_finds_the_best_set(tickets: list[int], cards: str) -> None:
    """Against every set there is."""
    companion = ZugCompanion(zug())
    player = {letter: min(cards.count(letter), 10) for letter in "PBOWGYKRL"}
    player |= {f"t{one}": 1 for one in tickets}
    entered = Entered([player, {}])
    assert companion.troubles(entered) == []
    done = numbers(companion.completed(player))
    sets = [chosen for size in range(len(tickets) + 1) for chosen in combinations(tickets, size)]
    best = max(worth(chosen) for chosen in sets if pays(player, chosen))
    assert pays(player, tuple(done))
    assert worth(tuple(done)) == best
    assert companion.payable_alone(player) == sorted(one for one in tickets if pays(player, (one,)))


def worth(tickets: tuple[int, ...]) -> int:
    return sum(zug().cards.tickets[one - 1].points for one in tickets)


def pays(player: dict[str, int], tickets: tuple[int, ...]) -> bool:
    letters = dict(zip(("purple", "blue", "orange", "white"), "PBOW", strict=True))
    letters |= dict(zip(("green", "yellow", "black", "red"), "GYKR", strict=True))
    need = "".join(letters[card] for one in tickets for card in zug().cards.tickets[one - 1].cards)
    lacking = sum(max(0, need.count(letter) - player[letter]) for letter in "PBOWGYKR")
    return lacking <= player["L"]


@pytest.mark.parametrize("seats", [2, 3])
def test_zug_um_zug_proposes_what_the_table_proposes(seats: int) -> None:
    companion, room, met = ZugCompanion(zug()), zug(), 0
    state = room.start(seats)
    for _ in walk(room, state, room.casual, seeded("proposals", seats)):
        if state.phase == COMPLETE and state.turn >= 0 and not state.chosen[state.turn]:
            view = room.view(state, state.turn)
            way = view.on_the_way[state.turn]
            player = {letter: way.count(letter) for letter in "PBOWGYKRL"}
            player |= {f"t{one}": 1 for one in view.held}
            assert numbers(companion.completed(player)) == room.proposal(view)
            met += 1
    assert met == seats


ROWS = [*"3456789M", *(f"J{value}" for value in range(3, 10)), "late", "unplaced", "glasses"]


@settings(max_examples=150, deadline=None)
@given(numbers_for(HolmesCompanion(holmes()), 2, ROWS))
def test_holmes_counts_any_rows_by_the_book(players: Players) -> None:
    companion = HolmesCompanion(holmes())
    mended = [{**one, "unplaced": 0, "late": 0} for one in players]
    for one in mended:
        one.update({f"J{value}": 0 for value in range(3, 10) if not one.get(str(value))})
    for value in [str(one) for one in range(3, 10)]:
        mended[1][value] = min(mended[1].get(value, 0), int(value) - mended[0].get(value, 0))
        mended[1][f"J{value}"] = min(mended[1][value], mended[1].get(f"J{value}", 0))
    entered = Entered(mended)
    wrong = {trouble.key for trouble in companion.troubles(entered)}
    assert wrong <= {"M", "glasses", "unplaced"}
    if not wrong:
        result = companion.reckon(entered)
        assert result.scores == [by_the_book(mended, seat) for seat in (0, 1)]


def by_the_book(players: Players, seat: int) -> int:
    mine, theirs = players[seat], players[1 - seat]
    points = {0: 0, 1: -1, 2: 1, 3: 3, 4: 6, 5: 10}[mine.get("M", 0)]
    for value in range(3, 10):
        strong = mine.get(str(value), 0) + mine.get(f"J{value}", 0)
        other = theirs.get(str(value), 0) + theirs.get(f"J{value}", 0)
        points += value - other if strong > other else 0
        points += 3 if mine.get(str(value), 0) == value else 0
    return points


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(-1, 2), min_size=25, max_size=25), st.sets(st.integers(0, 4)))
def test_tatort_themse_counts_any_clues_by_the_book(owners: list[int], unsolved: set[int]) -> None:
    companion, cards = ThemseCompanion(themse()), themse().cards
    texts = cards.clue_texts
    players: Players = [
        {text: 1 for text, owner in zip(texts, owners, strict=True) if owner == seat}
        for seat in range(3)
    ]
    table = {f"open{cards.cases[case].initial}": 1 for case in unsolved}
    entered = Entered(players, table)
    if not unsolved:
        assert [one.reason for one in companion.troubles(entered)] == ["one_stays_open"]
        return
    assert companion.troubles(entered) == []
    expected = [0, 0, 0]
    for at, case in enumerate(cards.cases):
        if at in unsolved:
            continue
        sums = [
            sum(int(text[1]) for text in player if text[0] == case.initial) for player in players
        ]
        expected = [points + more for points, more in zip(expected, sums, strict=True)]
        if sums.count(max(sums)) == 1:
            expected[sums.index(max(sums))] += case.bonus
    assert companion.reckon(entered).scores == expected


# --- what cannot lie on any table ---


def reasons(companion: Companion, *players: dict[str, int], **table: int) -> list[str]:
    troubles = companion.troubles(Entered(players, table))
    return [f"{one.seat} {one.key} {one.reason}" for one in troubles]


def test_tr01_more_tiles_than_there_are() -> None:
    companion = TroikaCompanion()
    assert reasons(companion, {"5": 2}, {"5": 2}, {}) == [
        "0 5 more_than_exist",
        "1 5 more_than_exist",
    ]
    assert reasons(companion, {"7": 7}, {}, {}) == []
    assert "0 7 out_of_range" in reasons(companion, {"7": 8}, {}, {})
    assert "2 1 out_of_range" in reasons(companion, {}, {}, {"1": -1})
    assert reasons(companion, {"chips": 5}, {"chips": -3}, {}) == [
        "0 chips out_of_range",
        "1 chips out_of_range",
    ]


def test_tr09_to_tr13_calls_that_cannot_be() -> None:
    companion, five = TroikaCompanion(), {"1": 3, "2": 2}
    assert reasons(companion, {**five, "call": 1}, {}) == ["0 call nobody_calls"]
    assert reasons(companion, {**five, "call": 2}, {}, {}) == ["0 call calls_in_order"]
    everyone = [{**five, "call": 1}, {"7": 5, "call": 2}, {"9": 3, "10": 3, "call": 3}]
    assert reasons(companion, *everyone) == [f"{seat} call all_called" for seat in range(3)]


def test_ho08_ho09_ho25_jokers_that_cannot_be() -> None:
    companion = HolmesCompanion(holmes())
    assert reasons(companion, {"J5": 1}, {}) == ["0 J5 joker_without_row"]
    assert reasons(companion, {"5": 1, "J5": 1, "late": 2}, {}) == ["0 late more_late_than_laid"]
    assert reasons(companion, {"5": 1, "unplaced": 1}, {}) == ["0 unplaced joker_fits"]
    assert reasons(companion, {"unplaced": 1}, {}) == []
    assert reasons(companion, {"unplaced": 3}, {"unplaced": 3}) == [
        "0 unplaced too_many_jokers",
        "1 unplaced too_many_jokers",
    ]
    assert "0 9 more_than_exist" in reasons(companion, {"9": 5}, {"9": 5})
    assert "1 glasses out_of_range" in reasons(companion, {}, {"glasses": 25})
    assert "1 M out_of_range" in reasons(companion, {}, {"M": 6})


def test_zz01_zz02_cards_and_tickets_that_cannot_be() -> None:
    companion = ZugCompanion(zug())
    assert reasons(companion, {"t3": 1}, {"t3": 1}) == [
        "0 t3 more_than_exist",
        "1 t3 more_than_exist",
    ]
    assert reasons(companion, {"d3": 1}, {}) == ["0 d3 completed_without_ticket"]
    assert reasons(companion, {"R": 6}, {"R": 5}) == ["0 R more_than_exist", "1 R more_than_exist"]


def test_tt04_tt27_clues_that_cannot_be() -> None:
    companion = ThemseCompanion(themse())
    first = themse().cards.clue_texts[0]
    opened = {companion.table_items()[0].key: 1}
    assert reasons(companion, {first: 1}, {first: 1}, **opened) == [
        f"0 {first} more_than_exist",
        f"1 {first} more_than_exist",
    ]
    assert companion.troubles(Entered([{}, {}])) == [
        Trouble(THE_TABLE, companion.table_items()[0].key, "one_stays_open", "TT-27")
    ]
