"""`systemctl` of the first day's root: starts the programs that the installed unit files name, as their users.

systemd itself cannot run in a container. What it does for the security of the services is not tested here.
"""

import os
import pwd
import shlex
import signal
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ETC = Path("/etc/systemd/system")
FOLDERS = (ETC, Path("/lib/systemd/system"))
RUNNING = Path("/run/units")
LOGS = Path("/var/log/units")


def main(arguments: list[str]) -> int:
    """Run one command; returns the exit code."""
    command, *names = [one for one in arguments if not one.startswith("--")]
    if command == "daemon-reload":
        return 0
    assert command in {"enable", "start", "restart"}, command
    units = [name if "." in name else f"{name}.service" for name in names]
    return max(_start(unit) for unit in units) if command != "enable" or "--now" in arguments else 0


def _start(unit: str) -> int:
    service = _read(unit)
    if unit.endswith(".timer"):
        _read(f"{unit.removesuffix('.timer')}.service")  # What it would start exists.
        return 0
    pid = RUNNING / unit
    if pid.exists():
        os.kill(int(pid.read_text()), signal.SIGTERM)
    user = pwd.getpwnam(service["User"][-1])
    for folder in service["StateDirectory"]:
        path = Path("/var/lib") / folder
        path.mkdir(exist_ok=True)
        path.chmod(int(service["StateDirectoryMode"][-1], 8))
        os.chown(path, user.pw_uid, user.pw_gid)
    environment = {"PATH": os.environ["PATH"], "HOME": user.pw_dir, **dict(_environment(service))}
    drop = ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]
    if "CAP_NET_BIND_SERVICE" in service["AmbientCapabilities"]:
        drop += ["--inh-caps=+net_bind_service", "--ambient-caps=+net_bind_service"]
    LOGS.mkdir(exist_ok=True)
    RUNNING.mkdir(exist_ok=True)
    with (LOGS / unit).open("a") as log:
        for line in service["ExecStartPre"]:
            program = shlex.split(line.removeprefix("+"))
            subprocess.run([*([] if line.startswith("+") else drop), *program], env=environment, check=True)
        for line in service["ExecStart"]:
            process = subprocess.Popen(
                [*drop, *shlex.split(line)], env=environment, cwd="/", stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )
            if "oneshot" not in service["Type"]:
                pid.write_text(str(process.pid))
            elif process.wait():
                return 1
    return 0


def _read(unit: str) -> dict[str, list[str]]:
    """The settings of a unit and its drop-ins, each with its values in order."""
    found: dict[str, list[str]] = defaultdict(list)
    file = next(folder / unit for folder in FOLDERS if (folder / unit).exists())
    for path in (file, *sorted((ETC / f"{unit}.d").glob("*.conf"))):
        for line in path.read_text().splitlines():
            name, is_setting, value = line.partition("=")
            if is_setting and not line.startswith("#"):
                found[name].append(value)
    return found


def _environment(service: dict[str, list[str]]) -> Iterator[tuple[str, str]]:
    pairs = [pair for line in service["Environment"] for pair in shlex.split(line)]
    for file in service["EnvironmentFile"]:
        lines = Path(file).read_text().splitlines()
        pairs += [line for line in lines if "=" in line and not line.startswith("#")]
    return iter([(name, value) for name, _, value in (pair.partition("=") for pair in pairs)])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
