"""Write deploy/settings.env.example from the settings: `python scripts/write_settings_example.py`."""

from pathlib import Path

from dayshift.settings import Settings

TARGET = Path(__file__).parents[1] / "deploy/settings.env.example"


def example() -> str:
    """Return every setting with its description and default, commented out."""
    lines = ["# Every setting with its default. Copy what you change to your environment file.", ""]
    for name, field in Settings.model_fields.items():
        default = str(field.default).lower() if isinstance(field.default, bool) else field.default
        lines += [f"# {field.description}", f"#DAYSHIFT_{name.upper()}={default}", ""]
    return "\n".join(lines)


if __name__ == "__main__":
    TARGET.write_text(example(), "utf-8")
