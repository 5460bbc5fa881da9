"""Data and rules: kinds of work, the law of places, question plans. No database, no HTTP."""
