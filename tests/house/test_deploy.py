"""The files in deploy/ match the application."""

import json
import posixpath
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
import yaml
from prometheus_client import REGISTRY, generate_latest

from dayshift.admin.monitoring import queue_metrics
from dayshift.app import contract
from dayshift.core.secret_keys import SecretKeys
from dayshift.interviews.room.waiting import TranscriptionQueue
from dayshift.settings import MUST, SHOULD, Settings
from scripts.write_package import write

DEPLOY = Path(__file__).parents[2] / "deploy"
PROXY_VARIABLES = {"DAYSHIFT_SITE", "DAYSHIFT_SERVERS"}
PORT = Settings.model_fields["port"].default
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
SERVICES: dict[str, Any] = COMPOSE["services"]
OWN_SERVICES = ("server-1", "server-2", "worker-1", "worker-2")


def test_variables_are_settings() -> None:
    known = {f"DAYSHIFT_{name.upper()}" for name in Settings.model_fields} | PROXY_VARIABLES
    for file in DEPLOY.iterdir():
        used = set(re.findall(r"\bDAYSHIFT_[A-Z_]+\b", file.read_text("utf-8")))
        assert used <= known, file.name


def test_files_agree_on_the_port() -> None:
    image = (DEPLOY / "Containerfile").read_text("utf-8")
    assert f"EXPOSE {PORT}" in image
    assert f"http://127.0.0.1:{PORT}/healthz" in image
    assert f"127.0.0.1:{PORT}" in (DEPLOY / "Caddyfile").read_text("utf-8")
    assert SERVICES["proxy"]["environment"]["DAYSHIFT_SERVERS"] == f"server-1:{PORT} server-2:{PORT}"
    assert {SERVICES[name]["environment"].get("DAYSHIFT_WORKER_PORT") for name in OWN_SERVICES} == {None, str(PORT)}


def test_compose_services_are_valid_and_hardened() -> None:
    for name in OWN_SERVICES:
        service = SERVICES[name]
        assert service["read_only"], name
        assert service["cap_drop"] == ["ALL"], name
        assert set(service["depends_on"]) <= SERVICES.keys(), name
        variables = {
            variable.removeprefix("DAYSHIFT_").lower(): value for variable, value in _variables_of(service).items()
        }
        Settings(**{key: value for key, value in variables.items() if key in Settings.model_fields})
    mounted = {volume.partition(":")[0] for service in SERVICES.values() for volume in service.get("volumes", [])}
    assert {name for name in mounted if not name.startswith(".")} == COMPOSE["volumes"].keys()


def _variables_of(service: dict[str, Any]) -> dict[str, str]:
    """Returns a service's variables with the defaults, or a placeholder, for values from .env."""

    def fill(found: re.Match[str]) -> str:
        return found[2] if found[2] is not None else "jobs.example.com"

    return {name: re.sub(r"\$\{(\w+)(?::-([^}]*)|:\?)?\}", fill, text) for name, text in service["environment"].items()}


def test_proxy_accepts_the_largest_chunk() -> None:
    found = re.search(r"max_size (\d+)MB", (DEPLOY / "Caddyfile").read_text("utf-8"))
    assert found
    assert int(found[1]) > Settings.model_fields["chunk_max_mb"].default


def test_stop_timeouts_are_long_enough() -> None:
    unit = re.search(r"TimeoutStopSec=(\d+)", (DEPLOY / "dayshift.service").read_text("utf-8"))
    assert unit
    requests, work, reporting = 6, 3, 2
    assert int(unit[1]) > requests + work + reporting
    assert {SERVICES[name]["stop_grace_period"] for name in OWN_SERVICES} == {"15s"}


def _settings_of(unit: str) -> list[str]:
    return [line for line in (DEPLOY / unit).read_text("utf-8").splitlines() if re.match(r"[A-Z]\w+=", line)]


def test_units_are_closed_off_alike() -> None:
    units = ("dayshift.service", "dayshift-worker.service", "dayshift-backup.service")
    closing = re.compile(r"NoNew|Protect|Private|Restrict|Capab|Lock|UMask|System")
    closed = [[line for line in _settings_of(unit) if closing.match(line)] for unit in units]
    assert len(closed[0]) == 22
    assert closed[0] == closed[1] == closed[2]
    needed = {"User=dayshift", "EnvironmentFile=/etc/dayshift.env", "StateDirectory=dayshift"}
    assert all(needed <= set(_settings_of(unit)) for unit in units)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_units_are_valid_and_hardened(tmp_path: Path) -> None:
    for path in (*DEPLOY.glob("*.service"), *DEPLOY.glob("*.timer")):
        text = path.read_text("utf-8")
        (tmp_path / path.name).write_text(text.replace("/opt/dayshift/.venv/bin/dayshift", "/bin/true"))
    units = sorted(map(str, tmp_path.iterdir()))
    checked = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *units], check=False, capture_output=True, text=True
    )
    assert (checked.returncode, checked.stderr) == (0, "")
    for unit in tmp_path.glob("*.service"):
        rated = subprocess.run(
            ["systemd-analyze", "security", "--offline=true", "--threshold=20", "--no-pager", str(unit)],
            check=False, capture_output=True, text=True,
        )  # fmt: skip
        assert rated.returncode == 0, rated.stdout[-300:]


