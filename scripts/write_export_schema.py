"""Write docs/export.schema.json, the format of a copy of a person's data: `python scripts/write_export_schema.py`."""

import json
from pathlib import Path

from dayshift.privacy import export_schema
from dayshift.tables import import_all

TARGET = Path(__file__).parents[1] / "docs/export.schema.json"


def text() -> str:
    """Return the JSON Schema of `data.json`."""
    import_all()
    return json.dumps(export_schema(), indent=2) + "\n"


if __name__ == "__main__":
    TARGET.write_text(text(), "utf-8")
