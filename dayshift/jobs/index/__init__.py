"""Compact columns of the open jobs by place and kind of work, for fast search."""

from dayshift.jobs.index import columns
from dayshift.jobs.index.cells import BYTES, NEVER, PARTS, decode, encode, positions_of, remote_square, square_of
from dayshift.jobs.index.columns import (
    NOT_STATED,
    Ids,
    JobColumns,
    columns_of,
    instant,
    microseconds,
    numbered,
    packed,
    shift_bits,
)
from dayshift.jobs.index.models import job_cells, job_index
from dayshift.jobs.index.nearby import Area, jobs_within
from dayshift.jobs.index.stored import Index, read_index, stored_cells

__all__ = [
    "BYTES",
    "NEVER",
    "NOT_STATED",
    "PARTS",
    "Area",
    "Ids",
    "Index",
    "JobColumns",
    "columns",
    "columns_of",
    "decode",
    "encode",
    "instant",
    "job_cells",
    "job_index",
    "jobs_within",
    "microseconds",
    "numbered",
    "packed",
    "positions_of",
    "read_index",
    "remote_square",
    "shift_bits",
    "square_of",
    "stored_cells",
]
