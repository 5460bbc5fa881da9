"""What a person makes of single jobs: saved, hidden, asked about; and the page of each job."""

from dayshift.shortlist import commands
from dayshift.shortlist.access import Marks, marked_ids
from dayshift.shortlist.routes import router
from dayshift.shortlist.sitemap import PartList
from dayshift.shortlist.words import pay_of

__all__ = ["Marks", "PartList", "commands", "marked_ids", "pay_of", "router"]
