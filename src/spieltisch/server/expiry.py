"""Tables leave: the memory when nobody uses them, the database when they are old.

Whether a table is old the clock says, and a clock may be wrong. So an old table is marked first,
put aside when it has been marked for days in which the server ran, and deleted weeks later; as
soon as it is not old any more, everything is as before.
"""

from __future__ import annotations

import logging

from spieltisch.server.live_tables import LiveTables
from spieltisch.server.store import leaving, people

log = logging.getLogger("spieltisch.server")
HOUR = 3600.0
DAY = 24 * 3600
MARKED_DAYS = 7  # of running time, before a table is put aside
ASIDE_DAYS = 30  # before it is deleted
PLAYER_DAYS = 365  # without a visit, after which a player of whom nothing else is kept goes
IDLE_SECONDS = 600.0  # after which a table nobody looks at leaves the memory


class Expiry:
    def __init__(self, live: LiveTables, keep_finished: int, keep_idle: int) -> None:
        self.live = live
        self.keep_days = (keep_finished, keep_idle)

    async def expire(self) -> None:
        """See what is old, and let go of what has been for long."""
        now, running = self.live.now(), self.live.running.now()
        finished, idle = (now - days * DAY for days in self.keep_days)
        old = leaving.is_old(finished, idle, running)
        marked_before = running - MARKED_DAYS * DAY
        write = self.live.store.write
        tell("no longer old, kept", await write(lambda c: leaving.spare(c, old)))
        will = f"old, will be put aside after {MARKED_DAYS} days of running unless somebody moves"
        tell(will, await write(lambda c: leaving.mark(c, old, running)))
        aside = await write(lambda c: leaving.put_aside(c, old, marked_before, running))
        will = f"put aside, will be deleted after {ASIDE_DAYS} days of running"
        tell(f"{will}; `spieltisch restore` brings them back", aside)
        gone = await write(lambda c: leaving.drop(c, running - ASIDE_DAYS * DAY))
        tell("deleted", gone)
        for table_id in [*aside, *gone]:
            self.live.forget(table_id)
        await write(lambda c: leaving.expire_texts(c, now, marked_before, running))
        unseen = now - PLAYER_DAYS * DAY
        await write(lambda c: people.expire_players(c, unseen, marked_before, running))

    async def tidy(self) -> None:
        self.put_away(self.live.now() - IDLE_SECONDS)

    def put_away(self, unused_since: float) -> int:
        """Let go of tables that nobody looks at; they are read again when somebody comes or
        their clock has run down. How many."""
        idle = [
            table_id
            for table_id, live in self.live.by_id.items()
            if live.used < unused_since and self.live.is_quiet(live)
        ]
        for table_id in idle:
            self.live.forget(table_id)
        return len(idle)


def outlook(one: leaving.Leaving, running: float) -> str:
    """What becomes of a table when, in a sentence for the host."""
    if one.put_aside is None:
        left = one.marked + MARKED_DAYS * DAY - running
        return f"{one.table}  {one.game}, {one.stage}: old, put aside in {days(left)}"
    left = one.put_aside + ASIDE_DAYS * DAY - running
    return f"{one.table}  {one.game}, {one.stage}: put aside, deleted in {days(left)}"


def days(seconds: float) -> str:
    return f"{max(0.0, seconds) / DAY:.1f} days of running"


def tell(what: str, ids: list[str]) -> None:
    if ids:
        log.warning("tables %s: %s", what, ", ".join(ids))
