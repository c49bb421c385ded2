# compiled by mypyc
"""What the heuristic goes by; found by self-play (docs/bots.md says how and when)."""

from typing import final

from mypy_extensions import i64


@final
class Weights:
    """In hundredths of a point where nothing else is said."""

    def __init__(self) -> None:
        self.lead: i64 = 1645  # how much surer each clue ahead makes a kind, in thousandths
        self.calm: i64 = 4  # added to the clues to come, by which the above is divided
        self.complete: i64 = 186  # on the way to all clues of a kind
        self.fragment: i64 = 95
        self.fragment_denied: i64 = 5  # per cent of what the other would have had of it
        self.joker_alone: i64 = 156  # a joker that fits nowhere yet
        self.least_for_joker: i64 = 44  # to lay it rather than leave it loose
        self.glass: i64 = 120  # the first
        self.glass_less: i64 = 4  # each further one
        self.glass_least: i64 = 10
        self.glass_too_many: i64 = 5  # more than there are turns to spend them in
        self.glass_denied: i64 = 57  # per cent of what a stolen one was worth to the other
        self.unusable: i64 = -16  # a person whose ability cannot be used
        self.choice: i64 = 1  # to choose from two unseen clues
        self.of_new_display: i64 = 28  # to choose from a display that will be renewed
        self.come_back: i64 = 19  # per cent of a person's worth, for a marker that leaves it
        self.noise: i64 = 5
