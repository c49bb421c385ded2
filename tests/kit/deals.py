"""Checks that re-dealing is uniform, by either entrance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from statistics import NormalDist

from spieltisch.core.game import Game
from spieltisch.core.rng import Rng
from spieltisch.core.state import State
from tests.kit.hooks import SmallDeal
from tests.kit.rooms import observer

ONE_IN = 10_000  # how rarely a fair deal would fail; seeds are fixed, so it never starts to


def resampled(game: Game, deal: SmallDeal, rng: Rng) -> Iterator[State]:
    state = game.from_document(deal.document)
    while True:
        twin = state.copy()
        twin.resample(observer(state, deal.viewer), rng)
        yield twin


def resampled_in_a_row(game: Game, deal: SmallDeal, rng: Rng) -> Iterator[State]:
    """Search re-deals a state that was re-dealt before."""
    state = game.from_document(deal.document)
    while True:
        state.resample(observer(state, deal.viewer), rng)
        yield state


def determinized(game: Game, deal: SmallDeal, rng: Rng) -> Iterator[State]:
    view = game.view(game.from_document(deal.document), deal.viewer)
    while True:
        yield game.determinize(view, rng)


Entrance = Callable[[Game, SmallDeal, Rng], Iterator[State]]
ENTRANCES: tuple[Entrance, ...] = (resampled, resampled_in_a_row, determinized)


def check_uniform(game: Game, deal: SmallDeal, states: Iterator[State], samples: int) -> None:
    found = Counter(
        deal.named(game.to_document(state))
        for _, state in zip(range(samples), states, strict=False)
    )
    assert set(found) <= set(deal.ways), f"impossible deals: {set(found) - set(deal.ways)}"
    assert len(deal.ways) > 1, "nothing is hidden in this position"
    check_fair(found, deal.ways)


def check_fair(found: Mapping[str, int], weights: Mapping[str, int]) -> None:
    """Chi-square of what was found against the weights."""
    samples, total = sum(found.values()), sum(weights.values())
    expected = {key: samples * weight / total for key, weight in weights.items()}
    assert min(expected.values()) >= 5, "too few samples for a chi-square"
    chi = sum((found.get(key, 0) - value) ** 2 / value for key, value in expected.items())
    most = critical(len(weights) - 1)
    assert chi <= most, f"chi-square {chi:.1f} above {most:.1f}: {dict(found)} for {expected}"


def critical(freedom: int) -> float:
    """The chi-square passed once in ONE_IN fair trials, after Wilson and Hilferty."""
    normal = NormalDist().inv_cdf(1 - 1 / ONE_IN)
    step = 2 / (9 * freedom)
    root: float = 1 - step + normal * step**0.5
    return freedom * root**3
