"""What a tournament says: shares of the victory with intervals, Elo, score differences, ratings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from statistics import fmean, variance

import msgspec

from spieltisch.arena.elo import elo_interval
from spieltisch.arena.estimates import Interval, interval, share, share_error, superiority
from spieltisch.arena.plan import tables_of
from spieltisch.arena.playing import Outcome
from spieltisch.arena.rating import Ratings, fit


class Standing(msgspec.Struct, frozen=True):
    """`share` of the victory a game (a draw counts half), `fair` what chance alone would give,
    `elo` the difference to the others at its tables that such a share shows, `superior` how likely
    it is really better than they, `difference` to the mean score of the others, `rating` the
    Elo that fits all games of all bots best (0: an average bot), `faults` games lost by a crash or
    an answer that is not legal. `adjusted` is the share less what luck gave, where that was
    asked for, and `reduction` how many times as many games would tell as much without it."""

    bot: str
    games: int
    share: Interval
    fair: float
    elo: Interval | None
    superior: float
    difference: Interval | None
    rating: Interval
    seconds: float
    faults: int
    adjusted: Interval | None = None
    reduction: float | None = None


class Duel(msgspec.Struct, frozen=True):
    """How often one bot came out ahead of another in the games both played (equal: half), and how
    likely it is really the stronger one, by the ratings."""

    bot: str
    other: str
    share: Interval
    superior: float


def by_deal(outcomes: Sequence[Outcome], bot: str) -> list[list[float]]:
    """Its share of the victory in each game of each deal."""
    groups: dict[int, list[float]] = defaultdict(list)
    for outcome in outcomes:
        for seat, name in enumerate(outcome.seating):
            if name == bot:
                groups[outcome.deal].append(outcome.payoffs[seat])
    return [groups[deal] for deal in sorted(groups)]


def without_luck(outcomes: Sequence[Outcome], bot: str) -> list[list[float]]:
    """Its share less what luck gave it, in each game of each deal. A game that a bot lost by its
    own fault counts as it came out."""
    groups: dict[int, list[float]] = defaultdict(list)
    weight = trust(outcomes)
    for outcome in outcomes:
        luck = outcome.luck or [0.0] * len(outcome.payoffs)
        for seat, name in enumerate(outcome.seating):
            if name == bot:
                groups[outcome.deal].append(outcome.payoffs[seat] - weight * luck[seat])
    return [groups[deal] for deal in sorted(groups)]


def trust(outcomes: Sequence[Outcome]) -> float:
    """How much of the luck is taken off: what explains the results best, from none to all of it.
    Luck is judged by the heuristic; where much stronger players sit, it may say next to nothing,
    and all of it would only add noise."""
    told = [
        (payoff - 1 / len(one.payoffs), luck)
        for one in outcomes
        for payoff, luck in zip(one.payoffs, one.luck, strict=False)
    ]
    size = sum(luck * luck for _, luck in told)
    return min(max(sum(won * luck for won, luck in told) / size, 0.0), 1.0) if size else 0.0


def reduction(raw: Sequence[Sequence[float]], adjusted: Sequence[Sequence[float]]) -> float | None:
    """The variance over deals before and after; None where there is nothing to compare."""
    if len(raw) < 2:
        return None
    before, after = (variance(fmean(group) for group in groups) for groups in (raw, adjusted))
    return before / after if after > 0 else None


def differences(outcomes: Sequence[Outcome], bot: str) -> list[list[float]]:
    """To the mean score of the others, in each game of each deal that was played to its end."""
    groups: dict[int, list[float]] = defaultdict(list)
    for outcome in outcomes:
        for seat, name in enumerate(outcome.seating):
            if name == bot and outcome.scores:
                others = [score for at, score in enumerate(outcome.scores) if at != seat]
                groups[outcome.deal].append(outcome.scores[seat] - fmean(others))
    return [groups[deal] for deal in sorted(groups)]


def standings(outcomes: Sequence[Outcome]) -> list[Standing]:
    """Best first."""
    ratings = fit(outcomes, bots_of(outcomes))
    rows = [standing(outcomes, bot, ratings) for bot in ratings.place]
    return sorted(rows, key=lambda row: -row.share.value / row.fair)


def bots_of(outcomes: Sequence[Outcome]) -> list[str]:
    return sorted({name for outcome in outcomes for name in outcome.seating})


def standing(outcomes: Sequence[Outcome], bot: str, ratings: Ratings) -> Standing:
    played = [outcome for outcome in outcomes if bot in outcome.seating]
    seats = [(one, seat) for one in played for seat, name in enumerate(one.seating) if name == bot]
    groups = by_deal(outcomes, bot)
    won = share(groups)
    fair = fmean(1 / len(outcome.seating) for outcome, _ in seats)
    gaps = differences(outcomes, bot)
    fairer = without_luck(outcomes, bot) if any(one.luck for one in played) else []
    return Standing(
        bot=bot,
        games=len(played),
        share=won,
        fair=fair,
        elo=elo_interval(won, tables_of(bot, [outcome.seating for outcome in played])),
        superior=superiority(won.value, fair, share_error(groups)),
        difference=interval(gaps) if gaps else None,
        rating=ratings.of(bot),
        seconds=fmean(outcome.seconds[seat] for outcome, seat in seats),
        faults=sum(outcome.at_fault == seat for outcome, seat in seats),
        adjusted=interval(fairer) if fairer else None,
        reduction=reduction(groups, fairer) if fairer else None,
    )


def ranks(outcome: Outcome) -> list[float]:
    """By victory first, then by score; 1 is best, equals share a rank."""
    scores = outcome.scores or [0.0] * len(outcome.payoffs)
    results = list(zip(outcome.payoffs, scores, strict=True))
    return [1.0 + sum(other > one for other in results) for one in results]


def duels(outcomes: Sequence[Outcome]) -> list[Duel]:
    bots = bots_of(outcomes)
    ratings = fit(outcomes, bots)
    found = []
    for bot in bots:
        for other in bots:
            groups = ahead_of(outcomes, bot, other)
            if bot != other and groups:
                found.append(Duel(bot, other, share(groups), ratings.superiority(bot, other)))
    return found


def ahead_of(outcomes: Sequence[Outcome], bot: str, other: str) -> list[list[float]]:
    groups: dict[int, list[float]] = defaultdict(list)
    for outcome in outcomes:
        for mine, name in enumerate(outcome.seating):
            for theirs, rival in enumerate(outcome.seating):
                if name == bot and rival == other:
                    groups[outcome.deal].append(ahead(outcome, mine, theirs))
    return [groups[deal] for deal in sorted(groups)]


def ahead(outcome: Outcome, mine: int, theirs: int) -> float:
    places = ranks(outcome)
    if places[mine] == places[theirs]:
        return 0.5
    return float(places[mine] < places[theirs])
