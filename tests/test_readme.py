"""The README's examples do what they say."""

from __future__ import annotations

import doctest
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_the_examples_of_the_readme() -> None:
    outcome = doctest.testfile(
        str(ROOT / "README.md"), module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL
    )
    assert outcome.attempted > 20
    assert outcome.failed == 0


def test_the_documents_point_at_files_that_are_there() -> None:
    for document in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]:
        for link in document.read_text().split("](")[1:]:
            target = link.split(")")[0]
            if "://" not in target:
                assert (document.parent / target.split("#")[0]).exists(), f"{document.name}: {target}"
