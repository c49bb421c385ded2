"""The commands around the table: serve, verify, backup, copy, restore."""

from __future__ import annotations

import os
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from spieltisch.command_options import AsJson, Lan, print_json
from spieltisch.core.errors import BadRecord, SpieltischError
from spieltisch.files import content, read_record
from spieltisch.games import game_of_record
from spieltisch.server import fairness
from spieltisch.server.thinking.roster import listed
from spieltisch.web.addresses import networks
from spieltisch.web.settings import Limits, Settings, default_database

if TYPE_CHECKING:
    from spieltisch.server.store.engine import Store

FIRST_PORT = 8000
EVERYWHERE = "0.0.0.0"
SQLITE = "sqlite:///"
MOST_OF_A_RECEIPT = 10_000

Database = Annotated[
    str | None,
    typer.Option(
        help="Where tables are kept: sqlite:///FILE or postgresql://USER@HOST/NAME; "
        "default: a file among your data."
    ),
]


class CannotBackUp(SpieltischError):
    """There is no database, or the copy cannot be written."""


class NothingToRestore(SpieltischError):
    """There is no such table among those that leave."""


def start_serving(settings: Settings, *, any_port: bool, browser: bool) -> None:
    from spieltisch.web.serve import serve  # noqa: PLC0415 (other commands start faster without)

    serve(settings, any_port=any_port, browser=browser)


def play_here(lan: bool) -> None:
    """What `spieltisch` alone does: serve on a free port and open the browser."""
    settings = Settings(
        database=default_database(),
        host=EVERYWHERE if lan else "127.0.0.1",
        port=FIRST_PORT,
        lan=lan,
    )
    start_serving(settings, any_port=True, browser=True)


def serve_tables(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 picks a free one.")] = FIRST_PORT,
    database: Database = None,
    log: Annotated[str, typer.Option(help="text or json")] = "text",
    lan: Lan = False,
    trusted_proxy: Annotated[
        bool, typer.Option(help="Believe the forwarded headers of a proxy in front.")
    ] = False,
    proxies: Annotated[
        str,
        typer.Option(help="Believe only these addresses and networks, separated by commas."),
    ] = "",
    secure_cookies: Annotated[bool, typer.Option(help="Send cookies over https only.")] = False,
    allow_origin: Annotated[
        list[str] | None,
        typer.Option(
            help="A site whose pages may use the API, as https://bots.example; * for all."
        ),
    ] = None,
    workers: Annotated[
        int, typer.Option(min=1, max=64, help="Processes that serve; several need PostgreSQL.")
    ] = 1,
    bot_workers: Annotated[
        int, typer.Option(min=1, max=64, help="Processes for bots, for each that serves.")
    ] = 1,
    bot: Annotated[
        list[str] | None,
        typer.Option(help="NAME=BOT: a bot of your own that visitors may choose; repeatable."),
    ] = None,
    metrics_port: Annotated[
        int,
        typer.Option(min=0, max=65535, help="Worker n answers at 127.0.0.1:PORT+n for metrics."),
    ] = 0,
    requests: Annotated[
        int, typer.Option(min=10, help="Requests a minute a seat may make; strangers half as many.")
    ] = 600,
    keep_finished: Annotated[int, typer.Option(min=1, help="Days to keep finished games.")] = 90,
    keep_idle: Annotated[int, typer.Option(min=1, help="Days to keep games nobody moves in.")] = 30,
    push_contact: Annotated[
        str, typer.Option(help="Whom push services may write to: mailto:… or https:…")
    ] = "",
) -> None:
    """Serve tables until interrupted."""
    if log not in ("text", "json"):
        raise typer.BadParameter("logs are text or json")
    settings = Settings(
        database=database or default_database(),
        host=EVERYWHERE if lan else host,
        port=port,
        lan=lan,
        trusted_proxy=trusted_proxy or bool(proxies),
        proxies=checked_proxies(proxies),
        secure_cookies=secure_cookies,
        allow_origins=tuple(allow_origin or ()),
        workers=workers,
        bot_workers=bot_workers,
        own_bots=dict(map(listed, bot or ())),
        metrics_port=metrics_port,
        keep_finished=keep_finished,
        keep_idle=keep_idle,
        push_contact=push_contact,
        log=log,
        limits=Limits(
            seated=requests,
            stranger=requests // 2,
            sitting_down=requests // 10,
            connections=requests,
        ),
    )
    start_serving(settings, any_port=False, browser=False)


def checked_proxies(text: str) -> str:
    try:
        networks(text)
    except ValueError as error:
        raise typer.BadParameter(f"--proxies: {error}") from None
    return text


