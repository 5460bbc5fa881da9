"""No door takes a name that could write a mail of ours."""

import pytest
from pydantic import TypeAdapter, ValidationError

from dayshift.accounts.schemas import Name
from dayshift.exchange.api_keys.schemas import ApiKeyFields
from dayshift.exchange.assessments.candidate_routes import Acceptance
from dayshift.exchange.assessments.partner_routes import PartnerCandidate
from dayshift.hiring.applications.schemas import Invite
from dayshift.hiring.desk.link_routes import NewLink
from dayshift.hiring.employers.posting_schemas import JobFields
from dayshift.hiring.employers.schemas import EmployerUpdate, LocationEntry, MemberInvitation
from dayshift.interviews.room.schemas import NewInterview
from dayshift.scheduling.coaches import CoachEntry
from dayshift.scheduling.schemas import NewBooking

DOORS = [
    (Acceptance, "first_name"), (Acceptance, "last_name"), (ApiKeyFields, "name"), (CoachEntry, "name"),
    (EmployerUpdate, "name"), (Invite, "ask_for"), (JobFields, "title"), (JobFields, "licence"),
    (LocationEntry, "name"), (LocationEntry, "street"), (MemberInvitation, "name"), (NewBooking, "name"),
    (NewInterview, "job_title"), (NewInterview, "company_name"), (NewInterview, "candidate_name"), (NewLink, "name"),
    (PartnerCandidate, "first_name"), (PartnerCandidate, "last_name"), (PartnerCandidate, "preferred_name"),
]  # fmt: skip
BLANK = "\u200b\u00ad"
REFUSED = [
    "Ana\n\nPay now",
    "Ana\r\nB",
    "Ana\u2028B",
    "Ana\x1bB",
    BLANK,
    "\u3164\u2800\ufe0f",
    "Ana https://x.co",
    "www.x.co",
    "a@x.co",
    "evil.com/a",
    "evil24.com/a",
    "t.me/a",
    "evil.xn--p1ai/a",
    "evil.com?a=1",
    "evil.com:8080",
    "evil\u3002com/a",
    "\uff45vil\uff0e\uff43om\uff0fa",
    "http\uff1a\uff0f\uff0fevil",
    "a\uff20evil.com",
    "a@e-vil.com",
    "evil.\u200dcom/a",
    "w\u00adww.evil.com",
]
TAKEN = ["Dunkin' St. 5", "J. O\u2019Shea-Ortiz", "\u5f20\u4f1f", "Mar\u00eda Jos\u00e9"]


def errors_of(model: type, field: str, value: str) -> list[object]:
    """The errors of one field; the others are missing, but for the first name: one name may stand in either field."""
    alias = model.model_fields[field].alias or field  # type: ignore[attr-defined]
    try:
        TypeAdapter(model).validate_python({"first_name": "Ana", alias: value})
    except ValidationError as error:
        return [one["loc"] for one in error.errors() if one["loc"][0] == alias]
    return []


MAY_BE_BLANK = [(Acceptance, "last_name"), (PartnerCandidate, "last_name"), (PartnerCandidate, "preferred_name")]


@pytest.mark.parametrize(
    ("model", "field", "value"),
    [(*door, value) for door in DOORS for value in REFUSED if not (door in MAY_BE_BLANK and value == BLANK)],
)
def test_names_with_lines_or_links_are_refused(model: type, field: str, value: str) -> None:
    assert errors_of(model, field, value)


@pytest.mark.parametrize(("model", "field"), MAY_BE_BLANK)
def test_second_name_of_invisible_marks_is_none(model: type, field: str) -> None:
    others = {"first_name": "Ana", "email": "ana@example.com", "video": True, "words": True, "score": True}
    given = {name: value for name, value in others.items() if name in model.model_fields} | {field: BLANK}  # type: ignore[attr-defined]
    assert getattr(TypeAdapter(model).validate_python(given, by_name=True), field) == ""


@pytest.mark.parametrize(("model", "field"), DOORS)
def test_usual_names_are_taken(model: type, field: str) -> None:
    assert [value for value in TAKEN if errors_of(model, field, value)] == []


def test_people_have_such_names_too() -> None:
    for value in REFUSED:
        with pytest.raises(ValidationError):
            TypeAdapter(Name).validate_python(value)
