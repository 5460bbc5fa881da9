"""Routes that are built when they are first needed, and faster search for the route of a request."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from fastapi import APIRouter
from fastapi.routing import APIRoute
from starlette.routing import BaseRoute, Match, compile_path
from starlette.types import Receive, Scope, Send

MOST_SEGMENTS = 3
"""Segments of a path that groups are made by, such as 'api', 'desk' and 'applications'."""
LARGE = 8
"""Groups with more routes are divided further."""


class LazyRoute(APIRoute):
    """A route that is built by the first request to its path, or by whatever else reads one of its attributes.

    Building all 300 routes takes a fifth of the time of a start and 8 MB; most servers never use half of them. Finding
    out whether a path matches needs only the path's regular expression.
    """

    def __init__(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        self.path = path
        self._unbuilt = endpoint, options

    def __getattr__(self, name: str) -> Any:
        if "_unbuilt" not in self.__dict__:
            raise AttributeError(name)
        if name == "path_regex":
            self.path_regex = compile_path(self.path)[0]
        else:
            endpoint, options = self._unbuilt
            del self._unbuilt
            super().__init__(self.path, endpoint, **options)
        return getattr(self, name)


class Router(APIRouter):
    """A router of lazy routes. Websocket routes are built at once."""

    def __init__(self, **options: Any) -> None:
        super().__init__(route_class=LazyRoute, **options)


class RouteGroup(BaseRoute):
    """Routes whose paths begin with `start`. Requests to other paths skip them with one comparison.

    The framework tries one route after the other, which costs 1.4 us each, and there are almost 300.
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
        divided = len(group) > LARGE and segments < MOST_SEGMENTS
        yield RouteGroup(start, list(grouped(group, segments + 1)) if divided else group)


def _start(route: APIRoute, segments: int) -> str:
    fixed, variable, _ = route.path.partition("{")
    whole = fixed.rpartition("/")[0] if variable else fixed
    return "/".join(whole.split("/")[: segments + 1])
