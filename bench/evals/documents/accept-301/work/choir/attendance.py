"""CHOIR-9.2: who was there on which date."""


class Attendance:
    def __init__(self):
        self._dates = {}

    def record(self, day, singer):
        # a set: the same singer twice changes nothing
        self._dates.setdefault(day, set()).add(singer)

    def dates(self):
        return sorted(self._dates)

    def present(self, day, singer):
        return singer in self._dates.get(day, set())
