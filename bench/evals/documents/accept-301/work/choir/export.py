"""CHOIR-9.5: season list."""


def export(attendance, members, path):
    raise NotImplementedError("after the summer concert")
