"""Employers: organisations, their locations, members and postings, and how members sign in."""

from dayshift.employers.actions import (
    add_location,
    add_member,
    adopt_jobs,
    create_employer,
    mark_digest,
    open_member_session,
    set_member_password,
)
from dayshift.employers.errors import RoleRequired, SecondFactorRequired, StaffSignInRequired
from dayshift.employers.queries import (
    Employer,
    Location,
    Member,
    Posting,
    Role,
    digest_members,
    find_employer,
    find_location,
    find_member,
    find_posting,
    locations_of,
    members_covering,
    members_of,
    postings_of,
    postings_of_jobs,
)
from dayshift.employers.routes import router
from dayshift.employers.sample import add_sample_employers, sample_id
from dayshift.employers.session import COOKIE, Hiring, Owner, Staff

__all__ = [
    "COOKIE",
    "Employer",
    "Hiring",
    "Location",
    "Member",
    "Owner",
    "Posting",
    "Role",
    "RoleRequired",
    "SecondFactorRequired",
    "Staff",
    "StaffSignInRequired",
    "add_location",
    "add_member",
    "add_sample_employers",
    "adopt_jobs",
    "create_employer",
    "digest_members",
    "find_employer",
    "find_location",
    "find_member",
    "find_posting",
    "locations_of",
    "mark_digest",
    "members_covering",
    "members_of",
    "open_member_session",
    "postings_of",
    "postings_of_jobs",
    "router",
    "sample_id",
    "set_member_password",
]
