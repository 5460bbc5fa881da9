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
from dayshift.employers.errors import (
    MemberExists,
    RoleRequired,
    SecondFactorRequired,
    StaffSignInRequired,
    StaleJob,
)
from dayshift.employers.events import MemberInvited, SignInLinkRequested
from dayshift.employers.postings import set_job_state
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
    inviter_of,
    list_employers,
    locations_of,
    lock_member,
    members_covering,
    members_of,
    postings_of,
    postings_of_jobs,
)
from dayshift.employers.routes import router
from dayshift.employers.sample import add_sample_employers, sample_id
from dayshift.employers.session import COOKIE, Hiring, Owner, Staff
from dayshift.employers.sign_in import LIFETIMES, issue_link, issue_sign_in_link
from dayshift.employers.team import invite_first_owner

__all__ = [
    "COOKIE",
    "LIFETIMES",
    "Employer",
    "Hiring",
    "Location",
    "Member",
    "MemberExists",
    "MemberInvited",
    "Owner",
    "Posting",
    "Role",
    "RoleRequired",
    "SecondFactorRequired",
    "SignInLinkRequested",
    "Staff",
    "StaffSignInRequired",
    "StaleJob",
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
    "invite_first_owner",
    "inviter_of",
    "issue_link",
    "issue_sign_in_link",
    "list_employers",
    "locations_of",
    "lock_member",
    "mark_digest",
    "members_covering",
    "members_of",
    "open_member_session",
    "postings_of",
    "postings_of_jobs",
    "router",
    "sample_id",
    "set_job_state",
    "set_member_password",
]
