"""Structured data of job pages, validated by pyshacl against the shapes in `job_posting.ttl`."""

import json
import re
import warnings
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pyshacl
from rdflib import RDF, Graph
from rdflib.namespace import SH

_SHAPES = Path(__file__).with_name("job_posting.ttl")
_BLOCK = re.compile(r'<script type="application/ld\+json">(.*?)</script>', re.DOTALL)
_CONTEXT = {"@vocab": "https://schema.org/"}
"""Replaces the document at schema.org, which tests do not download: every name is in that vocabulary."""


def data_of(html: str) -> Any:
    """The structured data of a page, which has exactly one block."""
    (block,) = _BLOCK.findall(html)
    return json.loads(block)


def violations_of(postings: Iterable[dict[str, Any]]) -> list[str]:
    """Return a message for each violation in these JobPostings; empty if all conform."""
    listed = []
    for posting in postings:
        assert posting["@context"] == "https://schema.org/"
        listed.append({**posting, "@context": _CONTEXT})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # Of rdflib's own classes, in its own code.
        graph = Graph().parse(data=json.dumps(listed), format="json-ld")
        shapes = Graph().parse(_SHAPES, format="turtle")
        conforms, report, text = pyshacl.validate(graph, shacl_graph=shapes)
    found = [str(report.value(result, SH.resultMessage)) for result in report.subjects(RDF.type, SH.ValidationResult)]
    assert conforms == (not found), text
    return found
