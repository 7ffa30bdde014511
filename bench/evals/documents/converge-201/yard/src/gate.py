"""Decides what happens to a lorry at the gate."""
EARLY_MINUTES = 10


def decide(minutes_early: int, dock_free: bool) -> str:
    if minutes_early > EARLY_MINUTES:
        return "park"
    return "dock" if dock_free else "wait"
