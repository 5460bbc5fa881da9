"""Groups of routes find the same route as one list of all routes would."""

from itertools import product
from typing import Any

from starlette.routing import Match

from dayshift.app import routers
from dayshift.core.http import METHODS
from dayshift.core.routing import grouped

ROUTES: list[Any] = [route for router in routers() for route in router.routes]
PATHS = {route.path.replace("{", "").replace("}", "").replace(":path", "/x") for route in ROUTES} | {
    "/",
    "/api/nothing",
}


def found(routes: list[Any], path: str, method: str) -> tuple[Match, Any]:
    """The match and the route for a request: the first full match, else the first partial one."""
    scope = {"type": "http", "path": path, "method": method}
    matches = [route.matches(scope) for route in routes]
    for wanted in (Match.FULL, Match.PARTIAL):
        for match, child in matches:
            if match is wanted:
                return match, child["route"]
    return Match.NONE, None


def test_groups_find_the_same_route_for_every_path_and_method() -> None:
    groups = list(grouped(ROUTES))
    assert len(groups) < len(ROUTES) / 3
    for path, method in product(sorted(PATHS), METHODS):
        assert found(groups, path, method) == found(ROUTES, path, method), (method, path)
