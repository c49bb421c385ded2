"""What is taken back never moves chance; tables and records of the first scheme go on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from spieltisch.cli import app
from spieltisch.core.errors import BadRecord
from spieltisch.core.record import Record, dumps, loads
from spieltisch.core.rng import Rng, seeded
from spieltisch.files import read_record
from spieltisch.games import ROOMS, game
from spieltisch.server.fairness import FIRST_SCHEME, SCHEME, answer, is_made_up, proof_of, verify
from spieltisch.server.lobby import Seated
from spieltisch.server.store.backup import copy_database
from spieltisch.server.table import Table
from spieltisch.server.tables import Tables
from tests.server import second_verifier
from tests.server.house import AT, database_in, laid, opened, person, run, step, two_people
from tests.server.older_database import rows_of, write_older

KEPT = Path(__file__).parent / "first_scheme.json"  # written before there was a second one
NAME = "holmes"
BEFORE_THE_SECOND = "0004"  # the schema then
each_room = pytest.mark.parametrize("name", sorted(ROOMS))


def drawn(table: Table) -> list[str]:
    return [text for who, text in table.match.steps if who == "chance"]


def wavering(table: Table, rng: Rng) -> int:
    """Play on to the end, taking back what can be and deciding the same again; how often."""
    wavered = 0
    while not table.over:
        seat = table.turn
        step(table, rng)
        if table.can_undo(seat):
            again = table.match.steps[-1][1]
            table.apply(table.propose_undo(seat, AT).rows)
            table.apply(table.propose(seat, again, AT).rows)
            wavered += 1
    return wavered


@each_room
def test_taking_decisions_back_does_not_move_chance(name: str) -> None:
    straight, back = laid(name, "same"), laid(name, "same")
    rng = seeded("straight")
    while not straight.over:
        step(straight, rng)
    assert wavering(back, seeded("straight")) > 0
    assert drawn(back) == drawn(straight)


@pytest.fixture
def old() -> Record:
    return read_record(KEPT)


def test_a_record_of_the_first_scheme_verifies_with_a_caution(old: Record) -> None:
    assert verify(game(old.game), old) > 0
    assert second_verifier.is_fair(msgspec.to_builtins(old))
    assert proof_of(old).scheme == FIRST_SCHEME and proof_of(old).taken_back == 4
    said = CliRunner().invoke(app, ["verify", str(KEPT)]).output
    assert "taken back: 4" in said and "names and the date" in said
    answer = msgspec.json.decode(CliRunner().invoke(app, ["verify", str(KEPT), "--json"]).output)
    assert answer["scheme"] == 1 and answer["taken_back"] == 4 and answer["made_up"] == 0


def undone(old: Record, rows: list[Any]) -> Record:
    proof = {**old.more["fairness"], "undone": rows}
    return msgspec.structs.replace(old, more={"fairness": proof})


def bent(old: Record) -> dict[str, tuple[list[Any], str]]:
    rows: list[list[Any]] = old.more["fairness"]["undone"]
    last = len(old.steps) + len(rows)
    first, taking = rows[:2]
    return {
        "never happened": ([[first[0], first[1], "x"], *rows[1:]], r"\(1: x\)"),
        "no such seat": ([[number, 7, text] for number, _, text in rows], "to decide"),
        "chance": ([[first[0], -1, first[2]], *rows[1:]], "cannot be undone"),
        "other seat": ([first, [taking[0], 1 - taking[1], "undo"], *rows[2:]], "takes nothing"),
        "after the end": ([*rows, [last + 1, 0, "use"], [last + 2, 0, "undo"]], "over already"),
        "undo at the end": ([*rows, [last + 1, 0, "undo"]], "takes nothing"),
        "before the deal": ([[1, 0, "use"], [2, 0, "undo"]], "it is for chance to decide"),
        "no number": ([*rows, [0, 0, "use"], [0, 0, "undo"]], "different numbers"),
    }


BENT = sorted(bent(read_record(KEPT)))


@pytest.mark.parametrize("how", BENT)
def test_what_was_taken_back_is_played_in_its_place(old: Record, how: str) -> None:
    rows, complaint = bent(old)[how]
    with pytest.raises(BadRecord, match=complaint):
        verify(game(old.game), undone(old, rows))
    assert not second_verifier.is_fair(msgspec.to_builtins(undone(old, rows)))


def test_a_decision_is_not_left_out_without_an_undo(old: Record) -> None:
    """All steps up to the first undone one have their own places as numbers."""
    number = next(at for at, (who, _) in enumerate(old.steps, 1) if who != "chance")
    left_out = [number, *old.steps[number - 1]]
    shorter = msgspec.structs.replace(old, steps=old.steps[: number - 1] + old.steps[number:])
    gap = undone(shorter, [left_out, *old.more["fairness"]["undone"]])
    with pytest.raises(BadRecord, match="missing without an undo"):
        verify(game(old.game), gap)
    assert not second_verifier.is_fair(msgspec.to_builtins(gap))


def as_it_was(folder: Path) -> None:
    """The database as the version before left it."""
    rows = rows_of(database_in(folder))
    for file in folder.glob("*.sqlite3*"):
        file.unlink()
    write_older(database_in(folder), rows, BEFORE_THE_SECOND)


async def play_wavering(tables: Tables, ada: Seated, ben: Seated) -> Record:
    """To the end, taking back a decision now and then."""
    rng = seeded("wavering")
    while (await tables.viewing.look(ada.table, ada.credential)).stage != "over":
        for credential in (ada.credential, ben.credential):
            look = await tables.viewing.look(ada.table, credential)
            if look.legal:
                text = look.legal[rng.below(len(look.legal))]
                look = await tables.play.move(ada.table, credential, look.number, text)
            if look.can_undo and rng.below(5) == 0:
                await tables.play.undo(ada.table, credential, look.number)
    return loads(dumps(await tables.viewing.record(ada.table, ada.credential)))


def check_fair(record: Record, scheme: int) -> None:
    assert proof_of(record).scheme == scheme
    assert verify(game(record.game), record) > 0
    assert second_verifier.is_fair(msgspec.to_builtins(record))


def test_a_table_laid_under_the_first_scheme_goes_on_under_it(tmp_path: Path) -> None:
    async def begin() -> tuple[Seated, Seated]:
        async with opened(tmp_path) as tables:
            return await two_people(tables, NAME)

    async def go_on(ada: Seated, ben: Seated) -> tuple[Record, Record]:
        async with opened(tmp_path) as tables:
            first = await play_wavering(tables, ada, ben)
            return first, await play_wavering(tables, *await two_people(tables, NAME))

    pair = run(begin())
    as_it_was(tmp_path)
    first, second = run(go_on(*pair))
    check_fair(first, FIRST_SCHEME)
    assert proof_of(first).taken_back > 0
    check_fair(second, SCHEME)
    assert not proof_of(second).undone
    copied = copy_database(database_in(tmp_path), f"sqlite:///{tmp_path / 'copy'}", lambda _: None)
    assert copied.tables == 2 and copied.outcomes == chance_in(first) + chance_in(second)


def chance_in(record: Record) -> int:
    return sum(who == "chance" for who, _ in record.steps)


def test_a_contribution_nobody_sent_says_so(tmp_path: Path) -> None:
    async def contributions() -> list[str]:
        async with opened(tmp_path) as tables:
            seats = [person("Ada"), person("Ben")]
            offer = tables.lobby.offer()
            heads = answer(offer.commitment, "heads")
            sent = await tables.lobby.create(
                NAME, seats=seats, offer=offer.offer, contribution=heads
            )
            unsent = await tables.lobby.create(NAME, seats=seats)
            lived = [await tables.live.at(seated.table) for seated in (sent, unsent)]
            return [one for live in lived for one in live.stored.contributions()]

    given = run(contributions())
    assert given[0] == given[1] and given[0].endswith(":heads")
    assert [is_made_up(one) for one in given] == [False, False, True, True]
    assert given[2] != given[3]
