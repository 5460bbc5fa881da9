"""Connections with the systems that employers already have."""
