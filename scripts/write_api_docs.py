"""Write docs/api.md from the server's contract and its error classes. Called by `make api`."""

from pathlib import Path

from dayshift.app import contract
from dayshift.core.errors import AppError
from dayshift.exchange.employer_api import employer_contract


def main() -> None:
    """Write the page; all descriptions come from docstrings."""
    employer_contract()  # Imports its errors.
    calls = [
        (f"{method.upper()} {path}", call["description"].splitlines()[0])
        for path, methods in contract()["paths"].items()
        for method, call in methods.items()
    ]
    errors = sorted({(kind.code, str(kind.status), (kind.__doc__ or "").splitlines()[0]) for kind in _errors()})
    page = [
        "# The API",
        "",
        "JSON in camelCase; times are ISO 8601 in UTC. `web/openapi.json` describes every payload and response.",
        "Browsers authenticate with a session cookie, programs with `Authorization: Bearer TOKEN`. Every error",
        'response has the body `{"code", "message"}`, plus `fields` for errors of individual fields, plus further',
        "data for some codes.",
        "",
        "## Routes",
        "",
        "| route | what it does |",
        "|---|---|",
        *(f"| `{route}` | {text} |" for route, text in calls),
        "",
        "## Error codes",
        "",
        "| code | status | meaning |",
        "|---|---|---|",
        *(f"| `{code}` | {status} | {text} |" for code, status, text in errors),
        "",
    ]
    (Path(__file__).parents[1] / "docs/api.md").write_text("\n".join(page), "utf-8")


def _errors(kind: type[AppError] = AppError) -> set[type[AppError]]:
    return {sub for direct in kind.__subclasses__() for sub in {direct, *_errors(direct)}}


if __name__ == "__main__":
    main()
