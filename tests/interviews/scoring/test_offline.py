import json
from pathlib import Path
from threading import Lock
from time import sleep

import pytest
from typer.testing import CliRunner

from dayshift.cli import main
from dayshift.interviews.room.language_model import ANSWERS_AT_ONCE
from dayshift.interviews.scoring.judging import PASSES
from dayshift.interviews.scoring.offline import NoAnswer, score_lines
from tests.language import serve

STRONG = "I was a server at a diner for two years. I took orders for six tables and I trained two new servers."
PLACES = (
    "Akron",
    "Boise",
    "Denver",
    "Fresno",
    "Laredo",
    "Mobile",
    "Newark",
    "Reno",
    "Tampa",
    "Toledo",
    "Tulsa",
    "Waco",
)


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


def test_a_model_rates_several_answers_of_a_file_at_once_but_not_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    level_of = {f"{STRONG} That was in {place}.": 1 + number % 5 for number, place in enumerate(PLACES)}
    lock, now_open, most_open = Lock(), 0, 0

    def rate(content: str) -> object:
        nonlocal now_open, most_open
        with lock:
            now_open += 1
            most_open = max(most_open, now_open)
        sleep(0.3)
        with lock:
            now_open -= 1
        return {"level": level_of[json.loads(content)["answer"][0]["said"]], "quote": "I took orders for six tables"}

    path = tmp_path / "answers.jsonl"
    lines = [
        json.dumps({"id": text, "plan": "restaurant-en", "question": "experience", "answer": text}) for text in level_of
    ]
    path.write_text("\n".join(lines), "utf-8")
    with serve() as script:
        script.answer = rate
        monkeypatch.setenv("DAYSHIFT_LANGUAGE_MODEL_URL", script.url())
        result = CliRunner().invoke(main, ["score", str(path), "--model"])
    assert result.exit_code == 0, result.output
    scored = [json.loads(line) for line in result.stdout.splitlines()]
    assert [one["id"] for one in scored] == list(level_of)
    assert [one["ratings"][1:] for one in scored] == [[level_of[one["id"]]] * PASSES for one in scored]
    assert PASSES < most_open <= PASSES * ANSWERS_AT_ONCE
    assert len(script.calls) == PASSES * len(level_of)
