"""Interviews are bound to the plan they began with, so a released plan file never changes."""

import tomllib
from hashlib import sha256
from importlib import resources
from pathlib import Path

PLANS = resources.files("dayshift.knowledge.question_plans") / "plans"
RELEASED = tomllib.loads(Path(__file__).with_name("released.toml").read_text(encoding="utf-8"))["sha256"]


def test_released_plan_files_never_change() -> None:
    now = {path.name: sha256(path.read_bytes()).hexdigest() for path in PLANS.iterdir() if path.name in RELEASED}
    assert now == RELEASED, "write the next version beside the released one"


def test_every_plan_file_is_on_the_list() -> None:
    assert {path.name for path in PLANS.iterdir() if path.name.endswith(".toml")} == set(RELEASED)
