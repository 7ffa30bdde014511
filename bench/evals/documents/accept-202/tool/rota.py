"""Week plan: who comes when."""
MAX_PER_WEEK = 2


def plan(shifts, people):
    count = {p: 0 for p in people}
    result = {}
    for shift in shifts:
        free = [p for p in people if count[p] < MAX_PER_WEEK and shift in people[p]]
        result[shift] = free[:1]
        for p in result[shift]:
            count[p] += 1
    return result
