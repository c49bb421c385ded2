"""What can be entered into the companion for Troika, section by section."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from spieltisch.core.companion import Entered
from spieltisch.core.game import Game
from spieltisch.core.result import Result
from spieltisch.games.troika.companion import ANYWHERE, CALL, CHIPS, HAND, TroikaCompanion
from spieltisch.games.troika.tiles import VALUES
from spieltisch.web.games.troika.pieces import Ceremony, hue
from spieltisch.web.games.troika.presenter import TroikaPresenter
from spieltisch.web.pages.companion_forms import Form, Section, Thing
from spieltisch.web.pages.companion_reading import Reading
from spieltisch.web.pages.speech import Speech


class TileFace(msgspec.Struct, frozen=True):
    value: int
    hue: str


class TroikaScene(msgspec.Struct, frozen=True):
    board: TroikaBoard
    players: Sequence[object]


class TroikaBoard(msgspec.Struct, frozen=True):
    ceremonies: Sequence[Ceremony]
    chips: Sequence[int]


class TroikaForm(Form):
    def __init__(self, game: Game, speech: Speech) -> None:
        super().__init__(game, speech)
        self.companion = self.counting = TroikaCompanion()

    def about(self) -> str:
        return self.speech.say(
            "Everyone’s tiles: the best arrangement, points and chips of a round."
        )

    def reasons(self) -> dict[str, str]:
        say = self.speech.say
        return {
            "nobody_calls": say("With two players nobody can call."),
            "all_called": say("The round ends before the last player can call."),
            "calls_in_order": say(
                "Two cannot call at once: number the calls 1, 2, 3 without gaps."
            ),
            "hand_too_full": say("A hand holds %(most)s tiles at most; %(found)s are entered."),
        }

    def sections(self, reading: Reading, seat: int) -> list[Section]:
        say, items = self.speech.say, self.by_key()
        call = self.thing(reading, seat, items[CALL], say("Call"))
        chips = self.thing(reading, seat, items[CHIPS], say("Chips from earlier rounds"))
        rest = [msgspec.structs.replace(call, options=self.calls(reading.players)), chips]
        if reading.players == 2:
            rest = [chips]
        return [
            Section(say("Container"), "tile", self.tiles(reading, seat, "")),
            Section(say("Hand"), "tile", self.tiles(reading, seat, HAND)),
            Section(say("Besides"), "plain", rest),
        ]

    def table_sections(self, reading: Reading) -> list[Section]:
        """The option of TR-10, where somebody can call."""
        if reading.players == 2:
            return []
        words, say = self.speech.texts(self.game).words, self.speech.say
        fuel = Thing(
            name=ANYWHERE,
            label=say("Fuel of a call"),
            text=reading.texts.get(ANYWHERE, ""),
            least=0,
            most=1,
            options=[(0, words["container"]), (1, words["anywhere"])],
        )
        return [Section(say("Agreed at this table"), "plain", [fuel])]

    def tiles(self, reading: Reading, seat: int, place: str) -> list[Thing]:
        """Of every value, those in the container or in hand."""
        items = self.by_key()
        return [
            self.thing(
                reading,
                seat,
                items[f"{place}{value}"],
                self.tile_name(value, place),
                TileFace(value, hue(value)),
            )
            for value in range(1, VALUES + 1)
        ]

    def tile_name(self, value: int, place: str) -> str:
        if place == HAND:
            return self.speech.say("%(value)s in hand", value=value)
        return self.speech.say("%(value)s in the container", value=value)

    def calls(self, players: int) -> list[tuple[int, str]]:
        say = self.speech.say
        named = [
            say("did not call"),
            say("called first"),
            say("called second"),
            say("called third"),
            say("called fourth"),
        ]
        return list(enumerate(named))[:players]

    def scene(self, entered: Entered, guests: Sequence[object]) -> object:
        presenter = TroikaPresenter(self.game, self.speech)
        shares = presenter.shares(self.counting.shown(entered))
        ceremony = Ceremony(1, "", "", "", shares, ())
        chips = [
            player.get(CHIPS, 0) + ceremony.of(seat).chips
            for seat, player in enumerate(entered.players)
        ]
        return TroikaScene(TroikaBoard([ceremony], chips), guests)

    def title(self, result: Result, names: Sequence[str]) -> str:
        if not result.winners:
            return self.speech.say("Nobody scores in this round")
        return self.speech.say("%(name)s wins the round", name=names[result.winners[0]])

    def reason(self, result: Result, entered: Entered) -> str:
        return self.speech.say("The best arrangement of everyone's tiles, and the chips for it.")
