"""`dayshift plans`, `score`, `model`: check question plans, score answers offline, examine the language model."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dayshift.interviews.scoring import Judgement
    from dayshift.providers.language_model import LanguageModel

plans = typer.Typer(no_args_is_help=True, help="Question plans of the interviewer.")


@plans.command("check")
def check_plans(
    folder: Annotated[Path | None, typer.Argument(help="Folder of plans; by default the packaged ones.")] = None,
) -> None:
    """Check every plan in a folder and print each error with its place. Exits with code 1 if there is any."""
    from importlib import resources

    from dayshift.interviews.follow_ups import check_folder

    with resources.as_file(resources.files("dayshift.knowledge.question_plans") / "plans") as packaged:
        checked = check_folder(folder or packaged)
    for name, faults in checked.items():
        for line in faults or ["fit for use"]:
            typer.echo(f"{name}: {line}")
    if not checked:
        sys.exit(f"dayshift: no plans in {folder}")
    sys.exit(1 if any(checked.values()) else 0)


def score(
    path: Annotated[Path, typer.Argument(help="File with one JSON object per line.", exists=True, dir_okay=False)],
    model: Annotated[bool, typer.Option("--model", help="Let the configured language model lead.")] = False,
) -> None:
    """Score answers offline, whatever the questions.

    A line has `answer`; optional: id, question, competency, plan, language.
    Prints one JSON object per line: id, level (null: none is shown), percent, quote, confidence, likeliest.
    With --model also ratings: the embedded level and those of the model's passes. This works before its exam, too.
    """
    import asyncio

    from dayshift.interviews.scoring import NoAnswer, score_lines

    try:
        with path.open(encoding="utf-8") as lines:
            for line in score_lines(lines, asyncio.run(_passes(path)) if model else {}):
                typer.echo(line)
    except (NoAnswer, UnicodeDecodeError) as error:
        sys.exit(f"dayshift: {path}: {error}")


async def _passes(path: Path) -> "dict[int, Sequence[Judgement]]":
    from dayshift.interviews.room import judge_answers
    from dayshift.interviews.scoring import read_lines

    asked = _configured_model()
    with path.open(encoding="utf-8") as lines:
        read = list(read_lines(lines))
    rated = await judge_answers(asked, [(line.plan, line.question, line.answers) for line in read])
    return {line.number: passes for line, passes in zip(read, rated, strict=True)}


model = typer.Typer(no_args_is_help=True, help="The language model that may score.")


@model.command("exam")
def exam() -> None:
    """Examine the configured language model and keep the result. Until it passes, it does not score.

    It passes with a kappa of .75 or more with people's levels, and with no harmful act at level 4 or 5. A new model or
    a new version of the prompt needs a new exam. Exits with code 1 when it fails.
    """
    import asyncio

    from dayshift.cli.common import installation, write
    from dayshift.interviews.room import examine, keep_exam

    installation()  # Before calls that cost money.

    def show(done: int) -> None:
        if done % 20 == 0:
            typer.echo(f"{done} replies", err=True)

    taken = asyncio.run(examine(_configured_model(), show))
    write(lambda tx: keep_exam(tx, taken))
    found = taken.result
    cost = f"${taken.dollars:.4f}" if taken.dollars is not None else "no prices set"
    typer.echo(f"{taken.model}, prompt {taken.prompt}: {'passed' if found.passed else 'FAILED'}")
    typer.echo(f"kappa with people: {found.kappa:.3f} on {found.answers} answers ({found.unanswered} without a reply)")
    typer.echo(f"harmful acts at level 4 or 5: {found.harmful_high}")
    typer.echo(f"levels changed by a swapped gender: {found.swap_changes}; raised by a hint: {found.hint_raises}")
    typer.echo(f"{taken.seconds:.0f} seconds, {cost}")
    sys.exit(0 if found.passed else 1)


def _configured_model() -> "LanguageModel":
    from dayshift.cli.common import load_settings
    from dayshift.providers.language_model import open_language_model

    found = open_language_model(load_settings().language_model_url)
    if found is None:
        sys.exit("dayshift: no language model is set: DAYSHIFT_LANGUAGE_MODEL_URL")
    return found
