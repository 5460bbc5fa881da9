"""Test users: each has its own session and calls the JSON API."""

from dataclasses import dataclass
from typing import Any, cast

from fastapi import FastAPI
from httpx2 import Response
from starlette.testclient import TestClient

from dayshift.services import Services

PASSWORD = "correct horse 1!"


def server_services(client: TestClient) -> Services:
    """The services of the server that this client calls."""
    services: Services = cast("FastAPI", client.app).state.services
    return services


@dataclass
class Person:
    """A registered candidate who calls the API with a bearer token."""

    client: TestClient
    id: str
    token: str

    @classmethod
    def register(cls, client: TestClient, email: str, **more: Any) -> "Person":
        """Create an account and return it, signed in."""
        body = {"firstName": "Maya", "lastName": "Torres", "email": email, "password": PASSWORD, **more}
        reply = client.post("/api/auth/register", json=body)
        assert reply.status_code == 201, reply.text
        client.cookies.clear()
        return cls(client, reply.json()["user"]["id"], reply.json()["token"])

    def call(self, method: str, url: str, json: Any = None, **more: Any) -> Response:
        """Send a request as this person."""
        headers = {"Authorization": f"Bearer {self.token}", **more.pop("headers", {})}
        return self.client.request(method, url, json=json, headers=headers, **more)

    def get(self, path: str) -> Any:
        """Returns the JSON of a GET that must succeed."""
        reply = self.call("GET", path)
        assert reply.status_code == 200, reply.text
        return reply.json()

    def put(self, path: str, json: Any, *, expect: int = 200) -> Any:
        """Returns the JSON of a PUT that must return status `expect`."""
        reply = self.call("PUT", path, json=json)
        assert reply.status_code == expect, reply.text
        return reply.json()

    def post(self, path: str, json: Any = None, *, expect: int | tuple[int, ...] = (200, 201)) -> Any:
        """Returns the JSON of a POST that must return status `expect`."""
        return self._send("POST", path, {} if json is None else json, expect)

    def patch(self, path: str, json: Any, *, expect: int = 200) -> Any:
        """Returns the JSON of a PATCH that must return status `expect`."""
        return self._send("PATCH", path, json, expect)

    def _send(self, method: str, path: str, json: Any, expect: int | tuple[int, ...]) -> Any:
        reply = self.call(method, path, json=json)
        expected = (expect,) if isinstance(expect, int) else expect
        assert reply.status_code in expected, reply.text
        return reply.json()
