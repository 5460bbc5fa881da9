"""Every text of the API has a limit, and a longer one is refused by its field's name: none is cut."""

import json
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from typer.testing import CliRunner

from dayshift.cli import main
from dayshift.jobs.feeds import Posting
from dayshift.settings import Settings
from dayshift.tables import migrate
from tests.cases.test_feeds import read
from tests.operators import appoint
from tests.people import Person
from tests.staff import business

CONTRACT = json.loads((Path(__file__).parents[2] / "web/openapi.json").read_text("utf-8"))
BODIES = "application/json"
REPORTS = ("/request_errors", "/response_error")
"""Reports of errors are never refused: their texts end where the log's line does."""
COMPARED = {"locationIds", "name"}
"""Ids that are looked up, and a name that must be the one that is stored."""


@dataclass(frozen=True)
class Text:
    """A text of a request: where it is, and how long it may be."""

    method: str
    path: str
    at: tuple[str, ...]
    most: int | None
    body: Any
    """A body with a text in its place that is one letter too long."""

    @property
    def name(self) -> str:
        """Its field."""
        return next(one for one in reversed(self.at) if one != "[]")


def resolved(schema: dict[str, Any]) -> dict[str, Any]:
    while "$ref" in schema:
        schema = CONTRACT["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return schema


def texts_of(schema: dict[str, Any], at: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], int | None, Any]]:
    """Yield the place and the limit of each text, and a value of the schema with a longer one."""
    schema = resolved(schema)
    for choice in (*schema.get("anyOf", ()), *schema.get("oneOf", ())):
        yield from texts_of(choice, at)
    is_shaped = "maxLength" not in schema and {"format", "pattern"} & schema.keys()
    if schema.get("type") == "string" and not is_shaped and not {"enum", "const"} & schema.keys():
        yield at, schema.get("maxLength"), "x" * (schema.get("maxLength", 0) + 1)
    properties = {name: resolved(one) for name, one in schema.get("properties", {}).items()}
    kind = {name: one["const"] for name, one in properties.items() if "const" in one}
    for name, one in schema.get("properties", {}).items():
        for place, most, value in texts_of(one, (*at, name)):
            yield place, most, {**kind, name: value}
    for place, most, value in texts_of(schema["items"], (*at, "[]")) if "items" in schema else ():
        yield place, most, [value]


def texts() -> Iterator[Text]:
    for path, methods in CONTRACT["paths"].items():
        for method, operation in methods.items():
            schema = operation.get("requestBody", {}).get("content", {}).get(BODIES, {}).get("schema")
            for at, most, body in texts_of(schema) if schema else ():
                yield Text(method.upper(), path, at, most, body)


def test_every_text_has_a_limit() -> None:
    free = [one for one in texts() if one.most is None and not one.path.endswith(REPORTS) and one.name not in COMPARED]
    assert free == []


ROUTES = [(key, list(group)) for key, group in groupby(texts(), lambda one: (one.method, one.path))]


@pytest.mark.parametrize(("route", "fields"), ROUTES, ids=[" ".join(key) for key, _ in ROUTES])
def test_longer_text_is_refused_by_its_name(
    client: TestClient, person: Person, settings: Settings, route: tuple[str, str], fields: list[Text]
) -> None:
    method, template = route
    path = "/".join("01a22420-de67-7155-a1d0-2a7cb9df3385" if part[:1] == "{" else part for part in template.split("/"))
    owner = business(client).member("owner")
    basic = {}
    if "/assessments/" in path:
        key = owner.ask("POST", "/assessments/key", expect=201)["key"]
        basic = {"Authorization": f"Basic {b64encode(f'{key}:'.encode()).decode()}"}
    if "/operations/" in path:
        appoint(settings, "maya@example.com")
    for one in fields:
        if one.most is None:
            continue
        replies = []
        for token in (person.token, owner.token, None):
            client.cookies.clear()
            headers = {"Authorization": f"Bearer {token}"} if token else basic
            replies.append(client.request(method, path, json=one.body, headers=headers))
        refused = [reply for reply in replies if reply.status_code == 422]
        assert refused, (one.at, [reply.status_code for reply in replies])
        for reply in refused:
            named = one.name.replace("last_name", "first_name")  # Of an order, the two are one name.
            assert any(named in name for name in reply.json()["fields"]), (one.at, reply.text)


def test_refusal_says_how_long_a_text_may_be(client: TestClient, person: Person) -> None:
    owner = business(client).member("owner")
    reply = owner.call("POST", "/webhooks", {"url": "https://x.example/" + "a" * 700, "events": []})
    assert reply.json()["fields"]["url"] == "Please use at most 500 characters"
    reply = person.call("PATCH", "/api/auth/profile", {"firstName": "M" * 200, "lastName": "T"})
    assert reply.json()["fields"] == {"firstName": "Please use at most 80 characters"}


@pytest.mark.parametrize(
    "change", [{"title": "Cook " * 60}, {"employer": "Elm " * 60}, {"url": f"https://x.example/{'a' * 500}"}]
)
def test_imports_tell_what_they_cut(change: dict[str, Any]) -> None:
    assert read(Posting(line=1, **change))[1] == ["too_long"]
    exact = {name: one[: 500 if name == "url" else 200].strip() for name, one in change.items()}
    assert read(Posting(line=1, **exact))[1] == []


def test_a_name_in_a_table_that_is_too_long_is_refused_by_its_line(
    database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    migrate(database_url)
    monkeypatch.setenv("DAYSHIFT_DATABASE_URL", database_url)
    file = tmp_path / "people.csv"
    file.write_text(f"email,first_name,last_name\na@x.example,{'A' * 81},B\nb@x.example,{'B' * 80},C\n")
    result = CliRunner().invoke(main, ["users", "import", str(file)])
    assert "1 added, 0 unchanged, 1 refused" in result.output
    assert "line 2: first_name" in result.output
