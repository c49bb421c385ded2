"""A Match is a game in progress that nobody can play wrongly."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
from pathlib import Path

import pytest

import spieltisch
from spieltisch import (
    BadDocument,
    BadEdition,
    BadOption,
    BadRecord,
    BadSeats,
    ByDeal,
    IllegalMove,
    Match,
    NothingToUndo,
    NotYourTurn,
    SpieltischError,
    UnknownGame,
    UnreadableMove,
)
from spieltisch.core.record import dumps, loads
from spieltisch.core.state import CHANCE

every_game = pytest.mark.parametrize("name", spieltisch.games())


def played(name: str, moves: int, seed: int = 1) -> Match:
    """A match after so many decisions at random."""
    game = spieltisch.load(name)
    match = game.match(seats=game.most_seats, seed=seed)
    rng = random.Random(seed)
    for _ in range(moves):
        if not match.over:
            match.push(rng.choice(match.legal))
    return match


@every_game
def test_a_move_proposed_changes_nothing_until_it_is_applied(name: str) -> None:
    match = played(name, 7)
    before, proposal = match.copy(), match.propose(match.legal[0])
    assert match == before
    assert repr(match) == repr(before)
    match.apply(proposal)
    assert match.steps == before.steps + proposal.steps
    assert match.turn == proposal.turn
    assert before.push(before.legal[0]) == proposal.steps


@every_game
def test_undo_takes_back_a_decision_and_sets_chance_back(name: str) -> None:
    match = played(name, 0)
    rng = random.Random(5)
    for _ in range(40):
        if match.over:
            break
        before, move = match.copy(), rng.choice(match.legal)
        appended = match.push(move)
        after = match.copy()
        assert match.undo() == appended
        assert match == before
        assert match.view(match.turn) == before.view(before.turn)
        match.push(move)
        assert match == after, "the same move met other chance"


@every_game
def test_before_the_first_decision_there_is_nothing_to_undo(name: str) -> None:
    with pytest.raises(NothingToUndo):
        played(name, 0).undo()


@every_game
def test_copies_and_pickles_are_equal_and_go_on_alike(name: str) -> None:
    match = played(name, 20)
    twins = [
        match.copy(),
        copy.copy(match),
        copy.deepcopy(match),
        pickle.loads(pickle.dumps(match)),
    ]
    for twin in twins:
        assert twin == match
        assert repr(twin) == repr(match)
        twin.play({seat: spieltisch.bot("casual") for seat in range(twin.seats)})
    assert twins[0].over
    assert all(twin == twins[0] for twin in twins)
    assert match != twins[0], "a copy went on with the original"


def test_equal_means_the_same_game_told() -> None:
    game = spieltisch.load("tatort_themse")
    one, other = game.match(seats=3, seed=1), game.match(seats=3, seed=1)
    assert one == other
    assert one != game.match(seats=3, seed=2)
    fair = game.match(seats=3, options={"fair_tops": "yes"}, chance="ask")
    assert fair != game.match(seats=3, chance="ask")
    assert one != spieltisch.load("troika").match(seats=3, seed=1)


@every_game
def test_what_is_not_allowed_is_refused_by_name_and_changes_nothing(name: str) -> None:
    match = played(name, 3)
    before = match.copy()
    illegal = next(text for text in match.game.texts_by_code if text not in match.legal)
    with pytest.raises(IllegalMove) as refused:
        match.push(illegal)
    assert refused.value.clause in match.game.texts("en").clauses()
    assert refused.value.clause in str(refused.value)
    assert refused.value.reason in match.game.texts("en").refusals
    with pytest.raises(UnreadableMove):
        match.push("castle kingside")
    with pytest.raises(NotYourTurn):
        match.push(match.legal[0], seat=(match.turn + 1) % match.seats)
    with pytest.raises(NotYourTurn):
        match.push(match.legal[0], seat=9)
    with pytest.raises(NotYourTurn):
        match.view(9)
    assert match == before
    match.push(match.legal[0], seat=match.turn)


def test_a_refusal_says_its_facts_and_its_clause() -> None:
    match = spieltisch.load("troika").match(seats=3, seed=1)
    match.push("turn 2")
    with pytest.raises(IllegalMove, match=r"No 3 lies face up in the field \(TR-\d+\)") as refused:
        match.push("take 3")
    assert refused.value.facts == {"value": 3}
    assert isinstance(refused.value, ValueError)


def test_what_cannot_be_loaded_or_laid_is_one_clear_exception_each() -> None:
    with pytest.raises(UnknownGame, match="there is no game 'chess'"):
        spieltisch.load("chess")
    with pytest.raises(BadEdition):
        spieltisch.load("troika", edition={"name": "mine"})
    with pytest.raises(BadEdition, match="No such file"):
        spieltisch.load("holmes", edition="nowhere.toml")
    with pytest.raises(BadSeats):
        spieltisch.load("holmes").match(seats=3)
    with pytest.raises(BadOption):
        spieltisch.load("holmes").match(options={"rain": "yes"})
    with pytest.raises(BadOption, match="not both"):
        spieltisch.load("holmes").match(seed=1, chance=ByDeal("1"))
    with pytest.raises(BadRecord, match="No such file"):
        spieltisch.replay("nowhere.json")
    with pytest.raises(BadDocument):
        spieltisch.position(spieltisch.PositionFile("troika", "standard", {"seats": 3}))
    with pytest.raises(SpieltischError, match="there is no bot 'genius'"):
        spieltisch.bot("genius")


@every_game
def test_a_game_over_says_so(name: str) -> None:
    match = played(name, 0)
    match.play({seat: spieltisch.bot("random") for seat in range(match.seats)})
    assert match.over
    assert match.result is not None
    assert match.legal == []
    assert "over, won by seat" in repr(match)
    with pytest.raises(IllegalMove, match="The game is over") as refused:
        match.push(match.steps[-1][1])
    assert refused.value.clause == match.game.over_by(match.state)
    match.undo()
    assert not match.over
    assert match.result is None


@every_game
def test_a_record_gives_the_same_match_and_any_step_of_it(name: str, tmp_path: Path) -> None:
    match = played(name, 25)
    file = tmp_path / "game.json"
    match.record().save(file)
    again = spieltisch.replay(file)
    assert again == match
    assert again.view(0) == match.view(0)
    middle = again.at(len(match.steps) // 2)
    assert middle.steps == match.steps[: len(match.steps) // 2]
    assert middle.record().steps == middle.steps
    assert again == match, "looking back changed the match"
    with pytest.raises(IndexError):
        again.at(len(match.steps) + 1)


@every_game
def test_a_match_from_a_record_goes_on_with_chance_of_its_own(name: str) -> None:
    record = played(name, 9).record()
    one, other = (spieltisch.replay(record, chance=ByDeal("from here")) for _ in range(2))
    for match in (one, other):
        match.play({seat: spieltisch.bot("casual") for seat in range(match.seats)})
    assert one == other
    assert one.over
    assert spieltisch.replay(one.record()) == one


@every_game
def test_a_match_from_a_position_records_it_as_its_start(name: str) -> None:
    match = played(name, 12)
    begun = spieltisch.position(match.position(), chance=ByDeal("7"))
    assert [begun.view(seat) for seat in range(begun.seats)] == [
        match.view(seat) for seat in range(match.seats)
    ]
    begun.play({seat: spieltisch.bot("casual") for seat in range(begun.seats)})
    record = begun.record()
    assert record.format == 2
    assert record.start == match.position().position
    read = loads(dumps(record))
    assert spieltisch.replay(read) == begun
    assert pickle.loads(pickle.dumps(begun)) == begun
    assert match.record().format == 1
    assert "start" not in dumps(match.record())


def test_a_start_needs_the_second_format() -> None:
    match = spieltisch.load("troika").match(seats=3, seed=1)
    record = spieltisch.position(match.position()).record()
    record.format = 1
    with pytest.raises(BadRecord, match="format 1 has no start"):
        loads(dumps(record))
    record.format, record.seats = 2, 4
    with pytest.raises(BadRecord, match="for 4 players"):
        spieltisch.replay(record)


def test_chance_by_hand() -> None:
    match = spieltisch.load("troika").match(seats=3, chance="ask")
    assert match.turn == CHANCE
    assert match.outcomes["tile 1"] > 0
    assert list(match.outcomes) == match.legal
    for value in (7, 7, 9, 3):
        match.push(f"tile {value}")
    assert match.turn == 0
    assert match.outcomes == {}
    assert match.undo() == [("chance", "tile 3")]
    with pytest.raises(IllegalMove):
        match.push("turn 2")


@every_game
def test_the_log_is_what_the_viewer_saw_in_every_language(name: str) -> None:
    match = played(name, 15)
    for language in ("de", "fr", "en"):
        told = match.log(0, language, ["Anna"])
        assert len(told) >= 15
        assert not any("{" in line for line in told)
        assert any("Anna" in line for line in told)
    assert match.log(0) != match.log(1) or name == "holmes"


def test_a_bot_that_answers_nonsense_is_named() -> None:
    class Nonsense:
        def sit(self, game: spieltisch.Game, seat: int) -> None: ...

        def choose(self, view: object, legal: object, rng: object) -> str:
            return "resign"

    match = spieltisch.load("holmes").match(seed=1)
    with pytest.raises(spieltisch.BadBot, match="Nonsense on seat 0: 'resign' is not legal here"):
        match.play({0: Nonsense(), 1: spieltisch.bot("casual")})


def test_importing_the_library_loads_no_server() -> None:
    program = "import spieltisch, sys; spieltisch.load('holmes'); print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert not loaded & {"litestar", "sqlalchemy", "rich", "typer", "jinja2", "uvicorn"}
    assert "spieltisch.server" not in done.stdout
