"""Cases about feeds and imports: a checker for each kind."""

import json
import re
import shutil
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from bench.cases.case import Case, Checker
from bench.cases.product import Imported, Product


def _imported(case: Case, product: Product, *more: str) -> tuple[Imported, dict[str, dict[str, Any]]]:
    """Import the input of a case; return the report and the open jobs."""
    if case.input_file:
        path = case.path
    elif isinstance(case.input, str):
        suffix = {"<": ".xml", "{": ".json", "[": ".json"}.get(case.input.lstrip()[:1], ".csv")
        path = product.file(suffix, case.input)
    else:
        path = product.file(".json", json.dumps(case.input))
    name = product.name()
    more = (*more, "--employer", "Some Employer") if "--employer" in case.how else more
    report = product.run_import(path, name, *more)
    return report, product.open_jobs(name)


def _differ(found: Mapping[str, Any], right: Mapping[str, Any]) -> str | None:
    wrong = {name: found.get(name) for name in right if found.get(name) != right[name]}
    return f"{wrong} instead of { {name: right[name] for name in wrong} }" if wrong else None


def dates(case: Case, product: Product) -> str | None:
    """`open`: open jobs. `closed_or_reported`: not open. `reported`: named by the report."""
    report, found = _imported(case, product)
    right = case.right
    wrong = [one for one in right.get("open", []) if one not in found]
    wrong += [f"open: {one}" for one in right.get("closed_or_reported", []) if one in found]
    unsaid = [one for one in right.get("reported", []) if not report.tells_of(one)]
    gone = report.report.get("expired", 0) + sum(report.report.get("quarantined", {}).values())
    if gone < len(right.get("closed_or_reported", [])):
        wrong.append(f"only {gone} expired or reported")
    for one, day in right.get("posted", {}).items():
        if one in found and not found[one]["datePosted"].startswith(day):
            wrong.append(f"{one} posted {found[one]['datePosted']}")
    for one, last in right.get("end", {}).items():
        day = datetime.fromisoformat(re.findall(r"\d{4}-\d\d-\d\d", last)[0]).replace(tzinfo=UTC)
        end = datetime.fromisoformat(found[one]["validThrough"])
        if not day + timedelta(hours=23) < end <= day + timedelta(hours=36):
            wrong.append(f"{one} ends {end}")
    return "; ".join([*wrong, *(f"not reported: {one}" for one in unsaid)]) or None


def last_day(case: Case, product: Product) -> str | None:
    """The last day ends at midnight of its place."""
    at = datetime.now(UTC)
    # Yesterday in UTC is still today in Honolulu until 10:00 UTC.
    is_yesterday = case.id == "02b" and at.hour < 10
    day = at - timedelta(days=is_yesterday)
    text = case.path.read_text("utf-8").replace("@DAY@", f"{day:%Y-%m-%d}")
    name = product.name()
    report = product.run_import(product.file(".jsonl", text), name)
    found = product.open_jobs(name)
    if case.id == "02b":
        return None if "L-honolulu" in found else f"not open in Honolulu: {report.report}"
    midnight = datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(days=1)
    hours = {"L-honolulu": (9.9, 10), "L-losangeles": (6.9, 8), "L-newyork": (3.9, 5), "L-control-with-zone": (9.9, 10)}
    wrong = []
    for one, (least, most) in hours.items():
        if one not in found:
            wrong.append(f"{one} is not open")
        else:
            end = datetime.fromisoformat(found[one]["validThrough"])
            if not midnight + timedelta(hours=least) <= end <= midnight + timedelta(hours=most):
                wrong.append(f"{one} ends {end}")
    return "; ".join(wrong) or None


def _places(jobs: Mapping[str, Any]) -> list[str] | str:
    """The cities of a job, or "remote" with the states where somebody must live."""
    cities, remote = [], []
    for one in jobs["all"]:
        if one.get("jobLocationType") == "TELECOMMUTE":
            needs = one["applicantLocationRequirements"]
            remote += [each["name"] for each in (needs if isinstance(needs, list) else [needs])]
        else:
            cities.append(one["jobLocation"]["address"]["addressLocality"])
    return sorted(cities) if cities else "remote" if remote == ["USA"] else f"remote {sorted(remote)}"


def one_bad_place(case: Case, product: Product) -> str | None:
    """`rows`: the cities of each job. `reported`: texts of the report."""
    report, found = _imported(case, product)
    places = {one: _places(jobs) for one, jobs in found.items()}
    right = {one: sorted(cities) for one, cities in case.right["rows"].items()}
    for text in case.right.get("reported", []):
        words = text.split(" ", 1)
        if not any(words[0] in line and words[-1] in line for line in report.told.splitlines()):
            return f"not reported: {text}: {report.told}"
    return _differ(places, right)


