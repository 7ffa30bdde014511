"""Liest Impulse."""


def lies(datei):
    return [int(z) for z in datei if z.strip()]
