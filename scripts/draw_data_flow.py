"""Draw which package keeps data about candidates, and who gets it, into docs/privacy.md.

`python scripts/draw_data_flow.py`. Tables come from the database schema, arrows from type names in the code.
"""

import re
from collections import defaultdict
from importlib import import_module
from pathlib import Path

from sqlalchemy import Table

from dayshift.privacy.inventory import owned_tables
from dayshift.tables import WITH_TABLES, import_all

ROOT = Path(__file__).parents[1]
TARGET = ROOT / "docs/privacy.md"
BEGIN, END = "<!-- Drawn by scripts/draw_data_flow.py. -->", "<!-- End of the drawing. -->"

PARTIES = {
    "storage": ("Storage", "Files: this machine, or a bucket<br>DAYSHIFT_STORAGE_URL"),
    "mail": ("Mailer", "Mail server<br>DAYSHIFT_SMTP_URL"),
    "sms": ("Texter", "Text messages<br>DAYSHIFT_SMS_URL"),
    "model": ("LanguageModel", "Language model, optional<br>DAYSHIFT_LANGUAGE_MODEL_URL"),
    "speech": ("Transcriber", "Transcriber, optional<br>DAYSHIFT_TRANSCRIBER_URL"),
    "video": ("VideoProvider", "Video calls, optional<br>DAYSHIFT_VIDEO_URL"),
    "systems": ("Outgoing", "Systems that employers connect"),
}
"""Who gets data from a package: the type through which it is reached, and what the drawing says."""


def tables_by_package() -> dict[str, list[str]]:
    """Return the tables that refer to a candidate, by package."""
    import_all()
    owned = {table.name for table in owned_tables()}
    found: defaultdict[str, set[str]] = defaultdict(set)
    taken: set[str] = set()
    for name in WITH_TABLES:
        for value in vars(import_module(f"dayshift.{name}")).values():
            if isinstance(value, Table) and value.name in owned - taken:
                found[name.split(".")[0]].add(value.name)
                taken.add(value.name)
    if missing := owned - taken:
        raise LookupError(f"in no package of WITH_TABLES: {missing}")
    return {package: sorted(names) for package, names in found.items()}


def parties_of(package: str) -> list[str]:
    """Return who gets data from a package, by the types that its code names."""
    code = "\n".join(path.read_text("utf-8") for path in sorted((ROOT / "dayshift" / package).rglob("*.py")))
    return [party for party, (kind, _) in PARTIES.items() if re.search(rf"\b{kind}\b", code)]


def packages() -> list[str]:
    """Return the packages in the drawing: those with data about candidates, and those that pass it on."""
    kept = tables_by_package()
    others = sorted(path.parent.name for path in (ROOT / "dayshift").glob("*/__init__.py"))
    passing = [name for name in others if name not in {*kept, "core", "providers", "cli"} and parties_of(name)]
    return [*kept, *passing]


def drawing() -> str:
    """Return the drawing in Mermaid's language, which GitHub shows as a picture."""
    kept = tables_by_package()
    lines = ["```mermaid", "flowchart LR", '  candidate(["Candidate"])', '  staff(["Members of an employer"])']
    lines += ['  subgraph server["This installation"]']
    for package in packages():
        names = "<br>".join(kept.get(package, ["keeps nothing"]))
        lines.append(f'    {package}["<b>{package}</b><br>{names}"]')
    lines.append("  end")
    lines += [f'  {party}[/"{label}"/]' for party, (_, label) in PARTIES.items()]
    for package in packages():
        code = "\n".join(path.read_text("utf-8") for path in sorted((ROOT / "dayshift" / package).rglob("*.py")))
        if re.search(r"\bSignedIn\b", code) and package in kept:
            lines.append(f"  candidate --> {package}")
        if re.search(r"\b(?:Staff|Hiring|Owner)\b,? ", code) and "/api/desk" in code and package in kept:
            lines.append(f"  {package} --> staff")
        lines += [f"  {package} --> {party}" for party in parties_of(package)]
    return "\n".join([*lines, "```"])


def with_drawing(text: str) -> str:
    """Return the document with the current drawing between its marks."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{drawing()}\n{END}{after}"


if __name__ == "__main__":
    TARGET.write_text(with_drawing(TARGET.read_text("utf-8")), "utf-8")
