"""HTML and SVG, written so that text can't be taken for markup."""

from __future__ import annotations

from html import escape

EMPTY = frozenset({"meta", "line", "rect", "circle", "path"})
"""Elements that hold nothing."""


class Markup(str):
    """Text that is markup already."""

    __slots__ = ()


def joined(*children: str | None) -> Markup:
    """Children one after the other; those that are not markup are text, and None is nothing."""
    return Markup("".join(child if isinstance(child, Markup) else escape(child) for child in children if child))


def tag(name: str, /, *children: str | None, **attributes: object) -> Markup:
    """An element. Attributes that are named like Python's words end in `_`; those that are None are left out."""
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(str(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    return Markup(f"<{name}{given}/>" if name in EMPTY else f"<{name}{given}>{joined(*children)}</{name}>")


def table(caption: str, head: list[str], rows: list[list[str]]) -> Markup:
    """A table with a caption; the first column names what a row is about."""
    titles = tag("tr", *(tag("th", title, scope="col") for title in head))
    body = [tag("tr", tag("th", name, scope="row"), *(tag("td", cell) for cell in cells)) for name, *cells in rows]
    whole = tag("table", tag("caption", caption), tag("thead", titles), tag("tbody", *body))
    return tag("div", whole, class_="scroll", role="group", tabindex=0, aria_label=caption)


def folded(title: str, *children: str | None, unfolded: bool = False) -> Markup:
    """What is shown when its title is clicked."""
    return tag("details", tag("summary", title), *children, open="" if unfolded else None)
