"""The look back at a finished game: the board beside the curve, the moves that cost most, and what
was luck and what was skill."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec
from litestar import Response, get
from markupsafe import Markup

from spieltisch.bots.analysis import LEAST_CHANCE, MOST_CHANCE, Analysis, Judged
from spieltisch.bots.luck import Account, Estimate, Swing
from spieltisch.server.credentials import hashed
from spieltisch.server.live_table import asking
from spieltisch.server.replays import OPEN, Replay, Viewer
from spieltisch.server.viewer import Entry
from spieltisch.web.auth import browser
from spieltisch.web.games import presenter_of
from spieltisch.web.origins import origin_of
from spieltisch.web.pages.marks import BETTER, PLAYED, Mark
from spieltisch.web.pages.page import AnyRequest, InPath, InQuery, TheTables, html, speech_of
from spieltisch.web.pages.played_words import MINUS
from spieltisch.web.pages.replay import pictures, step_of, stepping, viewer_of
from spieltisch.web.pages.replay_scene import Rewound
from spieltisch.web.pages.scene import Presenter

WIDTH, HEIGHT = 640, 128
EVERYBODY = "all"
MOST_MINE, MOST_OF_ALL = 5, 10
AGAIN = 3  # mistakes to try again
CLEARLY = 1.5  # standard errors by which two players have to differ before it is said
LEAST_SAID = 0.03
Unit = Callable[[Estimate, bool], tuple[str, str]]


class Curve(msgspec.Struct, frozen=True):
    """What a seat could expect over the game, and at the last of its decisions in per cent."""

    seat: int
    name: str
    points: str
    last: int


class InPoints(msgspec.Struct, frozen=True):
    """Where chances say nothing any more: by how much the seat is ahead, up to `most` points."""

    parts: list[str]
    grounds: list[tuple[int, int]]
    most: int


class Mistake(msgspec.Struct, frozen=True):
    """`at`: how many steps had been taken before it; `x` and `y` where it stands on the curve."""

    number: int
    at: int
    x: int
    y: int
    cost: str
    played: Markup
    better: list[Markup]
    worth: str
    own: bool


class Row(msgspec.Struct, frozen=True):
    """A player's line of the account: start, luck, own decisions, the others', result."""

    seat: int
    cells: list[tuple[str, str]]
    lost: str


class Draw(msgspec.Struct, frozen=True):
    """A draw that changed much."""

    at: int
    change: str
    told: Markup
    good: bool


class Side(msgspec.Struct, frozen=True):
    """Whose decisions can be asked for."""

    key: str
    name: str
    at: int | None
    chosen: bool


@get(["/tables/{name:str}/analysis", "/replay/{name:str}/analysis"])
async def analysis_page(
    request: AnyRequest, name: InPath, tables: TheTables, whose: InQuery = ""
) -> Response[str]:
    credential, speech = browser(request), speech_of(request)
    replay = await tables.viewing.replay(name, credential)
    own = await tables.viewing.own_seats(replay, credential)
    mine = own or seat_named(whose, replay)
    asker = asking(origin_of(request), hashed(credential))
    progress = await tables.analyses.of(replay, asker, mine)
    rewound = Rewound(replay, viewer_here(request, replay, mine), speech, name)
    everybody = whose == EVERYBODY or not mine
    review = Review(rewound, progress.analysis, mine, everybody, you=bool(own))
    mistakes = review.mistakes()
    unsettled = progress.waiting if everybody else set(progress.waiting) & set(mine)
    worst = mistakes[0].at if mistakes and not unsettled else None
    asked = "step" in request.query_params
    step = step_of(request, replay) if asked or worst is None else worst
    return html(
        request,
        "analysis.html",
        **stepping(rewound, step, name, review.marks),
        here=request.url.path,
        address=f"/replay/{name}/analysis",
        share=name,
        back=request.url.path.removesuffix("/analysis"),
        whose=EVERYBODY if whose == EVERYBODY else whose if mine and not own else "",
        sides=review.sides(),
        progress=progress,
        going=not progress.finished and not progress.failed,
        worst=worst,
        mine=mine,
        heading=review.heading(),
        curves=review.curves(),
        in_points=review.in_points(),
        mistakes=mistakes,
        good=review.good(),
        over=replay.over,
        rows=review.rows(by_points=False),
        point_rows=review.rows(by_points=True),
        verdict=review.verdict(),
        draws=review.draws(),
        again=AGAIN,
        width=WIDTH,
        height=HEIGHT,
    )


@get("/replay/{name:str}/analysis/steps")
async def marked_steps(request: AnyRequest, name: InPath, tables: TheTables) -> list[str]:
    """As the replay has them, with what was found so far."""
    replay = await tables.viewing.replay(name, browser(request))
    rewound = Rewound(replay, viewer_of(request, replay), speech_of(request), name)
    review = Review(rewound, await tables.analyses.so_far(replay), (), True, you=False)
    return await pictures(request, rewound, review.marks)


def seat_named(whose: str, replay: Replay) -> list[int]:
    """Of a game in which nobody knows who is looking: the player whose decisions are asked for."""
    return [seat for seat in range(replay.record.seats) if whose == str(seat)]


def viewer_here(request: AnyRequest, replay: Replay, mine: Sequence[int]) -> Viewer:
    """Unless somebody asks otherwise: what one saw oneself."""
    if "as" in request.query_params or len(mine) != 1:
        return viewer_of(request, replay)
    return mine[0]


class Review:
    """What was found so far, about the seats `mine` or everybody's; with `you` these are the seats
    of whoever looks."""

    def __init__(
        self,
        rewound: Rewound,
        found: Analysis | None,
        mine: Sequence[int],
        everybody: bool,
        *,
        you: bool,
    ) -> None:
        self.replay = rewound.replay
        self.names = rewound.names
        self.speech = rewound.speech
        self.found = found
        self.mine = mine
        self.everybody = everybody
        self.you = you
        self.presenter: Presenter = presenter_of(rewound.look(0, None), rewound.speech)

    @property
    def own(self) -> int | None:
        """Whose curve and words these are; None for several people at one device."""
        return self.mine[0] if len(self.mine) == 1 else None

    def sides(self) -> list[Side]:
        say = self.speech.say
        if self.you:
            first = [Side("", say("Mine"), None, not self.everybody)]
        else:
            first = [
                Side(str(seat), name, seat, seat in self.mine)
                for seat, name in enumerate(self.names)
            ]
        return [*first, Side(EVERYBODY, say("Everybody’s"), None, self.everybody)]

    def heading(self) -> str:
        say = self.speech.say
        if self.everybody:
            return say("The moves that cost most")
        if self.you or self.own is None:
            return say("Your mistakes")
        return say("Mistakes of %(name)s", name=self.names[self.own])

    # On the board.

    def marks(self, step: int) -> list[Mark]:
        """What was played at a decision that was thought about, and what would have been better."""
        judged = self.found.decisions if self.found else []
        one = next((one for one in judged if one.step == step + 1), None)
        if one is None:
            return []
        say, row = self.speech.say, one.row or [one.best]
        played = Mark(PLAYED, say("played"), one.played, self.sentences(one.step, [one.played]))
        better = Mark(BETTER, say("better"), row[0], self.sentences(one.step, row))
        return [played, better] if one.clear else [played]

    # The curve.

    def x(self, step: int) -> int:
        return round(WIDTH * step / max(self.replay.last, 1))

    def curves(self) -> list[Curve]:
        """A line for each seat, through its own decisions."""
        drawn = []
        for seat, name in enumerate(self.names):
            values = self.found.curve(seat) if self.found else []
            points = " ".join(f"{self.x(step)},{height(value)}" for step, value in values)
            last = round(100 * values[-1][1]) if values else 0
            drawn.append(Curve(seat, name, points, last))
        return drawn

    def in_points(self) -> InPoints | None:
        """Of one's own decisions, where the game was all but decided."""
        mine = [one for one in self.found.decisions if one.seat == self.own] if self.found else []
        parts = [run for run in runs_of(mine) if not LEAST_CHANCE <= run[0].expected <= MOST_CHANCE]
        leads = [one.points.expected for run in parts for one in run if one.points]
        if not leads:
            return None
        most = 5 * max(1, -int(-max(abs(lead) for lead in leads) // 5))
        return InPoints(
            [
                " ".join(
                    f"{self.x(one.step)},{height(0.5 + 0.5 * one.points.expected / most)}"
                    for one in run
                    if one.points
                )
                for run in parts
            ],
            [
                (self.x(run[0].step), self.x(run[-1].step) - self.x(run[0].step) + 4)
                for run in parts
            ],
            most,
        )

    # Mistakes.

    def mistakes(self) -> list[Mistake]:
        if self.found is None:
            return []
        if self.everybody:
            rows = self.found.costly(MOST_OF_ALL)
        else:
            every = self.found.costly(len(self.found.decisions))
            rows = [one for one in every if one.seat in self.mine][:MOST_MINE]
        return [self.mistake(number, one) for number, one in enumerate(rows, 1)]

    def mistake(self, number: int, one: Judged) -> Mistake:
        return Mistake(
            number=number,
            at=one.step - 1,
            x=self.x(one.step),
            y=height(one.expected),
            cost=self.cost(one),
            played=self.sentences(one.step, [one.played])[0],
            better=self.sentences(one.step, one.row or [one.best]),
            worth=self.worth(one),
            own=one.seat in self.mine or not self.you,
        )

    def cost(self, one: Judged) -> str:
        if one.in_points and one.points is not None:
            lost = f"{one.points.cost:.1f}".rstrip("0").rstrip(".")
            return self.speech.say("%(number)s points", number=f"{MINUS}{self.number(lost)}")
        return f"{MINUS}{round(100 * one.cost)} %"

    def number(self, text: str) -> str:
        return text if self.speech.language == "en" else text.replace(".", ",")

    def worth(self, one: Judged) -> str:
        """What the search counted, and nothing else."""
        say, points = self.speech.say, one.points
        if points is not None and one.in_points:
            best, after = (self.signed(value) for value in (points.expected, points.after))
            facts = {"best": best, "played": after}
            if points.of_round:
                return say("Estimated lead in this round: %(best)s, not %(played)s", **facts)
            return say("Estimated lead at the end: %(best)s, not %(played)s", **facts)
        best, after = str(round(100 * one.expected)), str(round(100 * one.after))
        facts = {"best": best, "played": after}
        if points is not None and points.of_round:
            return say("Estimated chance of this round: %(best)s %%, not %(played)s %%", **facts)
        return say("Estimated chance: %(best)s %%, not %(played)s %%", **facts)

    def signed(self, value: float) -> str:
        return self.number(f"{value:+.1f}").replace("-", MINUS)

    def sentences(self, step: int, row: Iterable[str]) -> list[Markup]:
        """Moves that follow each other from a decision on, in the words of the log."""
        game, state = self.replay.game, self.replay.states[step - 1].copy()
        said: list[Markup] = []
        for text in row:
            code = game.code_of(text)
            if code not in game.legal(state):
                break
            seen = game.mask(state, code, state.turn)
            assert seen is not None, "a seat sees its own decisions"
            said.append(self.presenter.sentence(Entry(step, seen), self.names))
            state.play(code)
        return said

    def good(self) -> tuple[int, int] | None:
        """How many of one's decisions were as good as the best that was found."""
        if self.found is None or not self.mine:
            return None
        mine = [one for one in self.found.decisions if one.seat in self.mine]
        return sum(not one.clear for one in mine), len(mine)

    # Luck and skill.

    def rows(self, *, by_points: bool) -> list[Row]:
        if self.found is None or self.found.luck is None:
            return []
        luck = self.found.luck
        unit = self.points_cell if by_points else self.share_cell
        return [
            self.row(seat, account, unit)
            for seat, account in enumerate(luck.points if by_points else luck.shares)
        ]

    def row(self, seat: int, account: Account, unit: Unit) -> Row:
        parts = (account.luck, account.own, account.others)
        start, result = unit(account.start, False), unit(Estimate(account.result, 0.0), False)
        lost = self.found.lost(seat) if self.found else 0.0
        return Row(
            seat,
            [start, *(unit(part, True) for part in parts), (result[0], "")],
            f"{MINUS}{self.number(f'{100 * lost:.1f}')} %",
        )

    def share_cell(self, part: Estimate, signed: bool) -> tuple[str, str]:
        value = f"{round(100 * part.value):+d}" if signed else str(round(100 * part.value))
        return value.replace("-", MINUS), f"±{round(100 * part.error)}"

    def points_cell(self, part: Estimate, signed: bool) -> tuple[str, str]:
        return self.signed(part.value), "±" + self.number(f"{part.error:.1f}")

    def verdict(self) -> list[str]:
        """Who played better and whom luck favoured: oneself and the best of the others."""
        if self.found is None or self.found.luck is None or self.own is None:
            return []
        accounts = self.found.luck.shares
        others = [seat for seat in range(len(accounts)) if seat != self.own]
        rival = max(others, key=lambda seat: accounts[seat].result)
        return [self.skill(accounts, rival), self.fortune(accounts, rival)]

    def skill(self, accounts: Sequence[Account], rival: int) -> str:
        say, own = self.speech.say, self.own or 0
        name = self.names[rival]
        better = compared([accounts[seat].own for seat in (own, rival)])
        if better < 0 and self.you:
            return say("%(name)s played better than you.", name=name)
        if better == 0 and self.you:
            return say("You and %(name)s played about equally well.", name=name)
        if self.you:
            return say("You played better than %(name)s.", name=name)
        pair = (rival, own) if better < 0 else (own, rival)
        facts = {"first": self.names[pair[0]], "second": self.names[pair[1]]}
        if better == 0:
            return say("%(first)s and %(second)s played about equally well.", **facts)
        return say("%(first)s played better than %(second)s.", **facts)

    def fortune(self, accounts: Sequence[Account], rival: int) -> str:
        say, own = self.speech.say, self.own or 0
        pair = [accounts[seat].luck for seat in (own, rival)]
        luckier = compared(pair)
        if luckier == 0:
            return (
                say("Luck favoured neither of you.") if self.you else say("Luck favoured neither.")
            )
        gained = self.share_cell(pair[0] if luckier > 0 else pair[1], True)[0]
        if luckier > 0 and self.you:
            return say("You drew better: %(gained)s %%.", gained=gained)
        name = self.names[own if luckier > 0 else rival]
        return say("%(name)s drew better: %(gained)s %%.", name=name, gained=gained)

    def draws(self) -> list[Draw]:
        """The luckiest and the unluckiest for oneself."""
        luck = self.found.luck if self.found else None
        if luck is None or self.own is None:
            return []
        found = [luck.luckiest(self.own), luck.unluckiest(self.own)]
        return [self.draw(one, self.own) for one in found if one is not None]

    def draw(self, swing: Swing, seat: int) -> Draw:
        change = swing.shares[seat]
        told = [
            self.presenter.sentence(one.entry, self.names)
            for one in self.replay.telling(OPEN)
            if swing.first <= one.step <= swing.last
        ]
        shown = told[-1] if len(told) == 1 else self.several(swing, len(told))
        return Draw(swing.last, self.share_cell(Estimate(change, 0.0), True)[0], shown, change > 0)

    def several(self, swing: Swing, draws: int) -> Markup:
        words = self.speech.count("%(number)s draw", "%(number)s draws", draws)
        step = self.speech.say("Step %(step)s", step=swing.last)
        return Markup.escape(f"{step}: {words}")


def height(share: float) -> int:
    return round(HEIGHT - HEIGHT * share)


def compared(pair: Sequence[Estimate]) -> int:
    """1 if the first is clearly more, -1 if it is clearly less."""
    apart = pair[0].value - pair[1].value
    error = (pair[0].error ** 2 + pair[1].error ** 2) ** 0.5
    if abs(apart) < max(CLEARLY * error, LEAST_SAID):
        return 0
    return 1 if apart > 0 else -1


def runs_of(decisions: Sequence[Judged]) -> list[list[Judged]]:
    """Decisions in a row that are told in chances, and those that are told in points."""
    runs: list[list[Judged]] = []
    for one in decisions:
        if runs and runs[-1][0].in_points == one.in_points:
            runs[-1].append(one)
        else:
            runs.append([one])
    return runs
