"""CHOIR-9.3: singers who stayed away."""

LIMIT = 5


def missing(attendance, members):
    names = []
    for member in members:
        missed = sum(1 for day in attendance.dates() if not attendance.present(day, member.name))
        if missed >= LIMIT:
            names.append(member.name)
    return names
