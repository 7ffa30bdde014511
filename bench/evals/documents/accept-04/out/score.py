def score(right: int, wrong: int) -> int:
    """2 points for a right answer, -1 for a wrong one."""
    return 2 * right - wrong