def verify(
    file: Annotated[Path, typer.Argument(help="The record of a finished table.")],
    receipt: Annotated[
        Path | None,
        typer.Option(help="What your browser or program kept when it contributed to chance."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check that every outcome of chance follows from the secret and the contributions."""
    record = read_record(file)
    played = game_of_record(record)
    outcomes = fairness.verify(played, record)
    proof = fairness.proof_of(record)
    own = fairness.proved(record, read_receipt(receipt)) if receipt else []
    if as_json:
        facts = {"consistent": True, "proved": own, "outcomes": outcomes}
        facts |= {"steps": len(record.steps), "scheme": proof.scheme}
        facts |= {"contributed": proof.contributed, "made_up": proof.made_up}
        facts["taken_back"] = proof.taken_back
        print_json(facts)
    else:
        sys.stdout.write("\n".join([*verdict(outcomes, proof, own), *cautions(proof)]) + "\n")


def verdict(outcomes: int, proof: fairness.Proof, own: list[int]) -> list[str]:
    """No more than was proved: a file alone cannot show what was published first."""
    follows = f"All {outcomes} outcomes of chance and the seats follow from the secret and the"
    if proof.fixed:
        return [
            f"A first game with a fixed deal, the same for everybody. {follows}",
            "contribution.",
        ]
    if proof.contributed == 0:
        return [
            "No person contributed: the server alone made all of chance.",
            f"Consistent, not proved. {follows}",
            "contributions, but the server chose both.",
        ]
    if own:
        which = " and ".join(map(str, own))
        return [
            f"Proved for your contribution ({which} of {len(proof.contributions)}). {follows}",
            "contributions; the secret is the one whose commitment you answered, so the server",
            "alone could not choose what came. It could have together with somebody who",
            "contributed after you.",
        ]
    return [
        f"Consistent, not proved. {follows}",
        "contributions. A file cannot show that the commitment was published before anybody",
        "contributed: check it with what your browser kept, --receipt FILE.",
    ]


def cautions(proof: fairness.Proof) -> list[str]:
    """What a server that did not play fair could have used."""
    told = []
    if proof.taken_back:
        told += [
            f"Decisions were taken back: {proof.taken_back}. At this table, begun under the first",
            "scheme, each shifted the outcomes after it: whoever knew the secret could have used",
            "that. Tables laid since then have a scheme without this gap.",
        ]
    if proof.made_up and proof.contributed:
        made = f"{proof.made_up} of {len(proof.contributions)}"
        told.append(f"The server made contributions up for people who sent none: {made}.")
    return [*told, "The names and the date of the record are not part of the proof."]


def read_receipt(path: Path) -> fairness.Receipt:
    raw = content(path, "receipt", MOST_OF_A_RECEIPT, BadRecord)
    return fairness.read_receipt(raw.decode(errors="replace"))


def backup(
    file: Annotated[Path, typer.Argument(help="The copy to write, an SQLite file.")],
    database: Database = None,
) -> None:
    """Copy the database into a file while it is in use; `spieltisch copy` puts it back."""
    from spieltisch.server.store.file_lock import sqlite_file  # noqa: PLC0415 (as above)

    url = database or default_database()
    if file.exists():
        raise CannotBackUp(f"{file} exists already; name a new file")
    source = sqlite_file(url)
    if source is None:
        with fresh(file):
            copy_checked(url, f"{SQLITE}{file}")
        return
    if not source.exists():
        raise CannotBackUp(f"there is no database {source}")
    copy_file(source, file)
    sys.stdout.write(f"Copied {source} to {file}.\n")


def copy_file(source: Path, target: Path) -> None:
    with fresh(target):
        try:
            with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
                old.backup(new)
        except sqlite3.Error as error:
            raise CannotBackUp(f"cannot copy {source} to {target}: {error}") from None


@contextmanager
def fresh(file: Path) -> Iterator[None]:
    """A new file, its owner's alone: it will hold secrets of running tables. Half a copy is taken
    away again: it would be in the way of the next try."""
    try:
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except OSError as error:
        raise CannotBackUp(f"cannot write {file}: {error.strerror}") from None
    try:
        yield
    except BaseException:
        file.unlink(missing_ok=True)
        raise


def copy(
    source: Annotated[str, typer.Argument(help="sqlite:///FILE or postgresql://…")],
    target: Annotated[str, typer.Argument(help="An empty database, of either kind.")],
) -> None:
    """Copy a whole database into an empty one, and check the copy."""
    copy_checked(source, target)


def copy_checked(source: str, target: str) -> None:
    from spieltisch.server.store.backup import copy_database  # noqa: PLC0415 (as above

    with Console(stderr=True).status("") as status:
        copied = copy_database(source, target, status.update)
    sys.stdout.write(
        f"Copied {copied.tables} tables, {copied.rows} rows. Checked: every row is the same, "
        f"{copied.steps} steps replay, {copied.outcomes} outcomes of chance are right.\n"
    )


def restore(
    tables: Annotated[
        list[str] | None, typer.Argument(help="Names of tables; none: list those that leave.")
    ] = None,
    database: Database = None,
) -> None:
    """Bring back tables that are old or were put aside, also while the server runs."""
    from spieltisch.server.store.engine import Store  # noqa: PLC0415 (other commands start faster)
    from spieltisch.server.store.file_lock import sqlite_file  # noqa: PLC0415 (as above)

    url = database or default_database()
    source = sqlite_file(url)
    if source is not None and not source.exists():
        raise CannotBackUp(f"there is no database {source}")
    store = Store(url)
    store.prepare()
    try:
        told = brought_back(store, tables) if tables else told_leaving(store)
    finally:
        store.engine.dispose()
    sys.stdout.write("".join(f"{line}\n" for line in told))


def brought_back(store: Store, wanted: list[str]) -> list[str]:
    from spieltisch.server.store import leaving  # noqa: PLC0415 (as above)

    found = store.write_now(lambda c: leaving.bring_back(c, wanted, time.time()))
    missing = sorted(set(wanted) - set(found))
    if missing:
        raise NothingToRestore(f"not old, or deleted for good: {', '.join(missing)}")
    return [f"Brought back: {', '.join(found)}."]


def told_leaving(store: Store) -> list[str]:
    from spieltisch.server import expiry, running_time  # noqa: PLC0415 (as above)
    from spieltisch.server.store import leaving  # noqa: PLC0415 (as above)

    running = store.write_now(lambda c: running_time.keep(c, 0.0))
    found = store.read_now(leaving.leaving)
    if not found:
        return ["No table is old."]
    return [expiry.outlook(one, running) for one in found]


def register(app: typer.Typer) -> None:
    app.command("serve")(serve_tables)
    app.command()(verify)
    app.command()(backup)
    app.command()(copy)
    app.command()(restore)