def board_location(case: Case, product: Product) -> str | None:
    """Cities, "remote", or "refused as foreign", of each job or of the only one."""
    report, found = _imported(case, product)
    right = case.right if isinstance(case.right, dict) else {"1": case.right}
    refused = {line["id"]: line["reason"] for line in report.report.get("quarantine", [])}
    wrong = []
    for one, place in right.items():
        seen = _places(found[one]) if one in found else f"refused: {refused.get(one)}"
        if place == "refused as foreign":
            is_right = seen == "refused: foreign_place"
        elif isinstance(place, list):
            is_right = seen == sorted(place)
        elif "Oregon" in place:
            is_right = "Oregon" in seen
        else:
            is_right = seen == place
        if not is_right:
            wrong.append(f"{one}: {seen} instead of {place}")
    return "; ".join(wrong) or None


def _plain(place: str) -> str:
    return re.sub(r"[^a-z]", "", place.lower())


def place_names(case: Case, product: Product) -> str | None:
    """Imports say which jobs are placed; searches which place is understood."""
    if case.input_file is None:
        found = product.search(case.input)
        place = found.get("place") or {}
        first, *_ = str(case.right).split(";")
        names, _, state = first.partition(", ")
        wanted = {_plain(name) for name in names.split("|")}
        if _plain(place.get("city") or "") not in wanted or (state and place.get("state") != state):
            return f"{place} instead of {case.right}"
        if "Correctional Officer" in str(case.right):
            titles = [one for one in found["titles"] if one["title"].startswith("Correctional")]
            return f"{titles}" if titles else None
        return None
    report, found = _imported(case, product)
    known = {*found, *(one.split("-")[0] for one in found)}
    wrong = [one for one in case.right.get("placed", []) if one not in known]
    reasons = {line["id"]: line["reason"] for line in report.report.get("quarantine", [])}
    wrong += [one for one in case.right.get("foreign", []) if reasons.get(one) != "foreign_place"]
    wrong += [
        one
        for one in case.right.get("unknown_or_placed", [])
        if one not in found and reasons.get(one) != "unknown_place"
    ]
    return f"not as it should be: {', '.join(wrong)}" if wrong else None


def _pay(job: Mapping[str, Any]) -> tuple[float | None, float | None]:
    value = job.get("baseSalary", {}).get("value", {})
    alone = value.get("value")
    return value.get("minValue", alone), value.get("maxValue", alone)


def _amount(text: str) -> float | None:
    return None if text == "-" else float(text)


def pay_text(case: Case, product: Product) -> str | None:
    """The range in the markup; the text alone is right, too."""
    _, found = _imported(case, product)
    if "S" not in found:
        return "the job is lost"
    seen = _pay(found["S"])
    wanted = _amount(case.right["low"]), _amount(case.right["high"])
    return None if seen == wanted else f"{seen} instead of {wanted}"


def one_end(case: Case, product: Product) -> str | None:
    """A pay with one end says so on the page, in the markup, in the feed and in the reason of a match."""
    _, found = _imported(case, product)
    matches, feed = product.matches("line cook", "02110", 20), product.feed()
    wrong = []
    for one, right in case.right.items():
        job = found[one]
        if right["page"] not in job["page"]:
            wrong.append(f"{one}: the page does not say {right['page']!r}")
        if _pay(job) != (right["minValue"], right["maxValue"]):
            wrong.append(f"{one}: markup {_pay(job)}")
        if right["page"] not in feed[job["id"]]:
            wrong.append(f"{one}: the feed does not say {right['page']!r}")
        if job["id"] in matches:
            reason = next(each for each in matches[job["id"]]["factors"] if each["name"] == "pay")["reason"]
            if (reason["low"], reason["high"]) != (right["minValue"], right["maxValue"]):
                wrong.append(f"{one}: {reason}")
            if one == "U1-up-to" and reason["code"] == "pay_meets":
                wrong.append(f"{one}: {reason}")
        elif one == "U1-up-to":
            wrong.append(f"{one}: no match")
    return "; ".join(wrong) or None


def remote_limits(case: Case, product: Product) -> str | None:
    """Where somebody must live, in the markup and in matching."""
    report, found = _imported(case, product)
    seattle = product.matches("customer service representative", "98101", 15)
    reasons = {line["id"]: line["reason"] for line in report.report.get("quarantine", [])}
    wrong = []
    for one, right in case.right.items():
        if right == "foreign_place":
            if reasons.get(one) != right:
                wrong.append(f"{one}: {reasons.get(one)}")
            continue
        if one not in found:
            wrong.append(f"{one} is lost")
            continue
        place = _places(found[one])
        states = [name for name in ("Texas", "Ohio", "Michigan") if name in str(right)]
        if not all(name in place for name in states) or (not states and place != "remote"):
            wrong.append(f"{one}: {place}")
        shown = [job["id"] for job in found[one]["all"] if job["id"] in seattle]
        if states and shown:
            wrong.append(f"{one}: a match in Seattle")
        if not states and not shown:
            wrong.append(f"{one}: no match in Seattle")
    return "; ".join(wrong) or None


