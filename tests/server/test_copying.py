"""Copies and backups: the source stays as it is, and only what is right is kept."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text

from spieltisch.commands_table import CannotBackUp, backup, copy_file
from spieltisch.core.rng import seeded
from spieltisch.server.store.backup import CannotCopy, copy_database
from spieltisch.server.store.engine import open_engine
from spieltisch.server.store.file_lock import InUse, NotWritable, alone_with
from spieltisch.server.store.migrate import newest
from tests.kit.postgresql import Postgresql
from tests.server.house import database_in, opened, play_to_the_end, run, two_people

THEMSE = "tatort_themse"
OLD = "0001"


def played_in(folder: Path) -> str:
    async def play() -> None:
        async with opened(folder) as tables:
            ada, ben = await two_people(tables, THEMSE)
            both = [ada.credential, ben.credential]
            await play_to_the_end(tables, ada.table, both, seeded(1), 9)

    run(play())
    return database_in(folder)


def change(url: str, sentence: str) -> None:
    engine = open_engine(url)
    with engine.begin() as connection:
        connection.execute(text(sentence))
    engine.dispose()


def number_of(url: str, what: str) -> object:
    engine = open_engine(url)
    with engine.connect() as connection:
        found: object = connection.execute(text(f"SELECT {what}")).scalar_one()
    engine.dispose()
    return found


def copy(source: str, target: str) -> None:
    copy_database(source, target, lambda _: None)


def test_a_source_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(CannotCopy, match="there is no database"):
        copy(f"sqlite:///{tmp_path / 'missing'}", f"sqlite:///{tmp_path / 'copy'}")
    assert list(tmp_path.iterdir()) == []


def test_an_empty_source_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    with pytest.raises(CannotCopy, match="holds no tables"):
        copy(f"sqlite:///{tmp_path / 'empty'}", f"sqlite:///{tmp_path / 'copy'}")


@pytest.mark.parametrize("shared", [False, True])
def test_a_source_of_another_version_stays_as_it_is(
    tmp_path: Path, database_server: Postgresql, shared: bool
) -> None:
    source = played_in(tmp_path)
    if shared:
        copy(source, address := database_server.new_database())
        source = address
    change(source, f"UPDATE alembic_version SET version_num = '{OLD}'")
    with pytest.raises(CannotCopy, match=f"version {OLD}, this program copies {newest()}"):
        copy(source, f"sqlite:///{tmp_path / 'copy'}")
    assert number_of(source, "version_num FROM alembic_version") == OLD


@pytest.mark.parametrize("shared", [False, True])
def test_a_refused_copy_leaves_nothing_behind(
    tmp_path: Path, database_server: Postgresql, shared: bool
) -> None:
    """And the target can be used once the source is in order."""
    source = played_in(tmp_path)
    target = database_server.new_database() if shared else f"sqlite:///{tmp_path / 'copy'}"
    deals = "SELECT text FROM steps WHERE who = -1"
    texts = f"({deals} ORDER BY number LIMIT 1), ({deals} ORDER BY number DESC LIMIT 1)"
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as raw:
        first, other = raw.execute(f"SELECT {texts}").fetchone()
    assert first != other
    change(source, f"UPDATE steps SET text = '{other}' WHERE number = 1")
    with pytest.raises(CannotCopy, match=r"chance gives|does not replay"):
        copy(source, target)
    assert number_of(target, "count(*) FROM tables") == 0
    change(source, f"UPDATE steps SET text = '{first}' WHERE number = 1")
    copy(source, target)
    assert number_of(target, "count(*) FROM tables") == 1


def test_databases_and_backups_are_their_owners_alone(
    tmp_path: Path, database_server: Postgresql
) -> None:
    source = played_in(tmp_path)
    copy(source, address := database_server.new_database())
    backup(tmp_path / "saved", f"{source}?timeout=5")
    backup(tmp_path / "shared", address)
    for name in ("tables.sqlite3", "saved", "shared"):
        assert (tmp_path / name).stat().st_mode & 0o077 == 0, name


def test_a_failed_backup_names_the_source_and_is_not_in_the_way(tmp_path: Path) -> None:
    source, target = tmp_path / "torn", tmp_path / "saved"
    source.write_bytes(b"SQLite format 3\0" + b"torn" * 500)
    with pytest.raises(CannotBackUp, match="torn to"):
        copy_file(source, target)
    assert not target.exists()


def test_a_file_that_is_there_is_never_written_over(tmp_path: Path) -> None:
    target = tmp_path / "saved"
    target.write_text("precious")
    with pytest.raises(CannotBackUp, match="exists"):
        copy_file(tmp_path / "tables", target)
    assert target.read_text() == "precious"


def test_a_second_server_does_not_get_in_by_another_name(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "tables")
    here, there = (alone_with(f"sqlite:///{tmp_path / name}", 0) for name in ("tables", "link"))
    with here, pytest.raises(InUse), there:
        raise AssertionError("both have it")


def test_a_folder_that_cannot_be_written_is_told_in_one_line() -> None:
    refused = pytest.raises(NotWritable, match="cannot write in /proc")
    with refused, alone_with("sqlite:////proc/tables.sqlite3"):
        raise AssertionError("there it can be written")
