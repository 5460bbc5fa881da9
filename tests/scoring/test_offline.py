import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from dayshift.cli import main
from dayshift.scoring.offline import NoAnswer, score_lines

STRONG = "I was a server at a diner for two years. I took orders for six tables and I trained two new servers."


def score(**asked: object) -> dict[str, object]:
    (line,) = score_lines([json.dumps({"id": "a", **asked})])
    scored: dict[str, object] = json.loads(line)
    return scored


def test_a_question_of_a_plan_is_scored_by_its_plan() -> None:
    scored = score(plan="restaurant-en", question="experience", answer=STRONG)
    assert scored["likeliest"] in {4, 5}
    assert scored["level"] in {None, scored["likeliest"]}
    assert scored["quote"] is None or str(scored["quote"]) in STRONG


def test_any_other_question_is_read_as_it_is_asked() -> None:
    assert score(question="What experience do you have as a barista?", answer=STRONG)["likeliest"] in {4, 5}
    assert score(question="When are you available?", answer="I love my grandmother's parrot.")["likeliest"] in {0, 1, 2}
    assert score(question="¿Cuándo puede trabajar?", language="es", answer="")["level"] is None


@pytest.mark.parametrize("line", ["no json", "[]", '{"id": 1}', '{"answer": 5}', "7"])
def test_a_line_that_cannot_be_read_is_named(line: str) -> None:
    with pytest.raises(NoAnswer, match="line 2"):
        list(score_lines([json.dumps({"answer": STRONG}), line]))


def test_the_command_scores_a_file(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    path.write_text(json.dumps({"id": 1, "question": "Your experience?", "answer": STRONG}) + "\n\n", "utf-8")
    result = CliRunner().invoke(main, ["score", str(path)])
    assert result.exit_code == 0
    assert json.loads(result.stdout)["id"] == 1
    path.write_text("x\n", "utf-8")
    assert CliRunner().invoke(main, ["score", str(path)]).exit_code == 1


def test_the_command_checks_plans(tmp_path: Path) -> None:
    packaged = CliRunner().invoke(main, ["plans", "check"])
    assert packaged.exit_code == 0
    assert "restaurant-en-2.toml: fit for use" in packaged.stdout
    (tmp_path / "x-en-1.toml").write_text('id = "x-en"\n', "utf-8")
    broken = CliRunner().invoke(main, ["plans", "check", str(tmp_path)])
    assert broken.exit_code == 1
    assert "x-en-1.toml: version: Field required" in broken.stdout
    assert CliRunner().invoke(main, ["plans", "check", str(tmp_path / "none")]).exit_code != 0