def pages(case: Case, product: Product) -> str | None:
    """Jobs read from pages with JSON-LD."""
    if case.input_file:
        folder = product.folder / product.name()
        shutil.copytree(case.path, folder)
    else:
        folder = product.folder / product.name()
        folder.mkdir()
        (folder / "page.html").write_text(case.input, "utf-8")
    name = product.name()
    report = product.run_import(folder, name)
    found = product.open_jobs(name)
    wrong = [f"{one} not read" for one in case.right["read"] if one not in found]
    if "title of G7" in case.right and "G7-windows-1252" in found:
        job = found["G7-windows-1252"]
        said = {"title of G7": job["title"], "employer of G7": job["hiringOrganization"]["name"]}
        wrong += filter(None, [_differ(said, {one: case.right[one] for one in said})])
    for one in case.right.get("reported with file and line", []):
        letter = {"G9-trailing-comma": "i_trailing_comma.html"}[one]
        if one not in found and letter not in report.told:
            wrong.append(f"{letter} is not reported")
    return "; ".join(wrong) or None


def description_lines(case: Case, product: Product) -> str | None:
    """List items and line breaks are markup."""
    _, found = _imported(case, product)
    job = next(iter(found.values()))
    feed = re.findall(r"<description><!\[CDATA\[(.*?)\]\]></description>", product.feed()[job["id"]], re.DOTALL)[0]
    wrong = []
    for name, text in {"JSON-LD": job["description"], "feed": feed}.items():
        if text.count("<li>") < 3 and text.count("<br>") < 4:
            wrong.append(f"{name} has no items: {text!r}")
        elif not re.search(r"12 Long Wharf\s*<br ?/?>\s*Boston", text):
            wrong.append(f"{name} has no line breaks: {text!r}")
    return "; ".join(wrong) or None


_SENTENCES = {"20a": ("utf-8", "windows"), "20b": ("comma",), "20d": ("utf-8", "utf-16"), "20h": ("comma", "utf-8")}


def excel(case: Case, product: Product) -> str | None:
    """A table is read, or refused with one sentence; importing it again changes nothing."""
    if "users import" not in case.how:
        report, found = _imported(case, product)
        read = "K1" in found and _pay(found["K1"])[0] == 18.5
        said = (report.report.get("refused") or "").lower()
        return None if read or all(word in said for word in _SENTENCES["20h"]) else f"{report.report}"
    before = product.count("users")
    done = product.installation.run("users", "import", case.path)
    after = product.count("users")
    again = product.installation.run("users", "import", case.path)
    if product.count("users") != after:
        return "the second import added people"
    said = done.stdout + done.stderr
    if "Traceback" in said or "Traceback" in again.stderr:
        return f"stack trace; {after - before} added"
    rows = [line for line in re.split(rb"\r\n|\r|\n", case.path.read_bytes()) if line.strip(b"\0")]
    added = after - before
    if case.id == "20g":
        good = len(rows) - 2
        is_right = (added == good and "1302" in said) or (added == 0 and "1302" in said)
        return None if is_right else f"{added} added of {good}: {said[-200:]}"
    if case.id == "20e":
        return None if "unchanged" in again.stdout and "0 added" in again.stdout else again.stdout
    if added or "3 unchanged" in said:
        return None
    return None if any(word in said.lower() for word in _SENTENCES[case.id]) else said[-200:]


def partner_xml(case: Case, product: Product) -> str | None:
    """Read, or refused with the names of the missing fields."""
    report, found = _imported(case, product, "--kind", "xml")
    if case.id == "R1a":
        return None if report.report.get("expired") == 1 or "referencenumber" in report.told else report.told
    if found:
        end = next(iter(found.values()))["validThrough"]
        return None if end.startswith("2027-01-01") else f"ends {end}"
    return None if "referencenumber" in report.told else report.told or str(report.report)


_GOOD_XML = (
    "<source>"
    + "".join(
        f"<job><referencenumber>A{number}</referencenumber><title>Cook</title><company>Harbor Grill</company>"
        "<city>Boston</city><state>MA</state></job>"
        for number in range(1, 4)
    )
    + "</source>"
)


