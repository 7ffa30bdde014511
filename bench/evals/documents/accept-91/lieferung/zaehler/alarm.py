"""Alarm."""
SCHWELLE = 6 * 3600


def schweigt(letzter, jetzt):
    return jetzt - letzter > SCHWELLE
