"""Lazy routes, and groups of routes that find the same route as one list of all routes would."""

from itertools import product
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from starlette.routing import Match

from dayshift.app import routers
from dayshift.core.http import METHODS
from dayshift.core.routing import LazyRoute, Router, grouped

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


def test_route_is_built_by_the_first_request_to_its_path() -> None:
    router = Router(tags=["shelves"])

    @router.get("/shelves/{number}")
    async def shelf(number: int) -> dict[str, int]:
        return {"number": number}

    @router.get("/boxes/{number}", status_code=201)
    async def box(number: int) -> dict[str, int]:
        return {"number": number}

    app = FastAPI()
    app.router.routes.extend(router.routes)
    client = TestClient(app)
    assert client.get("/boxes/7").json() == {"number": 7}
    assert client.get("/boxes/7").status_code == 201
    first, second = router.routes
    assert isinstance(first, LazyRoute)
    assert isinstance(second, LazyRoute)
    assert "dependant" not in vars(first)
    assert "dependant" in vars(second)
    assert first.tags == ["shelves"]  # Reading an attribute builds it.
    with pytest.raises(AttributeError, match="shape"):
        _ = first.shape
