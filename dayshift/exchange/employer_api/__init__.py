"""The API for employers' own programs, below `/api/v1/employer`: a small app of its own with its own contract.

Everything a program may see or do goes through the functions that the desk uses: reading needs the candidate's grant,
and what people have to decide needs the member on whose behalf the program acts.
"""

from dayshift.exchange.employer_api.access import has_api_key
from dayshift.exchange.employer_api.app import PATH, create_employer_api, employer_contract

__all__ = ["PATH", "create_employer_api", "employer_contract", "has_api_key"]
