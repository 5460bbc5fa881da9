"""`python -m dayshift.cli`."""

from dayshift.cli import run

if __name__ == "__main__":
    run()
