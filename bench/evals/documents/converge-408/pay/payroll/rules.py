NIGHT_SUPPLEMENT = 0.20
NIGHT_FROM, NIGHT_TO = 22, 6
WEEKLY_HOURS = 40


def overtime(hours):
    return max(0, hours - WEEKLY_HOURS)
