"""Whole games at a pseudo-terminal, choosing by what is shown."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

import spieltisch
from tests.commands import spieltisch as command
from tests.terminal.person import PROMPT, Person, listed

NEVER_LEGAL_AT_FIRST = {
    "tatort_themse": "pay BB",
    "troika": "take 15",
    "holmes": "keep 3",
    "zug_um_zug": "stop",
}
MOST_DECISIONS = 500
INTERRUPT, END = b"\x03", b"\x04"


def play_on(person: Person, shown: str, rng: random.Random, decisions: int) -> str:
    for _ in range(decisions):
        moves = listed(shown)
        assert moves, f"no moves are listed: {shown}"
        shown = person.types(rng.choice(list(moves)))
        if not shown.endswith(PROMPT):
            break
    return shown


@pytest.mark.parametrize("name", spieltisch.games())
def test_a_whole_game_with_a_refusal_undo_save_and_resume(name: str, tmp_path: Path) -> None:
    rng, file = random.Random(name), tmp_path / "game.json"
    bots = ",".join(["random"] * (spieltisch.load(name).least_seats - 1))
    with Person(name, "--bots", bots, "--seed", 7, "--names", "Anna") as person:
        shown = person.waits()
        before = listed(shown)
        refused = person.types(NEVER_LEGAL_AT_FIRST[name])
        assert "Not allowed (" in refused
        clause = refused.partition("Not allowed (")[2].partition(")")[0]
        explained = person.types(f"? {NEVER_LEGAL_AT_FIRST[name]}")
        text = spieltisch.load(name).texts("en").clauses()[clause].text
        assert f"{clause}: {text.split()[0]}" in explained
        person.types(next(iter(before)))
        shown = person.types("undo")
        assert "Taken back" in shown
        assert listed(shown) == before
        shown = play_on(person, shown, rng, 6)
        assert "Saved" in person.types(f"save {file}")
        person.types("quit", "no: ")
        person.types("", "\0")
        assert person.ends() == 0
    last = listed(shown)
    with Person("--resume", file) as person:
        shown = person.waits()
        assert listed(shown) == last
        shown = play_on(person, shown, rng, MOST_DECISIONS)
        assert person.ends() == 0, person.last
        assert "Anna" in shown and (" wins." in shown or " win." in shown)
        assert "Traceback" not in person.seen
        assert max(map(len, person.seen.splitlines())) <= 80
        assert "\x1b[1;3" not in person.raw, "coloured in spite of NO_COLOR"


@pytest.mark.parametrize("key", [INTERRUPT, END])
@pytest.mark.parametrize("term", ["xterm", "dumb"])
def test_interrupting_ends_without_a_traceback(key: bytes, term: str) -> None:
    with Person("holmes", "--seed", 1, term=term) as person:
        person.waits()
        assert "You have left the game." in person.presses(key)
        assert person.ends() == 0
        assert "Traceback" not in person.seen


def test_people_hand_over_and_see_nothing_of_each_other() -> None:
    enter = "press Enter. "
    with Person(
        "troika", "--seats", 2, "--bots", "none", "--names", "Anna,Ben", "--seed", 2
    ) as person:
        assert "Anna's turn" in person.waits(enter)
        shown = person.types("")
        assert "> Anna" in shown
        person.types("1")
        begin = len(person.raw)
        assert "Ben's turn" in person.types("1", enter)
        assert "\x1b[3J" in person.raw[begin:], "what Anna saw can be scrolled back to"
        shown = person.types("")
        assert "> Ben" in shown and "hand ??" in shown


def test_a_pipe_is_enough() -> None:
    typed = "hint\nrules TR-14\nnonsense\n99\nlog\nhelp\n"
    answer = subprocess.run(
        [sys.executable, "-m", "spieltisch", "play", "troika", "--seed", "1", "--lang", "de"],
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert answer.returncode == 0 and answer.stderr == ""
    for said in ("TR-14: ", "„nonsense“ ist kein Zug", "1 bis 1", "Es gibt nur diesen Zug"):
        assert said in answer.stdout
    assert "\x1b" not in answer.stdout


def test_a_move_is_explained_without_telling_what_its_player_does_not_know() -> None:
    match = spieltisch.load("troika").match(seats=2, chance="ask")
    for text in ("tile 7", "tile 9", "tile 3"):
        match.push(text)
    for text in ("turn 2", "tile 4", "hide 7", "turn 3", "tile 5"):
        match.push(text)
    move = next(text for text in match.legal if text.startswith("draw 38"))
    assert "7" not in match.sentence(move).replace("38", "")
    assert match.sentence("hide 9") == "Seat 1 hides the 9 on place 39."


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "name a game"),
        (("chess",), "no game 'chess'"),
        (("troika", "--bots", "genius"), "no bot 'genius'"),
        (("troika", "--seats", "2", "--bots", "casual,casual"), "leave none"),
        (("holmes", "--names", "a,b,c"), "3 names"),
        (("holmes", "--lang", "it"), "not 'it'"),
        (("--resume", "nowhere.json"), "No such file"),
    ],
)
def test_what_cannot_be_laid_is_said_in_one_line(arguments: tuple[str, ...], said: str) -> None:
    answer = command("play", *arguments)
    assert answer.returncode == 2
    assert said in answer.stderr and len(answer.stderr.splitlines()) == 1


def test_a_file_of_bots_alone_or_of_nonsense_is_refused(tmp_path: Path) -> None:
    record = spieltisch.load("holmes").match(seed=1).record()
    for bots, said in ((["casual", "casual"], "no seat for a person"), ("casual", "not a list")):
        file = tmp_path / "game.json"
        record.more = {"bots": bots}
        record.save(file)
        assert json.loads(file.read_text())["more"]
        answer = command("play", "--resume", file)
        assert answer.returncode == 2 and said in answer.stderr


def test_a_bot_of_your_own_plays_on_only_when_named_again(tmp_path: Path) -> None:
    file, own = tmp_path / "game.json", "tests.arena.bad_bots:Cheating"
    with Person("holmes", "--bots", own, "--seed", 3) as person:
        shown = person.waits()
        while shown.endswith(PROMPT):
            shown = person.types("1", PROMPT, "no: ")
        assert "Cheating on seat 1: 'win' is not legal here" in shown
        person.types(str(file), "\0")
        assert person.ends() == 0 and "Traceback" not in person.seen
    answer = command("play", "--resume", file)
    assert answer.returncode == 2 and f"the bot {own!r}; name it with --bots" in answer.stderr
    again = [sys.executable, "-m", "spieltisch", "play", "--resume", str(file), "--bots", own]
    answer = subprocess.run(
        again, input="", capture_output=True, text=True, check=False, timeout=60
    )
    assert answer.returncode == 0, answer.stderr


def test_a_bot_that_crashes_is_one_line() -> None:
    own = "tests.arena.bad_bots:Crashing"
    with Person("holmes", "--bots", own, "--seed", 3) as person:
        shown = person.waits()
        while shown.endswith(PROMPT):
            shown = person.types("1", PROMPT, "no: ")
        assert "failed (ZeroDivisionError: division by zero)" in shown
