"""Faster search for the route of a request."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from fastapi.routing import APIRoute
from starlette.routing import BaseRoute, Match
from starlette.types import Receive, Scope, Send

MAX_SEGMENTS = 3
"""Segments of a path that groups are made by, such as 'api', 'desk' and 'applications'."""
LARGE = 8
"""Groups with more routes are divided further."""


class RouteGroup(BaseRoute):
    """Routes whose paths begin with `start`. Requests to other paths skip them with one comparison.

    The framework tries one of some 300 routes after the other: .7 ms of processor time for the last, .2 in groups.
    """

    def __init__(self, start: str, routes: Sequence[BaseRoute]) -> None:
        self._start = start
        self._routes = routes

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        partial: tuple[Match, Scope] = Match.NONE, {}
        if scope["path"].startswith(self._start):
            for route in self._routes:
                found = route.matches(scope)
                if found[0] is Match.FULL:
                    return found
                if partial[0] is Match.NONE:
                    partial = found
        return partial

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        await scope["route"].handle(scope, receive, send)  # Set by the route that matched.


def grouped(routes: Iterable[APIRoute], segments: int = 2) -> Iterator[RouteGroup]:
    """Group neighboring routes by the first segments of their paths. The first match stays the same."""
    for start, neighbors in groupby(routes, lambda route: _start(route, segments)):
        group = list(neighbors)
        divided = len(group) > LARGE and segments < MAX_SEGMENTS
        yield RouteGroup(start, list(grouped(group, segments + 1)) if divided else group)


def _start(route: APIRoute, segments: int) -> str:
    fixed, variable, _ = route.path.partition("{")
    whole = fixed.rpartition("/")[0] if variable else fixed
    return "/".join(whole.split("/")[: segments + 1])
