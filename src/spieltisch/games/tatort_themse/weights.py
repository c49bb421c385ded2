# compiled by mypyc
"""What the heuristic goes by; found by self-play (docs/bots.md says how and when)."""

from typing import final

from mypy_extensions import i64


@final
class Weights:
    """In hundredths of a point where nothing else is said."""

    def __init__(self) -> None:
        self.card: i64 = 126  # a witness in a small hand
        self.comfortable_hand: i64 = 8  # cards; from there on each is worth less
        self.card_less: i64 = 6  # so much less
        self.card_least: i64 = 5
        self.wanted_card: i64 = 15  # more for a witness a bottom clue asks for
        self.pair: i64 = 6  # a witness that makes a pair
        self.unknown_card: i64 = 18  # the top of the pile
        self.least_to_take: i64 = 15  # rather than pass
        self.sure: i64 = 115  # what a point of a case that will be solved counts
        self.likely: i64 = 110  # of one that probably will: few of its clues are left
        self.unsure: i64 = 88  # of the one that will probably not
        self.bonus: i64 = 96  # per cent of the bonus a clue may decide, shared among those left
        self.defended: i64 = 68  # per cent of the bonus, where a rival is close behind
        self.opened: i64 = 2  # what a point of the clue behind it brings the others
        self.full_hand: i64 = 1  # cards; with so many, a losing end is no worse than waiting
