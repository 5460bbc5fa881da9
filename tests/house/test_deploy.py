"""What stands in deploy/ fits the program that it runs."""

import json
import re
from pathlib import Path
from typing import Any

import yaml
from prometheus_client import REGISTRY, generate_latest

from dayshift.admin.monitoring import queue_metrics
from dayshift.app import contract
from dayshift.settings import Settings

DEPLOY = Path(__file__).parents[2] / "deploy"
OF_THE_PROXY = {"DAYSHIFT_SITE", "DAYSHIFT_SERVERS"}
PORT = Settings.model_fields["port"].default
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
SERVICES: dict[str, Any] = COMPOSE["services"]
OURS = ("server-1", "server-2", "worker-1", "worker-2")


def test_every_variable_is_a_setting() -> None:
    known = {f"DAYSHIFT_{name.upper()}" for name in Settings.model_fields} | OF_THE_PROXY
    for file in DEPLOY.iterdir():
        named = set(re.findall(r"\bDAYSHIFT_[A-Z_]+\b", file.read_text("utf-8")))
        assert named <= known, file.name


def test_everybody_means_the_same_port() -> None:
    image = (DEPLOY / "Containerfile").read_text("utf-8")
    assert f"EXPOSE {PORT}" in image
    assert f"http://127.0.0.1:{PORT}/readyz" in image
    assert f"127.0.0.1:{PORT}" in (DEPLOY / "Caddyfile").read_text("utf-8")
    assert SERVICES["proxy"]["environment"]["DAYSHIFT_SERVERS"] == f"server-1:{PORT} server-2:{PORT}"
    assert {SERVICES[name]["environment"].get("DAYSHIFT_WORKER_PORT") for name in OURS} == {None, str(PORT)}


def test_what_runs_in_containers_can_run_there() -> None:
    for name in OURS:
        service = SERVICES[name]
        assert service["read_only"], name
        assert service["cap_drop"] == ["ALL"], name
        assert set(service["depends_on"]) <= SERVICES.keys(), name
        variables = {variable.removeprefix("DAYSHIFT_").lower(): value for variable, value in _plain(service).items()}
        Settings(**{key: value for key, value in variables.items() if key in Settings.model_fields})
    mounted = {volume.partition(":")[0] for service in SERVICES.values() for volume in service.get("volumes", [])}
    assert {name for name in mounted if not name.startswith(".")} == COMPOSE["volumes"].keys()


def _plain(service: dict[str, Any]) -> dict[str, str]:
    """Its variables with the defaults, or something, in place of what .env is to say."""

    def fill(found: re.Match[str]) -> str:
        return found[2] if found[2] is not None else "jobs.example.com"

    return {name: re.sub(r"\$\{(\w+)(?::-([^}]*)|:\?)?\}", fill, text) for name, text in service["environment"].items()}


def test_the_proxy_lets_the_largest_chunk_through() -> None:
    found = re.search(r"max_size (\d+)MB", (DEPLOY / "Caddyfile").read_text("utf-8"))
    assert found
    assert int(found[1]) > Settings.model_fields["chunk_max_mb"].default


def test_a_stop_has_the_time_that_it_may_take() -> None:
    unit = re.search(r"TimeoutStopSec=(\d+)", (DEPLOY / "dayshift.service").read_text("utf-8"))
    assert unit
    requests, work, telling = 6, 3, 2
    assert int(unit[1]) > requests + work + telling
    assert {SERVICES[name]["stop_grace_period"] for name in OURS} == {"15s"}


def test_alerts_and_dashboard_look_at_numbers_that_there_are() -> None:
    contract()
    known = set(
        re.findall(rb"^# TYPE (\S+)", generate_latest(REGISTRY) + generate_latest(queue_metrics([])), re.MULTILINE)
    )
    names = {name.decode() for name in known}
    names |= {f"{name}{more}" for name in names for more in ("_bucket", "_count", "_sum")}
    alerts = yaml.safe_load((DEPLOY / "alerts.yaml").read_text("utf-8"))
    asked = [rule["expr"] for group in alerts["groups"] for rule in group["rules"]]
    dashboard = json.loads((DEPLOY / "dashboard.json").read_text("utf-8"))
    asked += [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    used = {name for expression in asked for name in re.findall(r"\b(?:dayshift|process)_[a-z_]+", expression)}
    assert len(used) > 8
    assert used <= names
