"""What a tournament says: shares of the victory with intervals, score differences, ratings."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from statistics import fmean, stdev

import msgspec
from openskill.models import PlackettLuce

from spieltisch.arena.playing import Outcome

NORMAL_95 = 1.96


class Interval(msgspec.Struct, frozen=True):
    """A mean and its 95 % interval."""

    value: float
    low: float
    high: float


class Standing(msgspec.Struct, frozen=True):
    """`share` of the victory a game (a draw counts half), `fair` what chance alone would give,
    `difference` to the mean score of the others, `rating` and its error after Plackett and Luce."""

    bot: str
    games: int
    share: Interval
    fair: float
    difference: Interval
    rating: float
    rating_error: float
    seconds: float


class Duel(msgspec.Struct, frozen=True):
    """How often one bot came out ahead of another in the games both played (equal: half)."""

    bot: str
    other: str
    share: Interval


def interval(groups: Sequence[Sequence[float]]) -> Interval:
    """The mean over deals, and how sure it is. Games of one deal share their luck, so deals, not
    games, are the independent observations."""
    means = [fmean(group) for group in groups if group]
    value = fmean(means)
    error = stdev(means) / math.sqrt(len(means)) if len(means) > 1 else math.inf
    return Interval(value, value - NORMAL_95 * error, value + NORMAL_95 * error)


def share(groups: Sequence[Sequence[float]]) -> Interval:
    """A mean between 0 and 1. Two imagined deals, one lost and one won, keep its interval honest
    when few deals were played or all agree."""
    wide = interval([*groups, [0.0], [1.0]])
    value = fmean(fmean(group) for group in groups if group)
    low = value - (wide.value - wide.low)
    high = value + (wide.high - wide.value)
    return Interval(value, max(low, 0.0), min(high, 1.0))


def by_deal(outcomes: Sequence[Outcome], bot: str, worth: str) -> list[list[float]]:
    groups: dict[int, list[float]] = defaultdict(list)
    for outcome in outcomes:
        for seat, name in enumerate(outcome.seating):
            if name == bot:
                groups[outcome.deal].append(worth_of(outcome, seat, worth))
    return [groups[deal] for deal in sorted(groups)]


def worth_of(outcome: Outcome, seat: int, worth: str) -> float:
    if worth == "payoff":
        return outcome.payoffs[seat]
    others = [score for other, score in enumerate(outcome.scores) if other != seat]
    return outcome.scores[seat] - fmean(others)


def standings(outcomes: Sequence[Outcome]) -> list[Standing]:
    """Best first."""
    bots = sorted({name for outcome in outcomes for name in outcome.seating})
    skills = ratings(outcomes, bots)
    rows = [standing(outcomes, bot, *skills[bot]) for bot in bots]
    return sorted(rows, key=lambda row: -row.share.value / row.fair)


def standing(outcomes: Sequence[Outcome], bot: str, rating: float, error: float) -> Standing:
    seats = [
        (outcome, seat)
        for outcome in outcomes
        for seat, name in enumerate(outcome.seating)
        if name == bot
    ]
    return Standing(
        bot=bot,
        games=len({outcome.number for outcome, _ in seats}),
        share=share(by_deal(outcomes, bot, "payoff")),
        fair=fmean(1 / len(outcome.seating) for outcome, _ in seats),
        difference=interval(by_deal(outcomes, bot, "score")),
        rating=rating,
        rating_error=error,
        seconds=fmean(outcome.seconds[seat] for outcome, seat in seats),
    )


def ratings(outcomes: Sequence[Outcome], bots: Sequence[str]) -> dict[str, tuple[float, float]]:
    """Every game updates the ratings of those who sat in it, in the order of the plan; a bot on
    several seats takes the mean of what they earned."""
    model = PlackettLuce()
    skills = {bot: model.rating(name=bot) for bot in bots}
    for outcome in outcomes:
        teams = [[skills[name]] for name in outcome.seating]
        rated = model.rate(teams, ranks=ranks(outcome))
        for name in set(outcome.seating):
            earned = [rated[at][0] for at, one in enumerate(outcome.seating) if one == name]
            mean, error = fmean(one.mu for one in earned), fmean(one.sigma for one in earned)
            skills[name] = model.rating(mean, error, name)
    return {bot: (skill.mu, skill.sigma) for bot, skill in skills.items()}


def ranks(outcome: Outcome) -> list[float]:
    """By victory first, then by score; 1 is best, equals share a rank."""
    results = list(zip(outcome.payoffs, outcome.scores, strict=True))
    return [1.0 + sum(other > one for other in results) for one in results]


def duels(outcomes: Sequence[Outcome]) -> list[Duel]:
    bots = sorted({name for outcome in outcomes for name in outcome.seating})
    found = []
    for bot in bots:
        for other in bots:
            groups = ahead_of(outcomes, bot, other)
            if bot != other and groups:
                found.append(Duel(bot, other, share(groups)))
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
