# compiled by mypyc
"""What the heuristic goes by; found by self-play (docs/bots.md says how and when)."""

from typing import final

from mypy_extensions import i64


@final
class Weights:
    """In hundredths of a point where nothing else is said."""

    def __init__(self) -> None:
        self.needed_card: i64 = 125  # a card a ticket asks for, on its way
        self.spare_locomotive: i64 = 204  # kept for later
        self.spare_card: i64 = 49
        self.guard: i64 = 1  # each card more in the yard makes robbing it harder
        self.lone_card: i64 = 8  # one of three colours is easily robbed
        self.robbed_card: i64 = 734  # shared among the others
        self.open_wanted: i64 = 761
        self.open_locomotive: i64 = 1
        self.blind: i64 = 104
        self.new_tickets: i64 = 587
        self.enough_turns: i64 = 7  # turns left, to take new tickets
        self.turns_a_card: i64 = 324  # hundredths of a turn that a missing card takes
        self.pile_a_turn: i64 = 135  # hundredths of a turn that a card of the pile lasts
        self.ticket_card: i64 = 969  # what a missing card makes a ticket worse
        self.city: i64 = 47  # what a point of a city's bonus is to a ticket that names the city
        self.city_again: i64 = 37  # and more for each ticket of one's own that names it already
