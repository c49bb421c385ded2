"""The page that checks chance finds every change of it, as the program does."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from spieltisch.core.record import dumps, with_choices
from spieltisch.games import game_of_record
from spieltisch.web.pages.environment import static_path
from tests.browser.conftest import Invite
from tests.server.bent_records import CHANCE, UNPROVED, Document, bent
from tests.server.house import finished_record, run

CHECK = """async ([path, records]) => {
    const { verify } = await import(path);
    const said = async (record) => {
        try {
            return (await verify(record, [])).verdict;
        } catch (error) {
            return `not: ${error.reason}`;
        }
    };
    return Promise.all(records.map(said));
}"""


def downloaded(folder: Path) -> Document:
    """With what each draw could have been, as the score sheet offers it."""
    with ThreadPoolExecutor(1) as beside:  # the browser's event loop runs in this thread
        record = beside.submit(run, finished_record(folder, "tatort_themse")).result()
    found: Document = json.loads(dumps(with_choices(game_of_record(record), record)))
    return found


def test_the_page_finds_every_change_of_chance(invite: Invite, tmp_path: Path) -> None:
    record = downloaded(tmp_path)
    ways = {**CHANCE, **UNPROVED}
    changed = [record, *(bent(record, bend) for bend in ways.values())]
    page = invite().page
    page.goto("/verify")
    said = page.evaluate(CHECK, [f"{static_path()}/verify.js", changed])
    verdicts = dict(zip(["as it is", *ways], said, strict=True))
    assert {verdicts[how] for how in ("as it is", *UNPROVED)} == {"nobody"}
    assert {how for how in CHANCE if not verdicts[how].startswith("not: ")} == set()


def test_the_page_says_that_it_does_not_know_the_rules(invite: Invite) -> None:
    """Whoever makes a record up could list outcomes to their liking: that is for the program."""
    page = invite(locale="en-GB").page
    page.goto("/verify")
    page.get_by_text("What the rules say is not checked here").wait_for()
