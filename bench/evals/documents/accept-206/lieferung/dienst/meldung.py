"""Meldung an der Kasse bei Sensorausfall (3.7)."""


def pruefe(sensoren):
    # Platzhalter bis die Kasse angebunden ist
    return None