def test_alerts_and_dashboard_use_existing_metrics() -> None:
    contract()
    known = set(
        re.findall(
            rb"^# TYPE (\S+)",
            generate_latest(REGISTRY) + generate_latest(queue_metrics([], [], TranscriptionQueue(0, None, None))),
            re.MULTILINE,
        )
    )
    names = {name.decode() for name in known}
    names |= {f"{name}{suffix}" for name in names for suffix in ("_bucket", "_count", "_sum")}
    alerts = yaml.safe_load((DEPLOY / "alerts.yaml").read_text("utf-8"))
    expressions = [rule["expr"] for group in alerts["groups"] for rule in group["rules"]]
    dashboard = json.loads((DEPLOY / "dashboard.json").read_text("utf-8"))
    expressions += [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    used = {name for expression in expressions for name in re.findall(r"\b(?:dayshift|process)_[a-z_]+", expression)}
    assert len(used) > 8
    assert used <= names


def _check(program: str, *arguments: str) -> str:
    """Run a linter of the development tools; returns what it found, empty if nothing."""
    command = [str(Path(sys.executable).with_name(program)), *arguments]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    return "" if done.returncode == 0 else done.stdout + done.stderr


def _checks(folder: Path) -> dict[str, str]:
    """What the linters say of each file. None of them is run: no container can be started where the tests are."""
    compose = ("--builtin-schema", "vendor.compose-spec", str(folder / "compose.yaml"))
    return {
        "Containerfile": _check("hadolint", "--no-color", str(folder / "Containerfile")),
        "compose.yaml": _check("check-jsonschema", *compose),
        "kubernetes.yaml": _check("kubernetes-validate", "--strict", "--quiet", str(folder / "kubernetes.yaml")),
    }


def test_container_files_pass_their_linters() -> None:
    assert {name: found for name, found in _checks(DEPLOY).items() if found} == {}


def test_linters_find_mistakes(tmp_path: Path) -> None:
    for name, right, wrong in (
        ("Containerfile", "python:3.13-slim", "python"),
        ("compose.yaml", "restart:", "restarts:"),
        ("kubernetes.yaml", "replicas: 2", "replicas: two"),
    ):
        (tmp_path / name).write_text((DEPLOY / name).read_text("utf-8").replace(right, wrong))
    assert all(_checks(tmp_path).values())


OBJECTS: list[dict[str, Any]] = list(yaml.safe_load_all((DEPLOY / "kubernetes.yaml").read_text("utf-8")))


def test_kubernetes_example_is_complete_and_hardened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DAYSHIFT_DATA_DIR", raising=False)
    kinds = [one["kind"] for one in OBJECTS]
    assert sorted(kinds) == sorted(
        ["Namespace", "ConfigMap", "Secret", "Job", "Deployment", "Deployment", "Service", "Ingress"]
    )
    given = {**OBJECTS[kinds.index("ConfigMap")]["data"], **OBJECTS[kinds.index("Secret")]["stringData"]}
    values = {name.removeprefix("DAYSHIFT_").lower(): value for name, value in given.items() if "DAYSHIFT_" in name}
    settings = Settings(**values)
    assert SecretKeys(settings.secret_keys, Path("/nowhere"))
    assert [name for name in (*MUST, *SHOULD) if settings.lacks(name)] == ["data_dir", "feeds"]  # The image sets one.
    pods = [one["spec"]["template"]["spec"] for one in OBJECTS if one["kind"] in {"Job", "Deployment"}]
    for pod in pods:
        [container] = pod["containers"]
        assert pod["securityContext"]["runAsNonRoot"]
        assert container["securityContext"]["capabilities"] == {"drop": ["ALL"]}
        assert container["securityContext"]["readOnlyRootFilesystem"]
        assert container["resources"]["limits"]["memory"]
        assert container["args"][0] in {"migrate", "serve", "worker"}
    probed = [pod["containers"][0] for pod in pods if pod["containers"][0]["args"] != ["migrate"]]
    assert all(one["livenessProbe"]["httpGet"] == {"path": "/healthz", "port": PORT} for one in probed)


def test_pages_of_the_package_lead_to_no_page_that_is_missing(tmp_path: Path) -> None:
    (tmp_path / "dayshift-1-py3-none-any.whl").touch()
    with tarfile.open(write(tmp_path)) as package:
        names = set(package.getnames())
        pages = {name: package.extractfile(name) for name in names if name.endswith(".md")}
        text = {name: file.read().decode() for name, file in pages.items() if file}
    missing = [
        (name, link)
        for name, words in text.items()
        for link in re.findall(r"\]\(([^)#:\s]+\.md)(?:#[^)]*)?\)", words)
        if posixpath.normpath(PurePosixPath(name).parent / link) not in names
    ]
    assert "dayshift-1/docs/first-day.md" in text
    assert missing == []
