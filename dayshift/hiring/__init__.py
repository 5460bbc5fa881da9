"""One candidate and one job, from the first tap to the first shift: employers, applications, the desk, fairness."""
