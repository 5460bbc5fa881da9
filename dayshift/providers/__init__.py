"""The world outside: each service is a small Protocol with an embedded default and real adapters."""
