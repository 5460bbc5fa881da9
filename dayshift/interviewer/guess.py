"""Which job an interview is for, from what the person searched for."""

_GUESSES = (
    (("server", "waiter"), ("Restaurant Server", "Restaurant")),
    (("cook", "chef", "kitchen"), ("Kitchen Staff", "Restaurant")),
    (("construction", "builder"), ("Construction Worker", "Construction Company")),
    (("warehouse",), ("Warehouse Worker", "Warehouse")),
    (("driver", "delivery"), ("Driver", "Delivery Service")),
)
DEFAULT_TITLE = "General Worker"
DEFAULT_COMPANY = "Local Business"
MAX_TITLE_WORDS = 3


def guess_job(search_query: str) -> tuple[str, str]:
    """(job title, company name) for the latest search query.

    The first row with a word that the query contains wins; case does not matter. Otherwise a query of up to
    three words is itself the title, in the person's own spelling.
    """
    lowered = search_query.lower()
    for words, job in _GUESSES:
        if any(word in lowered for word in words):
            return job
    title = " ".join(search_query.split())
    return (title if 0 < len(title.split()) <= MAX_TITLE_WORDS else DEFAULT_TITLE), DEFAULT_COMPANY
