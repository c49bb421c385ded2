"""The committed catalogues are those of the code, complete and compiled."""

from __future__ import annotations

import gettext
import io

import pytest
from tools import catalogues


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_the_catalogue_is_in_step_with_the_code(language: str) -> None:
    """If not: run tools/catalogues.py and translate what it lists."""
    path = catalogues.path(language)
    catalogue = catalogues.updated(language)
    assert path.read_bytes() == catalogues.written(catalogue)
    compiled = catalogues.compiled(catalogues.load(language))
    assert messages(path.with_suffix(".mo").read_bytes()) == messages(compiled)


def messages(compiled: bytes) -> dict[object, str]:
    """All but the header, which holds times and versions."""
    table: dict[object, str] = vars(gettext.GNUTranslations(io.BytesIO(compiled)))["_catalog"]
    return {key: value for key, value in table.items() if key}


@pytest.mark.parametrize("language", ["de", "fr"])
def test_every_message_is_translated_with_its_facts(language: str) -> None:
    catalogue = catalogues.load(language)
    assert list(catalogues.untranslated(catalogue)) == []
    for message in catalogue:
        assert not list(message.check(catalogue)), message.id
