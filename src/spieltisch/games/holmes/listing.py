"""Writing legal moves into the caller's buffer, in ascending order. Compiled."""

from librt.vecs import vec
from mypy_extensions import i64

from spieltisch.games.holmes.cards import FACES, KINDS, MAP, count, kinds_among


def list_set(into: "vec[i64]", listed: i64, base: i64, mask: i64) -> i64:
    number = listed
    rest = mask
    code = base
    while rest != 0:
        into[number] = code
        number += rest & 1
        rest >>= 1
        code += 1
    return number


def list_faces(into: "vec[i64]", base: i64, cards: i64) -> i64:
    number: i64 = 0
    face: i64 = 0
    while face < FACES:
        if count(cards, face) > 0:
            into[number] = base + face
            number += 1
        face += 1
    return number


def list_without_joker(into: "vec[i64]", base: i64, cards: i64) -> i64:
    """Moves about faces a joker cannot have: map fragments follow the kinds at once."""
    number = list_set(into, 0, base, kinds_among(cards))
    if count(cards, MAP) > 0:
        into[number] = base + KINDS
        number += 1
    return number


def without_joker(place: i64) -> i64:
    return MAP if place == KINDS else place


def list_two(into: "vec[i64]", first: i64) -> i64:
    into[0] = first
    into[1] = first + 1
    return 2
