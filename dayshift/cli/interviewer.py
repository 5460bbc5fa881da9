"""`dayshift plans`, `score`: check question plans, score answers offline."""

import sys
from pathlib import Path
from typing import Annotated

import typer

plans = typer.Typer(no_args_is_help=True, help="Question plans of the interviewer.")


@plans.command("check")
def check_plans(
    folder: Annotated[Path | None, typer.Argument(help="Folder of plans; by default the packaged ones.")] = None,
) -> None:
    """Check every plan in a folder and print each error with its place. Exits with code 1 if there is any."""
    from importlib import resources

    from dayshift.interviewer import check_folder

    with resources.as_file(resources.files("dayshift.question_plans") / "plans") as packaged:
        checked = check_folder(folder or packaged)
    for name, faults in checked.items():
        for line in faults or ["fit for use"]:
            typer.echo(f"{name}: {line}")
    if not checked:
        sys.exit(f"dayshift: no plans in {folder}")
    sys.exit(1 if any(checked.values()) else 0)


def score(
    path: Annotated[Path, typer.Argument(help="File with one JSON object per line.", exists=True, dir_okay=False)],
) -> None:
    """Score answers offline, whatever the questions.

    A line has `answer`; optional: id, question, competency, plan, language, rubric, reference.
    Prints one JSON object per line: id, level (null: not enough evidence), percent, quote, confidence.
    """
    from dayshift.scoring import NoAnswer, score_lines

    try:
        with path.open(encoding="utf-8") as lines:
            for line in score_lines(lines):
                typer.echo(line)
    except (NoAnswer, UnicodeDecodeError) as error:
        sys.exit(f"dayshift: {path}: {error}")
