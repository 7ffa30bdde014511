"""WW-03: Monatsbericht je Brunnen."""
from collections import defaultdict


def monatsbericht(proben):
    je_brunnen = defaultdict(list)
    for _, brunnen, stoff, wert in proben:
        je_brunnen[(brunnen, stoff)].append(wert)
    zeilen = ["Brunnen;Stoff;Minimum;Maximum"]
    for (brunnen, stoff), werte in sorted(je_brunnen.items()):
        zeilen.append(f"{brunnen};{stoff};{min(werte)};{max(werte)}")
    return "\n".join(zeilen)
