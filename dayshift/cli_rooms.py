"""The commands that rooms have, each loaded when it is asked for: to say what there is need not load the product."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup

ROOMS: Mapping[str, tuple[str, str]] = {
    "calls": ("dayshift.calls.commands", "Interviews that go on now, and who may watch them."),
    "demo": (
        "dayshift.demo.commands",
        "Fill an installation of your own with made-up people, and say who can sign in. Sends nothing to anybody.",
    ),
    "plans": ("dayshift.interviewer.commands", "The question plans of the interviewer."),
    "score": ("dayshift.interviewer.commands", "Score answers offline, whatever the questions."),
    "scores": ("dayshift.reviews.commands", "The scores that interviews got, and the people beside them."),
}
"""By the command's name: the module that has it under this name, and the first sentence of its help."""


class Rooms(TyperGroup):
    """Commands of our own, and those of the rooms."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that is asked for."""
        if args and args[0] in ROOMS:
            self.commands[args[0]] = _load(args[0])
        return super().resolve_command(ctx, args)


def announce(main: typer.Typer) -> None:
    """Have `--help` name the commands of the rooms."""
    for name, (_, sentence) in ROOMS.items():
        main.command(name, help=sentence)(lambda: None)


def _load(name: str) -> Any:
    found = getattr(import_module(ROOMS[name][0]), name)
    if isinstance(found, typer.Typer):
        return typer.main.get_command(found)
    alone = typer.Typer(add_completion=False)
    alone.command(name)(found)
    return typer.main.get_command(alone)
