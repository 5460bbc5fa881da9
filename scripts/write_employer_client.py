"""Write the contract and the Python client of the employer API to clients/. Called by `make api`."""

import json
import keyword
import re
from pathlib import Path
from typing import Any

from dayshift.exchange.employer_api import employer_contract

CLIENTS = Path(__file__).parents[1] / "clients"

HEAD = '''"""Python client of the employer API. Written by scripts/write_employer_client.py from employer-api.json.

It needs Python 3.11 and nothing else: copy this file into your program.
"""

import json
from collections.abc import Mapping
from typing import Any, Literal, NotRequired, TypedDict, cast
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener
'''

CLIENT = '''

class ApiError(Exception):
    """A problem that the server reported (RFC 9457). `retry_after` is in seconds, if the server named a time."""

    def __init__(self, problem: Problem, retry_after: int | None) -> None:
        super().__init__(f"{problem['status']} {problem['code']}: {problem['title']}")
        self.problem, self.retry_after = problem, retry_after


class _NoRedirects(HTTPRedirectHandler):
    """Makes redirects errors: to follow one would send the key to another address."""

    def redirect_request(self, *_: object) -> None:
        """Return no request."""


class Employer:
    """An employer's applications and jobs, as its API key allows.

    Methods raise `ApiError`, or `OSError` if no reply of this API comes.
    """

    def __init__(self, url: str, key: str, *, timeout: float = 30) -> None:
        """`url` is the address of the server, such as https://jobs.example.com; `timeout` is in seconds."""
        self._base, self._key, self._timeout = f"{url.rstrip('/')}BASE", key, timeout
        self._opener = build_opener(_NoRedirects)

    def _call(
        self,
        method: str,
        path: str,
        body: object = None,
        query: Mapping[str, Any] = {},
        headers: Mapping[str, str] = {},
    ) -> Any:
        data = None if body is None else json.dumps(body).encode()
        given = {name: value for name, value in query.items() if value is not None}
        url = self._base + path + (f"?{urlencode(given)}" if given else "")
        sent = {"Authorization": f"Bearer {self._key}", "Content-Type": "application/json", **headers}
        request = Request(url, data, sent, method=method)  # noqa: S310
        try:
            with self._opener.open(request, timeout=self._timeout) as reply:
                return json.load(reply)
        except HTTPError as error:
            if error.headers.get_content_type() != "application/problem+json":
                raise
            wait = error.headers.get("Retry-After")
            with error:
                raise ApiError(json.load(error), int(wait) if wait else None) from None
'''


def main() -> None:
    """Write both files."""
    contract = employer_contract()
    CLIENTS.mkdir(exist_ok=True)
    (CLIENTS / "employer-api.json").write_text(json.dumps(contract, indent=1, sort_keys=True) + "\n", "utf-8")
    (CLIENTS / "dayshift_employer.py").write_text(client_of(contract), "utf-8")


def client_of(contract: dict[str, Any]) -> str:
    """Return the source of the client."""
    types = "".join(_typed_dict(name, schema) for name, schema in _in_order(contract["components"]["schemas"]))
    methods = "".join(
        _method(verb.upper(), path, call) for path, verbs in contract["paths"].items() for verb, call in verbs.items()
    )
    return HEAD + types + CLIENT.replace("BASE", contract["servers"][0]["url"]) + methods


def _in_order(schemas: dict[str, Any]) -> list[tuple[str, Any]]:
    """Schemas after those that they contain: a TypedDict is evaluated where it stands."""
    done: dict[str, Any] = {}

    def add(name: str) -> None:
        if name not in done:
            for other in re.findall(r'"#/components/schemas/(\w+)"', json.dumps(schemas[name])):
                add(other)
            done[name] = schemas[name]

    for name in sorted(schemas):
        add(name)
    return list(done.items())


def _typed_dict(name: str, schema: dict[str, Any]) -> str:
    required = schema.get("required", [])
    lines = [f"\n\nclass {name}(TypedDict):\n", f'    """{_plain(schema["description"])}"""\n\n']
    for key, kind in schema["properties"].items():
        text = _type(kind)
        lines.append(f"    {key}: {text if key in required else f'NotRequired[{text}]'}\n")
    return "".join(lines)


def _type(schema: dict[str, Any]) -> str:
    """Return the Python type of a JSON schema."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[1]
    if options := schema.get("anyOf") or schema.get("oneOf"):
        return " | ".join(_type(option) for option in options)
    if "const" in schema or "enum" in schema:
        return f"Literal[{', '.join(json.dumps(one) for one in schema.get('enum') or [schema['const']])}]"
    if schema["type"] == "array":
        return f"list[{_type(schema['items'])}]"
    if schema["type"] == "object":
        more = schema.get("additionalProperties")
        return f"dict[str, {_type(more) if isinstance(more, dict) else 'Any'}]"
    return {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}[schema["type"]]


def _method(verb: str, path: str, call: dict[str, Any]) -> str:
    names, query, headers, keywords = [], [], [], []
    for parameter in call.get("parameters", []):
        name, kind = _name(parameter["name"]), _type(parameter["schema"])
        if parameter["in"] == "path":
            names.append(f"{name}: {kind}")
            path = path.replace(f"{{{parameter['name']}}}", f"{{quote({name}, safe='')}}")
            continue
        default = "" if parameter.get("required") else f" = {json.dumps(parameter['schema']['default'])}"
        keywords.append(f"{name}: {kind}{default}")
        (query if parameter["in"] == "query" else headers).append(f'"{parameter["name"]}": {name}')
    if body := call.get("requestBody"):
        names.append(f"body: {_type(body['content']['application/json']['schema'])}")
    parameters = ", ".join(["self", *names, *(["*", *keywords] if keywords else [])])
    reply = _type(
        next(reply for code, reply in call["responses"].items() if code < "300")["content"]["application/json"][
            "schema"
        ]
    )
    parts = [f'"{verb}"', f'{"f" if "{" in path else ""}"{path}"']
    parts += ["body"] if body else []
    parts += [f"query={{{', '.join(query)}}}"] if query else []
    parts += [f"headers={{{', '.join(headers)}}}"] if headers else []
    return (
        f"\n    def {call['operationId']}({parameters}) -> {reply}:\n"
        f'        """{_plain(call["description"])}"""\n'
        f'        return cast("{reply}", self._call({", ".join(parts)}))\n'
    )


def _name(header: str) -> str:
    name = re.sub(r"\W", "_", header).lower()
    return f"{name}_" if keyword.iskeyword(name) else name


def _plain(text: str) -> str:
    """The first paragraph of a description."""
    return " ".join(text.split("\n\n", maxsplit=1)[0].split())


if __name__ == "__main__":
    main()
