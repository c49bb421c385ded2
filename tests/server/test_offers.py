"""Fair chance against a server that cheats: what was published first cannot be changed later."""

from __future__ import annotations

import secrets
import time
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from spieltisch.cli import app
from spieltisch.core.errors import BadRecord
from spieltisch.core.record import Record
from spieltisch.core.rng import seeded
from spieltisch.games import game
from spieltisch.server import fairness, offers
from spieltisch.server.errors import NotYours, Refused
from spieltisch.server.fairness import Dice, Receipt, answer, proved, verify
from spieltisch.server.lobby import Seated, SeatWish
from spieltisch.server.store.backup import copy_database
from spieltisch.server.tables import Tables
from tests.server import second_verifier
from tests.server.house import FAST, opened, person, play_to_the_end, run

HOLMES = "holmes"  # its games are the shortest
ALONE = [person("Ada"), SeatWish("bot", level="random")]


async def lay_alone(tables: Tables, own: str) -> tuple[Seated, str]:
    """Against a bot, with a contribution that answers the offer."""
    offer = tables.lobby.offer()
    mine = answer(offer.commitment, own)
    seated = await tables.lobby.create(
        HOLMES, seats=ALONE, house=FAST, offer=offer.offer, contribution=mine
    )
    return seated, mine


async def finished(tables: Tables, seated: Seated) -> Record:
    await play_to_the_end(tables, seated.table, [seated.credential], seeded("offers"))
    return await tables.viewing.record(seated.table, seated.credential)


@pytest.fixture(scope="module")
def fair(tmp_path_factory: pytest.TempPathFactory) -> tuple[Record, str]:
    """A whole game alone against a bot, and the receipt."""

    async def played() -> tuple[Record, str]:
        async with opened(tmp_path_factory.mktemp("offers")) as tables:
            seated, mine = await lay_alone(tables, "heads")
            return await finished(tables, seated), mine

    return run(played())


def test_a_receipt_proves_its_part(fair: tuple[Record, str]) -> None:
    record, mine = fair
    assert verify(game(record.game), record) > 0
    assert proved(record, Receipt(mine)) == [1]
    assert second_verifier.is_fair(msgspec.to_builtins(record))
    assert second_verifier.proves(msgspec.to_builtins(record), mine)


def dealt_with(record: Record, secret: bytes, contributions: list[str]) -> Record:
    """The proof of a server that took another secret for the same table."""
    terms = fairness.Terms(
        record.game, record.edition, record.options, record.seats, record.rules_version, "lot"
    )
    proof = fairness.Proof(
        commitment=fairness.commitment(secret, terms),
        secret=secret.hex(),
        contributions=contributions,
        order="lot",
        seating=Dice(secret, contributions).lot(record.seats),
        scheme=fairness.SCHEME,
    )
    return msgspec.structs.replace(record, more={"fairness": msgspec.to_builtins(proof)})


def test_a_server_that_tries_three_hundred_secrets_is_caught(fair: tuple[Record, str]) -> None:
    """Whichever it takes: the contribution names the commitment it answered, and the receipt has
    the contribution."""
    record, mine = fair
    for _ in range(300):
        secret = secrets.token_bytes(32)
        with pytest.raises(BadRecord, match="answers another commitment"):
            verify(game(record.game), dealt_with(record, secret, [mine]))
        forged = dealt_with(record, secret, [answer(fairness.offered(secret), "heads")])
        with pytest.raises(BadRecord, match="not the one the commitment you answered was for"):
            proved(forged, Receipt(mine))
        assert not second_verifier.proves(msgspec.to_builtins(forged), mine)


def test_a_server_that_takes_another_contribution_is_caught(fair: tuple[Record, str]) -> None:
    record, mine = fair
    secret = bytes.fromhex(record.more["fairness"]["secret"])
    other = answer(fairness.offered(secret), "what the server likes")
    with pytest.raises(BadRecord, match="your contribution is not in the record"):
        proved(dealt_with(record, secret, [other]), Receipt(mine))


def test_no_contribution_can_come_before_its_commitment(tmp_path: Path) -> None:
    """For every way a table comes to be."""

    async def check() -> None:
        async with opened(tmp_path) as tables:
            offer = tables.lobby.offer()
            for wrong in ("heads", answer("0" * 64, "heads"), offer.commitment):
                with pytest.raises(Refused, match="answers another commitment"):
                    await tables.lobby.create(
                        HOLMES, seats=ALONE, offer=offer.offer, contribution=wrong
                    )
            seats = [person("Ada"), SeatWish("open")]
            laid = await tables.lobby.create(HOLMES, seats=seats, house=FAST)
            with pytest.raises(Refused, match="answers another commitment"):
                await tables.lobby.join(str(laid.look.invite), "Ben", "tails")
            mine = answer(laid.look.fairness.commitment, "tails")
            ben = await tables.lobby.join(str(laid.look.invite), "Ben", mine)
            both = [laid.credential, ben.credential]
            await play_to_the_end(tables, laid.table, both, seeded(1))
            with pytest.raises(Refused, match="answers another commitment"):
                await tables.lobby.again(laid.table, laid.credential, mine)

    run(check())


