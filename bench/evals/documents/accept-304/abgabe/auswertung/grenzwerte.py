"""WW-02: Grenzwerte in mg/l."""

GRENZWERTE = {"Nitrat": 50.0, "Nitrit": 5.0}


def ueberschreitungen(proben):
    return [p for p in proben if p[2] in GRENZWERTE and p[3] > GRENZWERTE[p[2]]]
