"""What the command line does with plans and answers: `dayshift plans check`, `dayshift score`."""

import sys
from importlib import resources
from pathlib import Path
from typing import Annotated

import typer

from dayshift.interviewer.checking import check_folder
from dayshift.scoring import NoAnswer, score_lines

plans = typer.Typer(no_args_is_help=True, help="The question plans of the interviewer.")


@plans.callback()
def about_plans() -> None:
    """The question plans of the interviewer."""


@plans.command("check")
def check_plans(
    folder: Annotated[Path | None, typer.Argument(help="Folder of plans; by default the packaged ones.")] = None,
) -> None:
    """Check every plan in a folder and name each fault with its place. Ends with code 1 if there is any."""
    with resources.as_file(resources.files("dayshift.question_plans") / "plans") as packaged:
        checked = check_folder(folder or packaged)
    for name, faults in checked.items():
        for line in faults or ["fit for use"]:
            typer.echo(f"{name}: {line}")
    if not checked:
        sys.exit(f"dayshift: no plans in {folder}")
    sys.exit(1 if any(checked.values()) else 0)


def score(
    path: Annotated[Path, typer.Argument(help="File with one JSON object a line.", exists=True, dir_okay=False)],
) -> None:
    """Score answers offline, whatever the questions.

    A line has `answer`, and may have id, question, competency, plan, language, rubric or reference.
    Prints one JSON object a line: id, level (null: not enough evidence), percent, quote, confidence.
    """
    try:
        with path.open(encoding="utf-8") as lines:
            for line in score_lines(lines):
                typer.echo(line)
    except (NoAnswer, UnicodeDecodeError) as error:
        sys.exit(f"dayshift: {path}: {error}")