def damaged_xml(case: Case, product: Product) -> str | None:
    """Refused with its line and its cause; what is stored stays."""
    name = product.name()
    product.run_import(product.file(".xml", _GOOD_XML), name)
    report = product.run_import(case.path, name)
    found = product.open_jobs(name)
    refused = report.report.get("refused") or ""
    if len(found) != 3:
        return f"{len(found)} of 3 jobs are left"
    cause = "&nbsp;" if case.id == "R2b" else "&"
    if "line 4" not in refused or cause not in refused:
        return f"refused: {refused}"
    listed = json.loads(product.installation.run("jobs", "imports", "--json").stdout)
    entry = next(one for one in listed if one["source"] == name)
    return None if entry.get("refused_since") else "does not say since when it is refused"


def language(case: Case, product: Product) -> str | None:
    """On a page in Spanish, the employer's own English text says that it is English."""
    _, found = _imported(case, product)
    job = next(iter(found.values()))
    page = product.client.get(f"/jobs/{job['id']}", headers={"Accept-Language": "es"}).text
    if not re.search(r'<html lang="es', page):
        return "the page is not in Spanish"
    marked = re.search(r'<h1[^>]*lang="en"', page) or re.search(r'lang="en"[^>]*>\s*<h1', page)
    text = re.search(r'lang="en"[^>]*>(?:\s|<p>|<div>)*Cook on the hot line', page)
    return None if marked and text else f"title marked: {bool(marked)}, description marked: {bool(text)}"


def no_feed(case: Case, product: Product) -> str | None:
    """What is no feed changes nothing."""
    name = product.name()
    product.run_import(product.file(".json", json.dumps(case.input["good"])), name)
    report = product.run_import(product.file(".txt", case.input["bad"]), name)
    found = product.open_jobs(name)
    if len(found) != 3:
        return f"{len(found)} of 3 jobs are left"
    return None if report.code else "exit code 0"


def json_report(case: Case, product: Product) -> str | None:
    """Stdout is JSON alone."""
    report, _ = _imported(case, product)
    try:
        json.loads(report.stdout)
    except ValueError:
        return f"stdout begins {report.stdout[:40]!r}"
    return None


def greenhouse_pay(case: Case, product: Product) -> str | None:
    """18 to 22, or not stated; the job stays."""
    _, found = _imported(case, product)
    if "1" not in found:
        return "the job is lost"
    return None if _pay(found["1"]) in {(18, 22), (None, None)} else f"{_pay(found['1'])}"


def lever_unit(case: Case, product: Product) -> str | None:
    """1500 for half a month is 17.31 an hour."""
    _, found = _imported(case, product)
    low, _ = _pay(found["l"])
    return None if low == 17.31 else f"{low}"


def lever_fields(case: Case, product: Product) -> str | None:
    """The whole text is there, and the described pay."""
    _, found = _imported(case, product)
    job = found["l"]
    if "food card" not in job["description"]:
        return f"{job['description']!r}"
    return None if _pay(job) == (18, 22) else f"{_pay(job)}"


def unknown_boards(case: Case, product: Product) -> str | None:
    """Each is read, or the refusal names the kinds that are known."""
    wrong = []
    for board in ("workable", "smartrecruiters", "usajobs", "recruitee", "breezy"):
        path = case.folder / "inputs" / f"{board}.json"
        if not path.exists():
            continue
        report = product.run_import(path, product.name(), "--employer", "Harbor Grill")
        if not report.report.get("added") and "greenhouse" not in (report.report.get("refused") or ""):
            wrong.append(f"{board}: {report.report.get('refused')} {report.told}")
    return "; ".join(wrong) or None


def indeed(case: Case, product: Product) -> str | None:
    """The parts of an Indeed feed."""
    path = case.path if case.path.is_file() else case.folder / "inputs" / "indeed.xml"
    name = product.name()
    product.run_import(path, name)
    found = product.open_jobs(name)
    wrong = [f"{one} is lost" for one in case.right if one not in found]
    right = {"I3": ["Boston"], "I5": "remote", "I10": (20, 20), "I11": (17.5, 19.5)}
    for one, value in right.items():
        if one in found:
            seen = _pay(found[one]) if isinstance(value, tuple) else _places(found[one])
            wrong += [f"{one}: {seen}"] if seen != value else []
    return "; ".join(wrong) or None


CHECKERS: dict[str, Checker] = {
    "date of the end": dates,
    "last day ends at the place": last_day,
    "one bad place": one_bad_place,
    "board location": board_location,
    "place names": place_names,
    "pay text": pay_text,
    "only one end of the pay": one_end,
    "remote limits": remote_limits,
    "JSON-LD in pages": pages,
    "lines of the description": description_lines,
    "CSV as Excel saves it": excel,
    "partner XML": partner_xml,
    "damaged XML": damaged_xml,
    "language of parts": language,
    "feed that is no feed": no_feed,
    "JSON report": json_report,
    "pay label of Greenhouse": greenhouse_pay,
    "pay unit of Lever": lever_unit,
    "fields of Lever": lever_fields,
    "unknown boards": unknown_boards,
    "Indeed XML": indeed,
}
