"""Raise an alarm when a cold room leaves its range."""

READ_EVERY = 600  # seconds
IN_A_ROW = 3
ESCALATE_AFTER = 30 * 60  # 30 minutes


def out_of_range(readings, room):
    last = readings[-IN_A_ROW:]
    return len(last) == IN_A_ROW and all(r < room["min"] or r > room["max"] for r in last)


def state(sensor):
    return "lost" if sensor.silent_for > 300 else "ok"
