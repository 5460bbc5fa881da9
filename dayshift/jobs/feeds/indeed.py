"""Indeed-style XML: <source> with one <job> after another. Read as a stream, in constant memory."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import BinaryIO
from xml.parsers import expat

from dayshift.jobs.feeds.posting import FeedDamaged, PostedPay, PostedPlace, Posting
from dayshift.jobs.feeds.values import is_closed, number

_CHUNK = 1 << 16
_MAX_OF_A_JOB = 4 << 20
"""Bytes of one job; a larger one is rejected."""
_MAX_UNREAD = 128 << 20
"""Maximum bytes that the parser may buffer while it waits for the end of a tag."""


def read(stream: BinaryIO) -> Iterator[Posting]:
    """Yield the postings of a feed as they are parsed. Raises `FeedDamaged`."""
    jobs = _Jobs()
    # The parser rereads an unfinished tag with every chunk: larger chunks keep long tags linear.
    while chunk := stream.read(max(_CHUNK, jobs.unread)):
        yield from jobs.take(chunk)
    yield from jobs.take(b"", is_last=True)


class _Jobs:
    """Parses the bytes of a feed incrementally and returns the jobs completed so far."""

    def __init__(self) -> None:
        # The separator between an element's namespace and its name.
        self._parser = parser = expat.ParserCreate(namespace_separator="}")
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.EntityDeclHandler = self._refuse_entity
        self._text: list[str] = []
        parser.CharacterDataHandler = self._text.append
        self._done: list[Posting] = []
        self._depth = 0
        """How many elements are open within the job; 0 outside."""
        self._fields: dict[str, str] = {}
        self._is_too_long = False
        self._fed = self.unread = 0
        self._begun = self._line = 1

    def take(self, chunk: bytes, *, is_last: bool = False) -> list[Posting]:
        """Return the postings completed by this chunk."""
        try:
            self._parser.Parse(chunk, is_last)
        except expat.ExpatError as error:
            raise FeedDamaged(self._cause(chunk, error), error.lineno) from error
        except (ValueError, LookupError) as error:
            raise FeedDamaged(f"not readable as XML: {error}") from error
        self._fed += len(chunk)
        self.unread = self._fed - max(self._parser.CurrentByteIndex, 0)
        if self.unread > _MAX_UNREAD:
            raise FeedDamaged("one tag has more than 128 MB", self._line)
        self._check_length()
        if not self._depth or self._is_too_long:
            self._text.clear()
        done, self._done = self._done, []
        return done

    def _cause(self, chunk: bytes, error: expat.ExpatError) -> str:
        """Return what is wrong with the XML, in words that its author can act on."""
        at = self._parser.ErrorByteIndex - self._fed
        around = chunk[max(at - 20, 0) : at + 40] if at >= 0 else b""
        shown = around.decode("utf-8", "replace").strip()
        words = expat.ErrorString(error.code)
        if found := re.match(rb"&([A-Za-z][A-Za-z0-9]{0,30});", chunk[at:] if at >= 0 else b""):
            name = found[1].decode()
            words = f"XML has no entity &{name}; (write the character itself)"
        elif b"&" in around:
            words = f"{words}: an & must be written as &amp;"
        return f"not well-formed XML: {words}" + (f" near {shown!r}" if shown else "")

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        if self._depth:
            if self._depth == 1:
                self._text.clear()
            self._depth += 1
        elif _name(tag) == "job":
            self._depth, self._is_too_long = 1, False
            self._fields = {"partnerjobid": attributes["id"].strip()} if "id" in attributes else {}
            self._begun, self._line = self._parser.CurrentByteIndex, self._parser.CurrentLineNumber

    def _end(self, tag: str) -> None:
        if self._depth == 2:
            if text := "".join(self._text).strip():
                name = _name(tag)
                self._fields[name] = self._fields[name] + text if name in self._fields else text
        elif self._depth == 1:
            self._check_length()
            posting = _posting(self._fields, self._line)
            if self._is_too_long:
                posting = Posting(line=self._line, external_id=posting.external_id[:200], problem="too_long")
            if not is_closed(self._fields.get("status", "")):
                self._done.append(posting)
        elif not self._depth:
            return
        self._depth -= 1

    def _check_length(self) -> None:
        if self._depth and self._parser.CurrentByteIndex - self._begun > _MAX_OF_A_JOB:
            self._is_too_long = True

    def _refuse_entity(self, name: str, *_: object) -> None:
        line = self._parser.CurrentLineNumber
        raise FeedDamaged(f"declares the entity '{name}', which a feed has no need of", line)


@lru_cache(maxsize=256)
def _name(tag: str) -> str:
    """Return an element's name without its namespace, in lower case."""
    return tag.rpartition("}")[2].lower()


_ALSO = {
    "referencenumber": "requisitionid reference_id referenceid reference id jobid job_id guid partnerjobid",
    "title": "name jobtitle position",
    "company": "sourcename company_name employer advertiser",
    "description": "content body",
    "streetaddress": "street_address address",
    "city": "locality",
    "state": "province",
    "postalcode": "zip zipcode postcode postal_code",
    "country": "countrycode",
    "location": "region geo_location joblocation",
    "remotetype": "remote is_remote workplacetype",
    "salary": "compensation pay wage",
    "salary_min": "salarymin min_salary",
    "salary_max": "salarymax max_salary",
    "salary_period": "salary_unit salaryperiod",
    "salary_currency": "salarycurrency currency",
    "jobtype": "contract_time employment_type type",
    "url": "link apply_url",
    "date": "publishdate pubdate posted date_posted publication_date",
    "expirationdate": "expirydate expire expires expiry expiration_date expiry_date closingdate enddate validthrough",
}
"""Other names of elements: partners of job boards (Jobrapido, Jooble, Adzuna, Talent) have their own."""
_OURS = {other: name for name, others in _ALSO.items() for other in others.split()}


def _posting(job: dict[str, str], line: int) -> Posting:
    """Build a posting from a job's child elements. `email` and similar ones are ignored."""
    for name in [name for name in _OURS if name in job]:  # The first ones count.
        job.setdefault(_OURS[name], job[name])
    get = job.get
    place = PostedPlace(
        street=get("streetaddress", ""),
        city=get("city", ""),
        state=get("state", ""),
        zip=get("postalcode", ""),
        country=get("country", ""),
        text=get("location", ""),
    )
    pay = PostedPay(text=get("salary", ""))
    if not pay.text and ("salary_min" in job or "salary_max" in job):
        low, high = number(get("salary_min")), number(get("salary_max"))
        pay = PostedPay(low, high, get("salary_period", ""), get("salary_currency", ""))
    known = _ALSO["referencenumber"].replace(" ", ", ")
    return Posting(
        line=line,
        external_id=get("referencenumber", ""),
        title=get("title", ""),
        employer=get("company", ""),
        description=get("description", ""),
        places=[place],
        remote=get("remotetype", "").lower() in {"fully remote", "remote", "yes", "true", "1"},
        pay=pay,
        employment=get("jobtype", ""),
        experience=get("experience", ""),
        url=get("url", ""),
        posted=get("date", ""),
        expires=get("expirationdate", ""),
        detail="" if get("referencenumber") else f"no referencenumber ({known}) among {', '.join(list(job)[:20])}",
    )
