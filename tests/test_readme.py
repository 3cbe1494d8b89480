"""The examples of the README and of the documents do what they say."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LINK = re.compile(r"(?:\]\(|^\[\w+\]: )([^)\s]+)", re.MULTILINE)
"""A link in a sentence, or one that is given for a word below."""


@pytest.mark.parametrize(("document", "examples"), [("README.md", 35), ("docs/maps.md", 15)])
def test_the_examples(document: str, examples: int) -> None:
    outcome = doctest.testfile(str(ROOT / document), module_relative=False)
    assert outcome.attempted >= examples
    assert outcome.failed == 0


def test_the_documents_point_at_files_that_are_there() -> None:
    for document in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "src").rglob("rules.md")]:
        for target in LINK.findall(document.read_text(encoding="utf-8")):
            if "://" not in target:
                assert (document.parent / target.split("#")[0]).exists(), f"{document.name}: {target}"
