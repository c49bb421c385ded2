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
from spieltisch.server.snapshot import Snapshot
from spieltisch.server.viewer import Entry
from spieltisch.web.auth import browser
from spieltisch.web.games import presenter_of
from spieltisch.web.origins import origin_of
from spieltisch.web.pages.page import AnyRequest, InPath, InQuery, TheTables, html, speech_of
from spieltisch.web.pages.played_words import MINUS
from spieltisch.web.pages.replay import AT_ONCE, key_of, seats, step_of, viewer_of
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


@get("/tables/{table:str}/analysis")
async def analysis_page(
    request: AnyRequest, table: InPath, tables: TheTables, whose: InQuery = ""
) -> Response[str]:
    credential, speech = browser(request), speech_of(request)
    look = await tables.viewing.look(table, credential)
    replay = await tables.viewing.replay(table, credential)
    asker = asking(origin_of(request), hashed(credential))
    progress = await tables.analyses.of(table, replay.record, asker, look.owned)
    viewer = viewer_here(request, replay, look)
    rewound = Rewound(replay, viewer, speech, table)
    everybody = whose == EVERYBODY or not look.owned
    review = Review(look, rewound, progress.analysis, everybody)
    mistakes = review.mistakes()
    asked = "step" in request.query_params
    step = step_of(request, replay) if asked or not mistakes else mistakes[0].at
    return html(
        request,
        "analysis.html",
        look=look,
        name=table,
        game=look.game,
        title=speech.texts(replay.game).title,
        book=rewound.book,
        fragment=Markup(rewound.fragment(step)),
        step=step,
        first=replay.first_decision(),
        last=replay.last,
        viewer=key_of(viewer),
        seats=seats(viewer, rewound.names, speech),
        players=rewound.players(),
        at_once=AT_ONCE,
        deciding=rewound.deciding(step),
        progress=progress,
        everybody=everybody,
        curves=review.curves(),
        in_points=review.in_points(),
        mistakes=mistakes,
        good=review.good(),
        rows=review.rows(by_points=False),
        point_rows=review.rows(by_points=True),
        verdict=review.verdict(),
        draws=review.draws(),
        again=AGAIN,
        width=WIDTH,
        height=HEIGHT,
    )


def viewer_here(request: AnyRequest, replay: Replay, look: Snapshot) -> Viewer:
    """Unless somebody asks otherwise: what one saw oneself."""
    if "as" in request.query_params or len(look.owned) != 1:
        return viewer_of(request, replay)
    return look.owned[0]


class Review:
    """What was found so far, for whoever looks."""

    def __init__(
        self, look: Snapshot, rewound: Rewound, found: Analysis | None, everybody: bool
    ) -> None:
        self.look = look
        self.replay = rewound.replay
        self.names = rewound.names
        self.speech = rewound.speech
        self.found = found
        self.everybody = everybody
        self.presenter: Presenter = presenter_of(rewound.look(0, None), rewound.speech)

    @property
    def own(self) -> int | None:
        """Whose curve and words these are; None for several people at one device."""
        return self.look.owned[0] if len(self.look.owned) == 1 else None

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
            rows = [one for one in every if one.seat in self.look.owned][:MOST_MINE]
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
            own=one.seat in self.look.owned,
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
        if self.found is None or not self.look.owned:
            return None
        mine = [one for one in self.found.decisions if one.seat in self.look.owned]
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
        say, name = self.speech.say, self.names[rival]
        better = compared([accounts[seat].own for seat in (self.own or 0, rival)])
        if better == 0:
            return say("You and %(name)s played about equally well.", name=name)
        if better > 0:
            return say("You played better than %(name)s.", name=name)
        return say("%(name)s played better than you.", name=name)

    def fortune(self, accounts: Sequence[Account], rival: int) -> str:
        say, name = self.speech.say, self.names[rival]
        pair = [accounts[seat].luck for seat in (self.own or 0, rival)]
        luckier = compared(pair)
        if luckier == 0:
            return say("Luck favoured neither of you.")
        gained = self.share_cell(pair[0] if luckier > 0 else pair[1], True)[0]
        if luckier > 0:
            return say("You drew better: %(gained)s %%.", gained=gained)
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
