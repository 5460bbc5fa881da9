"""Every kind of work has a drawing that exists in the web app."""

import re
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import get_args

from dayshift.knowledge.occupations import Drawing, all_categories, art_of, occupations

SOURCES = Path(__file__).parents[3] / "web/src/ui/Art"


def test_drawings_are_of_known_occupations_and_each_exists() -> None:
    listed = tomllib.loads(files("dayshift.knowledge.occupations").joinpath("art.toml").read_text("utf-8"))
    names = [name for text in listed.values() for name in text.split()]
    assert set(names) <= set(occupations())
    assert len(names) == len(set(names))
    used = {*listed, *(category.art for category in all_categories())}
    assert used == set(get_args(Drawing))
    drawn = "".join(path.read_text("utf-8") for path in SOURCES.glob("*rawings.tsx"))
    assert not [name for name in used if not re.search(rf"\b{name}(: |,$|Drawing)", drawn, re.MULTILINE)]


def test_occupations_of_one_restaurant_differ() -> None:
    staff = ["server", "host", "busser", "bartender", "dishwasher", "line-cook", "barista", "cashier"]
    assert len({art_of(one, "restaurants-bars") for one in staff}) == len(staff)
    assert art_of(None, "hospitality") == "bell"
    assert art_of("no-such-work", "no-such-category") == "tray"