def test_everybody_answers_the_same_commitment_for_a_rematch(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            seats = [person("Ada"), SeatWish("open")]
            ada = await tables.lobby.create(HOLMES, seats=seats, house=FAST)
            ben = await tables.lobby.join(str(ada.look.invite), "Ben")
            both = [ada.credential, ben.credential]
            await play_to_the_end(tables, ada.table, both, seeded(2))
            first = await tables.lobby.offer_again(ada.table, ada.credential)
            assert await tables.lobby.offer_again(ada.table, ben.credential) == first
            with pytest.raises(NotYours):
                await tables.lobby.offer_again(ada.table, "a stranger")
            mine = answer(first.commitment, "ada")
            laid = await tables.lobby.again(ada.table, ada.credential, mine)
            later = await tables.lobby.offer_again(ada.table, ben.credential)
            for own in (answer(first.commitment, "ben"), answer(later.commitment, "ben")):
                assert fairness.answered(own) in (first.commitment, later.commitment)
            bens = answer(first.commitment, "ben")  # asked before the rematch was laid
            await tables.lobby.again(ada.table, ben.credential, bens)
            await play_to_the_end(tables, laid.table, both, seeded(3))
            record = await tables.viewing.record(laid.table, ada.credential)
            assert proved(record, Receipt(mine)) == [1]
            assert proved(record, Receipt(bens)) == [2]

    run(check())


def test_an_offer_is_good_for_one_table_and_for_a_day(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            offer = tables.lobby.offer()
            await tables.lobby.create(HOLMES, seats=ALONE, house=FAST, offer=offer.offer)
            with pytest.raises(Refused, match="offer used"):
                await tables.lobby.create(HOLMES, seats=ALONE, house=FAST, offer=offer.offer)
            old = tables.offers.new(tables.live.running.now() - offers.GOOD_FOR - 1)
            for wrong in (old.offer, "again.abcdefghij.", "nonsense", "9" * 400):
                with pytest.raises(Refused, match="offer too old"):
                    await tables.lobby.create(HOLMES, seats=ALONE, house=FAST, offer=wrong)

    run(check())


def test_a_clock_set_forth_and_back_brings_no_used_offer_to_life(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            offer = tables.lobby.offer()
            await tables.lobby.create(HOLMES, seats=ALONE, house=FAST, offer=offer.offer)
            with monkeypatch.context() as jumped:
                years = time.time() + 10 * 365 * 86400
                jumped.setattr(time, "time", lambda: years)
                await tables.lobby.create(HOLMES, seats=ALONE, house=FAST)
            with pytest.raises(Refused, match="offer used"):
                await tables.lobby.create(HOLMES, seats=ALONE, house=FAST, offer=offer.offer)

    run(check())


def test_offers_survive_a_restart_but_not_a_restored_backup(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            offer = tables.lobby.offer()
        async with opened(tmp_path) as tables:
            assert tables.offers.accepted(offer.offer, tables.live.running.now())
            mine = answer(offer.commitment, "heads")
            assert await tables.lobby.create(
                HOLMES, seats=ALONE, house=FAST, offer=offer.offer, contribution=mine
            )
            url = str(tables.store.engine.url)
        restored = tmp_path / "restored"
        restored.mkdir()
        name = url.rpartition("/")[2]
        copy_database(url, f"sqlite:///{restored / name}", lambda _: None)
        async with opened(restored) as tables:
            secret = tables.offers.accepted(offer.offer, tables.live.running.now())
            assert fairness.offered(secret) != offer.commitment

    run(check())


def said(record: Record, folder: Path, *receipt: str) -> str:
    file = folder / "record.json"
    record.save(file)
    done = CliRunner().invoke(app, ["verify", str(file), *receipt])
    return done.output + (str(done.exception) if done.exception else "")


def test_the_verdict_is_never_more_than_was_proved(
    fair: tuple[Record, str], tmp_path: Path
) -> None:
    record, mine = fair
    assert said(record, tmp_path).startswith("Consistent, not proved.")
    kept = tmp_path / "receipt.txt"
    kept.write_text(mine + "\n")
    told = said(record, tmp_path, "--receipt", str(kept))
    assert told.startswith("Proved for your contribution (1 of 1).")
    assert "together with somebody who" in told
    kept.write_text("heads")
    assert "its first line has to be a contribution" in said(
        record, tmp_path, "--receipt", str(kept)
    )


def test_a_record_nobody_contributed_to_says_so_first(tmp_path: Path) -> None:
    async def played() -> Record:
        async with opened(tmp_path) as tables:
            seated = await tables.lobby.create(HOLMES, seats=ALONE, house=FAST)
            return await finished(tables, seated)

    told = said(run(played()), tmp_path)
    assert told.startswith("No person contributed: the server alone made all of chance.")


def test_a_game_from_a_position_is_never_called_fair(fair: tuple[Record, str]) -> None:
    record, _ = fair
    begun = msgspec.structs.replace(record, format=2, start={"seats": 2})
    with pytest.raises(BadRecord, match="begins with a position"):
        verify(game(record.game), begun)
