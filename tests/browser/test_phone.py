"""On phones nothing that is asked about lies behind the dock."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Invite
from tests.browser.posed import pose, position

pytestmark = pytest.mark.browser
PHONES = [(360, 640), (390, 844)]
IN_SIGHT = """selector => {
  const dock = document.querySelector('.dock').getBoundingClientRect().top;
  return [...document.querySelectorAll(selector)].every((one) => {
    const box = one.getBoundingClientRect();
    return box.top >= 0 && box.bottom <= dock;
  });
}"""


@pytest.mark.parametrize("size", PHONES)
def test_four_equal_witnesses_are_in_sight_when_asked_about(
    invite: Invite, size: tuple[int, int]
) -> None:
    person = invite(viewport={"width": size[0], "height": size[1]}, has_touch=True)
    look = position("tatort_themse", 5, seed=0, decision=126)
    assert look.legal == ["renew", "keep"]
    person.lay("tatort_themse", 5)
    pose(person, look)
    person.page.wait_for_function(IN_SIGHT, arg=".display .card.wit")
    assert person.page.locator(".choice:visible").count() == 2
