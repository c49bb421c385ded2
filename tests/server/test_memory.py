"""What a table costs while it is in memory, and when it leaves it."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from spieltisch.core.rng import seeded
from spieltisch.games import ROOMS
from tests.server.house import opened, play_to_the_end, played, run, two_people


@pytest.mark.parametrize("room", ROOMS)
def test_what_grows_with_a_game_is_none_of_the_collectors_business(room: str) -> None:
    """It stops the server while it looks; so logs and rows must not be among what it looks at."""
    table = played(room, 1)
    entries = [entry for viewer in table.viewers for entry in viewer.log]
    kept = [*table.rows, *entries, *[entry.seen for entry in entries]]
    assert entries and not any(gc.is_tracked(one) for one in kept)


@pytest.mark.parametrize("room", ROOMS)
def test_viewers_who_see_the_same_share_it(room: str) -> None:
    first, *others = played(room, 1).viewers
    shown = [id(entry.seen) for entry in first.log]
    for other in others:
        for mine, theirs in zip(first.log, other.log, strict=False):
            assert mine.seen != theirs.seen or id(theirs.seen) in shown


def test_listing_legal_moves_loses_no_memory() -> None:
    """Compiled methods keep every buffer they are handed."""
    table = played("tatort_themse", 2, decisions=5)
    table.game.legal(table.match.state)
    before = resident_kilobytes()
    for _ in range(20_000):
        table.game.legal(table.match.state)
    assert resident_kilobytes() - before < 2_000


def resident_kilobytes() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4


def test_a_table_nobody_looks_at_is_put_away_and_read_again(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            ada, ben = await two_people(tables, "tatort_themse")
            credentials = [ada.credential, ben.credential]
            await play_to_the_end(tables, ada.table, credentials, seeded("away"), most=6)
            before = await tables.viewing.look(ada.table, ada.credential)
            assert tables.expiry.put_away(tables.live.now() - 60) == 0, "it was used just now"
            with tables.live.by_id[ada.table].watching(""):
                assert tables.expiry.put_away(tables.live.now() + 60) == 0, "somebody looks"
            assert tables.expiry.put_away(tables.live.now() + 60) == 1
            assert ada.table not in tables.live.by_id and not tables.live.knows(ada.credential)
            after = await tables.viewing.look(ada.table, ada.credential)
            assert (after.number, after.view, after.log) == (before.number, before.view, before.log)
            assert tables.live.knows(ada.credential)

    run(check())
