"""The smallest room there can be: each seat is dealt a card that only it sees and holds or raises;
the highest card wins a point and one more for every raise (TO-1 to TO-4). `tests/test_new_room.py`
adds it to a copy of the house, compiles it as the others are and runs the kit over it."""
