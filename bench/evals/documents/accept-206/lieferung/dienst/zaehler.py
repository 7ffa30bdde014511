"""Zählung je Eingang (3.1) und Belegungsgrenze (3.2)."""
EINGAENGE = ["nord", "sued"]
GRENZE = 250


class Zaehler:
    def __init__(self):
        self.ein = {e: 0 for e in EINGAENGE}
        self.aus = {e: 0 for e in EINGAENGE}

    def erfasse(self, eingang, richtung):
        (self.ein if richtung == "ein" else self.aus)[eingang] += 1

    def im_haus(self):
        return sum(self.ein.values()) - sum(self.aus.values())

    def farbe(self):
        return "rot" if self.im_haus() >= GRENZE else "gruen"
