"""Builds the data of `dayshift.occupations` from the O*NET database."""
