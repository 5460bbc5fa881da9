"""A fresh installation as somebody outside sees it: the command line, and HTTP."""

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2

from tests.faults.processes import Installation
from tests.people import PASSWORD


@dataclass
class Imported:
    """What `dayshift jobs import --json` said: its exit code, its output, and the report (empty if it is no JSON)."""

    code: int
    stdout: str
    stderr: str
    report: dict[str, Any]

    @property
    def told(self) -> str:
        """All that the report says about single postings, as one text."""
        lines = [line for name in ("quarantine", "notes") for line in self.report.get(name, [])]
        return "\n".join(json.dumps(line, ensure_ascii=False) for line in lines)

    def tells_of(self, external_id: str) -> bool:
        """Whether the report names this posting."""
        return external_id in self.told


@dataclass
class Product:
    """An installation with a running server, and a client that reads it without an account."""

    installation: Installation
    client: httpx2.Client
    folder: Path
    _number: int = field(default=0)

    def name(self) -> str:
        """A name that no case has used."""
        self._number += 1
        return f"case-{self._number}"

    def file(self, suffix: str, content: str | bytes) -> Path:
        """A new file with this content."""
        path = self.folder / f"{self.name()}{suffix}"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def run_import(self, path: Path, name: str, *more: str) -> Imported:
        """Import jobs from a file or a folder under this name."""
        done = self.installation.run("jobs", "import", path, "--name", name, "--json", *more)
        try:
            report = json.loads(done.stdout)
        except ValueError:
            begin = done.stdout.find("{")
            report = json.loads(done.stdout[begin:]) if begin >= 0 else {}
        return Imported(done.returncode, done.stdout, done.stderr, report)

    def count(self, table: str) -> int:
        """How many rows a table has."""
        with sqlite3.connect(self.folder / "data.sqlite3") as db:
            found: int = db.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
            return found

    def open_jobs(self, name: str) -> dict[str, dict[str, Any]]:
        """The open jobs of a source by their id there: the markup of each page, with `id` and `page` added.

        A job at several places has several; they follow each other in `all`.
        """
        with sqlite3.connect(self.folder / "data.sqlite3") as db:
            rows = db.execute("SELECT external_id, id FROM jobs WHERE source = ? ORDER BY external_id", (name,))
            stored = rows.fetchall()
        found: dict[str, dict[str, Any]] = {}
        for external_id, job_id in stored:
            page = self.client.get(f"/jobs/{job_id}")
            if page.status_code != 200:
                continue
            data = re.search(r'<script type="application/ld\+json">(.*?)</script>', page.text, re.DOTALL)
            markup = json.loads(data[1]) if data else {}
            entry = markup | {"id": job_id, "page": page.text}
            first = found.setdefault(external_id.split("@")[0], entry)
            first.setdefault("all", []).append(entry)
        return found

    def feed(self) -> dict[str, str]:
        """The `<job>` of each open job in the site's feed, by its id."""
        text = self.client.get("/feeds/jobs.xml").text
        jobs = re.findall(r"<job>.*?</job>", text, re.DOTALL)
        return {re.findall(r"<referencenumber><!\[CDATA\[(.*?)\]\]>", job)[0]: job for job in jobs}

    def matches(self, search: str, zip_code: str, rate: int, hours: str = "full-time") -> dict[str, dict[str, Any]]:
        """The matches of a new candidate by job id."""
        with httpx2.Client(base_url=self.installation.url, timeout=60, verify=False) as client:
            body = {"firstName": "Maya", "lastName": "Torres", "email": f"{self.name()}@example.com"}
            entered = client.post("/api/auth/register", json={**body, "password": PASSWORD}).raise_for_status().json()
            user = entered["user"]["id"]
            client.cookies.clear()
            client.headers["Authorization"] = f"Bearer {entered['token']}"
            client.post("/api/job-searches", json={"searchQuery": search, "userId": user}).raise_for_status()
            step = {"step": 2, "data": {"jobSearchPrompt": search}}
            client.patch("/api/auth/step", json=step).raise_for_status()
            answers = {"availability": "very-flexible", "hourly_rate": str(rate), "start_date": "immediately",
                       "zip_code": zip_code, "employment_type": hours, "experience": "2-5"}  # fmt: skip
            for question, answer in answers.items():
                given = {"userId": user, "questionType": question, "answer": answer}
                client.post("/api/user-responses", json=given).raise_for_status()
            found = client.get("/api/matches").raise_for_status().json()["jobs"]
            return {job["id"]: job for job in found}

    def search(self, text: str) -> dict[str, Any]:
        """How a job search is understood."""
        found: dict[str, Any] = json.loads(self.installation.run("wish", text, "--json").stdout)
        return found


@contextmanager
def running(folder: Path) -> Iterator[Product]:
    """A new installation in a folder."""
    installation = Installation.make(folder / "data", f"sqlite:///{folder}/data.sqlite3")
    with (
        installation.server(),
        httpx2.Client(base_url=installation.url, timeout=60, verify=False) as client,
    ):
        yield Product(installation, client, folder)
