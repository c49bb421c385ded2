"""Bots of one's own, by name: classes, programs, web servers, packages; and what they do wrong."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

import pytest

from spieltisch import arena
from spieltisch.arena.match import play_match
from spieltisch.bots import by_name, levels
from spieltisch.bots.levels import Limits, UnknownLevel
from spieltisch.bots.process import ProcessBot
from spieltisch.bots.punctual import Late
from spieltisch.bots.remote import HttpBot
from spieltisch.bots.searching import SearchBot
from spieltisch.bots.simple import CasualBot, RandomBot
from spieltisch.core.bot import BadBot
from spieltisch.core.errors import BadOption
from spieltisch.core.rng import seeded
from spieltisch.games import game
from tests.commands import spieltisch
from tests.positions import some_decisions

ROOT = Path(__file__).parent.parent.parent
EXAMPLE = ROOT / "docs" / "examples" / "stdio_bot.py"
BAD = "tests.arena.bad_bots"


class Deep(SearchBot):
    """As somebody would bring one along to analyse with."""

    def __init__(self) -> None:
        super().__init__(20)


def ask(name: str, seconds: float | None = None) -> str:
    room = game("holmes")
    state = some_decisions(room, 2, 1)[0]
    player = by_name.bot(name, Limits(seconds=seconds))
    player.sit(room, state.turn)
    return player.choose(room.view(state, state.turn), room.legal_texts(state), seeded(1))


def test_names_stand_for_levels_classes_programs_and_servers() -> None:
    assert isinstance(by_name.bot("casual"), CasualBot)
    assert isinstance(by_name.bot("spieltisch.bots.simple:RandomBot"), RandomBot)
    program = by_name.bot(f"{EXAMPLE} --fast", Limits(seconds=2))
    assert isinstance(program, ProcessBot)
    assert (program.command[-1], program.seconds) == ("--fast", 2)
    assert isinstance(by_name.bot("http://localhost:1/move"), HttpBot)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("genius", "there are random, beginner, casual, strong, master, or your own"),
        ("no.such.package:Bot", "cannot be loaded (ModuleNotFoundError"),
        ("spieltisch.bots.simple:Nobody", "cannot be loaded (AttributeError"),
        ("./nothing_here", "there is no such program"),
        ("nothing_here.py:Bot", "there is no file nothing_here.py"),
        (str(ROOT / "README.md"), "it may not be run"),
        ("./bot 'unclosed", "No closing quotation"),
        ("spieltisch.bots.tuning:ANY_HASTE", "is not a class"),
    ],
)
def test_what_is_not_there_is_said_before_any_game(name: str, said: str) -> None:
    with pytest.raises((UnknownLevel, BadBot)) as caught:
        by_name.check(name)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("folder", ["", "./", "deeper/", "{here}/deeper/"])
def test_a_class_may_be_named_by_its_file(
    folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.delitem(sys.modules, "mine_alone", raising=False)
    place = folder.format(here=tmp_path)
    (tmp_path / place).mkdir(exist_ok=True)
    source = "from spieltisch.bots.simple import RandomBot\nclass Greedy(RandomBot): ...\n"
    (tmp_path / place / "mine_alone.py").write_text(source)
    name = f"{place}mine_alone.py:Greedy"
    by_name.check(name)
    assert type(by_name.bot(name)).__name__ == "Greedy"
    assert not by_name.is_program(name)


def test_a_class_that_wants_arguments_is_refused() -> None:
    with pytest.raises(BadBot, match=r"cannot be made without arguments .*'iterations'"):
        by_name.bot("spieltisch.bots.searching:SearchBot")


def test_a_class_without_the_methods_of_a_bot_is_refused() -> None:
    with pytest.raises(BadBot, match="it has no method `sit`"):
        by_name.bot(f"{BAD}:Wordless")


def test_strangers_choose_among_levels_only() -> None:
    """The server asks `levels`, which never loads code by name."""
    for name in (f"{BAD}:Crashing", str(EXAMPLE), "http://localhost:1/"):
        with pytest.raises(UnknownLevel):
            levels.check_level(name)
        with pytest.raises(UnknownLevel):
            levels.bot(name)


def test_a_bot_in_this_process_is_interrupted_when_its_time_is_over() -> None:
    began = time.monotonic()
    with pytest.raises(Late, match=r"within 0\.2 seconds"):
        ask(f"{BAD}:Dreaming", 0.2)
    assert time.monotonic() - began < 5


def test_only_bots_with_a_method_for_it_analyse() -> None:
    assert by_name.thinker("strong")
    assert by_name.thinker("tests.bots.test_by_name:Deep")
    for name in ("spieltisch.bots.simple:RandomBot", str(EXAMPLE)):
        with pytest.raises(BadBot, match="cannot explain moves"):
            by_name.thinker(name)


def test_a_package_offers_bots_by_entry_point(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    about = tmp_path / "deep-0.1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: deep\nVersion: 0.1\n")
    (about / "entry_points.txt").write_text(
        "[spieltisch.bots]\ndeep = spieltisch.bots.simple:RandomBot\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    assert isinstance(by_name.bot("deep"), RandomBot)
    assert by_name.known()[-1] == "deep"


class Server(BaseHTTPRequestHandler):
    """Answers as its path says."""

    asked: ClassVar[list[str]] = []

    def do_POST(self) -> None:
        question = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.asked.append(question["game"])
        if self.path == "/sleep":
            time.sleep(3)
        self.send_response(500 if self.path == "/broken" else 200)
        self.end_headers()
        move = "win" if self.path == "/cheat" else question["legal"][0]
        self.wfile.write(b"x" if self.path == "/mumble" else json.dumps({"move": move}).encode())

    def log_message(self, *_: object) -> None:
        """Quiet."""


@contextmanager
def serving() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def test_a_web_server_plays_a_whole_game() -> None:
    with serving() as address:
        match = play_match(
            game("holmes"), [by_name.bot(f"{address}/move"), by_name.bot("random")], "http"
        )
    assert sum(match.payoffs) == 1.0
    assert set(Server.asked) == {"holmes"}


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/cheat", "answered 'win', which is not legal here"),
        ("/mumble", 'instead of {"move": TEXT}'),
        ("/broken", "answered with status 500"),
        ("/sleep", "did not answer within 0.3 seconds"),
    ],
)
def test_what_a_web_server_does_wrong_is_said(path: str, said: str) -> None:
    with serving() as address, pytest.raises(BadBot) as caught:
        ask(f"{address}{path}", 0.3)
    assert said in str(caught.value)


def test_a_web_server_that_is_not_there_is_named() -> None:
    with pytest.raises(BadBot, match=r"cannot be reached: .*refused"):
        ask("http://127.0.0.1:9/move")


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        (f"{BAD}:Crashing", "Crashing crashed: ZeroDivisionError: division by zero"),
        (f"{BAD}:Cheating", "'win', which is not legal here"),
        (f"{BAD}:Leaving", "Leaving crashed: SystemExit: 1"),
        (f"{BAD}:Dreaming", "did not answer within 0.05 seconds"),
        (f"{ROOT}/tests/arena/dying_program.py", "ended by itself (exit code 7)"),
    ],
)
def test_a_bad_bot_loses_its_games_and_the_tournament_goes_on(
    bad: str, said: str, tmp_path: Path
) -> None:
    found = arena.tournament(
        "holmes",
        ["random", bad, "beginner"],
        games=12,
        seconds=0.05 if "Dream" in bad else None,
        folder=tmp_path,
    )
    faulty = [one for one in found.outcomes if one.fault]
    assert len(found.outcomes) == 12
    assert {one.seating[one.at_fault] for one in faulty} == {bad}
    assert all(said in one.fault and one.payoffs[one.at_fault] == 0.0 for one in faulty)
    (row,) = [row for row in found.standings if row.bot == bad]
    assert row.faults == len(faulty) > 0
    assert all(one.scores for one in found.outcomes if bad not in one.seating)


def test_a_program_plays_game_after_game_on_several_seats() -> None:
    found = arena.tournament("holmes", [str(EXAMPLE), "random"], games=8)
    assert [one.fault for one in found.outcomes if one.fault] == []
    among_itself = arena.tournament("holmes", [str(EXAMPLE)], games=2)
    assert among_itself.standings[0].elo is None


def test_commands_take_own_bots_and_tell_of_faults(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "spieltisch"]
    bots = f"casual,{BAD}:Crashing"
    kept = ["--workers", "2", "--out", str(tmp_path / "arena")]
    said = subprocess.run(
        [*command, "arena", "holmes", "--bots", bots, "--games", "6", *kept],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    told = [line for line in said.stderr.splitlines() if "Crashing" in line]
    why = "Crashing crashed: ZeroDivisionError: division by zero (seat"
    assert len(told) == 2
    assert f"lost by {BAD}:Crashing: {why}" in told[0]
    assert f"{BAD}:Crashing lost 6 games so; the first: {why}" in told[1]
    assert "ZeroDivisionError" in (tmp_path / "arena" / "report.html").read_text()


def traced(*bots: str) -> str:
    said = spieltisch("trace", "troika", "--seats", 3, *bots)
    assert said.returncode == 0, said.stderr
    return said.stdout


def test_one_bot_for_all_seats_or_one_each_in_either_spelling() -> None:
    own = "spieltisch.bots.simple:RandomBot"
    assert json.loads(traced("--bot", own))["result"]
    assert traced("--bot", own) == traced("--bots", f"{own},random,{own}")
    assert traced("--bot", own) != traced("--bots", "casual,random,random")
    with pytest.raises(BadOption, match="one bot for all seats, or 3, not 2"):
        by_name.every_seat(["casual", "random"], 3)
