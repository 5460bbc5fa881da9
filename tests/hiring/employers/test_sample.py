"""The sample employers take applications for the sample jobs, except two."""

from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.hiring.employers import add_sample_employers, find_employer, locations_of, postings_of_jobs, sample_id
from dayshift.hiring.employers.sample import NOT_HERE
from dayshift.jobs.catalog import SAMPLE, import_sample, jobs_of_source


def test_sample_employers_take_applications(tx: Tx) -> None:
    import_sample(tx, now())
    assert add_sample_employers(tx, now()) == add_sample_employers(tx, now()) == 118
    jobs = jobs_of_source(tx, SAMPLE)
    postings = postings_of_jobs(tx, [job.id for job in jobs])
    for job in jobs:
        assert (job.id in postings) == (job.employer not in NOT_HERE)
        if job.id in postings:
            assert postings[job.id].is_open(now())
            assert find_employer(tx, postings[job.id].employer_id).name == job.employer
        else:
            assert job.url is not None
            assert job.url.startswith("https://")
    places = locations_of(tx, sample_id("Two Spoons Diner"))
    assert {place.zone for place in places} <= {"America/New_York", "America/Chicago"}
