"""Numbers of the compiled rules: mypyc writes a Final into C as it stands if it is a number or made
of Finals of its own file. One made of another file's is looked up and unpacked at every use."""

import ast
from pathlib import Path

import pytest

from spieltisch.games.holmes import cards as clues
from spieltisch.games.holmes import worth
from spieltisch.games.troika import listing, plan, rules, scoring, state, tiles
from spieltisch.games.zug_um_zug import cards, codes

SOURCE = Path(__file__).parents[1] / "src" / "spieltisch"
COMPILED = [
    path
    for path in sorted(SOURCE.rglob("*.py"))
    if path.read_text(encoding="utf-8").startswith("# compiled by mypyc")
]


def looked_up(path: Path) -> list[str]:
    """Constants that use imported names."""
    body = ast.parse(path.read_text(encoding="utf-8")).body
    imports = [node for node in body if isinstance(node, ast.ImportFrom)]
    imported = {alias.asname or alias.name for node in imports for alias in node.names}
    constants = [node for node in body if isinstance(node, ast.AnnAssign) and node.value]
    return [
        ast.unparse(node)
        for node in constants
        if ast.unparse(node.annotation) == "Final" and names_in(node) & imported
    ]


def names_in(node: ast.AnnAssign) -> set[str]:
    assert node.value
    return {name.id for name in ast.walk(node.value) if isinstance(name, ast.Name)}


@pytest.mark.parametrize("path", COMPILED, ids=lambda path: str(path.relative_to(SOURCE)))
def test_constants_are_numbers_in_c(path: Path) -> None:
    assert looked_up(path) == []


def test_a_constant_of_another_file_is_found(tmp_path: Path) -> None:
    file = tmp_path / "room.py"
    file.write_text("from a import ONE\nTWO: Final = 2\nTHREE: Final = ONE + TWO\n")
    assert looked_up(file) == ["THREE: Final = ONE + TWO"]


def test_codes_of_zug_um_zug_follow_each_other() -> None:
    assert codes.TICKET == cards.KINDS
    assert codes.LONE_SETS == cards.LOCOMOTIVES
    rows = (cards.EACH_COLOUR - 1) * (cards.LOCOMOTIVES + 1)
    assert codes.LONE_SETS + rows == codes.SETS_OF_A_COLOUR
    assert cards.COLOURS * codes.SETS_OF_A_COLOUR == codes.SETS


def test_codes_of_troika_follow_each_other() -> None:
    assert state.MOST_PLACES == tiles.TILES
    begins = [listing.TILE, listing.CALL, listing.TURN_UP, listing.TAKE, listing.DRAW_FROM]
    begins += [listing.BACK, listing.HIDE, listing.CODES]
    lengths = [tiles.VALUES, 1, tiles.TILES, tiles.VALUES, tiles.TILES, tiles.VALUES, tiles.VALUES]
    assert [sum(lengths[:number]) for number in range(len(begins))] == begins
    assert [rules.VEILED_TILE, rules.VEILED_HIDE] == [listing.CODES, listing.CODES + 1]


def test_counts_of_another_file_agree() -> None:
    assert scoring.GEMS == tiles.EACH_OTHER + 1
    assert plan.MOST_USED == plan.MOST_BY_GEMS + plan.MOST_FUELS * scoring.SET
    assert worth.UNSEEN_CLUE == clues.FACES
