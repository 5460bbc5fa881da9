"""Builds the data of `dayshift.knowledge.occupations` from the O*NET database."""
