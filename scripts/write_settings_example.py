"""Write docs/settings.md and the examples deploy/{must,should,may}.env.example from the settings."""

from pathlib import Path

from pydantic.fields import FieldInfo

from dayshift.settings import MUST, SHOULD, Settings

ROOT = Path(__file__).parents[1]

GROUPS = {
    "must": "What every installation needs. Replace the values.",
    "should": "What an installation should have besides. Replace the values.",
    "may": "All other settings, with their defaults. Copy what you change to your settings.",
}
VALUES = {
    "data_dir": "/var/lib/dayshift",
    "public_url": "https://jobs.example.com",
    "smtp_url": "smtps://user:password@mail.example.com:465",
    "mail_from": "jobs@example.com",
    "contact": "(212) 555-0100 or help@example.com",
    "metrics_token": "",
    "feeds": "diner=https://diner.example.com/jobs.xml",
}
"""Example values of the settings that must or should be set."""

_PAGE = """# Settings

<!-- Written by `make api` from dayshift/settings.py. -->

Settings are environment variables, on a server usually in `/etc/dayshift.env` ([first day](first-day.md)).
`dayshift settings` says which are missing and what does not work without them. The defaults run on a laptop: until
`DAYSHIFT_SMTP_URL` is set, emails (and the codes in them) are written to `outbox` in the data folder, their subjects
are printed on the console, and a development machine shows them at `/dev/outbox`.
"""


def group_of(name: str) -> str:
    """Return the group of a setting: must, should or may."""
    return "must" if name in MUST else "should" if name in SHOULD else "may"


def example(group: str) -> str:
    """Return the settings of a group with their descriptions: with example values, or commented out with defaults."""
    lines = [f"# {GROUPS[group]}", ""]
    for name, field in _fields(group).items():
        value = VALUES.get(name, _default(field))
        lines += [f"# {field.description}", f"{'#' * (group == 'may')}DAYSHIFT_{name.upper()}={value}", ""]
    return "\n".join(lines)


def page() -> str:
    """Return docs/settings.md."""
    text = _PAGE
    for group, without in {"must": MUST, "should": SHOULD, "may": {}}.items():
        text += f"\n## Settings that {group} be set\n\n{GROUPS[group]} [Example](../deploy/{group}.env.example).\n\n"
        heads = ["setting", "default", "meaning", *(["without it"] if without else [])]
        rows = [
            [f"`DAYSHIFT_{name.upper()}`", shown(field), field.description or "", *([without[name]] if without else [])]
            for name, field in _fields(group).items()
        ]
        text += "".join(f"| {' | '.join(row)} |\n" for row in [heads, ["---"] * len(heads), *rows])
    return text


def shown(field: FieldInfo) -> str:
    """Return the default of a setting as a cell of the table."""
    return f"`{_default(field)}`" if _default(field) else ""


def _default(field: FieldInfo) -> str:
    return str(field.default).lower() if isinstance(field.default, bool) else str(field.default)


def _fields(group: str) -> dict[str, FieldInfo]:
    return {name: field for name, field in Settings.model_fields.items() if group_of(name) == group}


TEXTS = {ROOT / f"deploy/{group}.env.example": example(group) for group in GROUPS} | {ROOT / "docs/settings.md": page()}
"""Each written file, and its text."""

if __name__ == "__main__":
    for path, text in TEXTS.items():
        path.write_text(text, "utf-8")
