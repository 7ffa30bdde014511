"""WW-01, WW-05: Proben lesen."""
import csv


def zahl(text):
    # 12,5 -> 12.5
    return float(text.strip().replace(".", "").replace(",", "."))


def lesen(pfad, fehlerdatei="fehler.log"):
    proben = []
    with open(pfad, encoding="utf-8", newline="") as quelle, open(fehlerdatei, "w", encoding="utf-8") as fehler:
        for nummer, zeile in enumerate(csv.DictReader(quelle, delimiter=";"), start=2):
            try:
                proben.append((zeile["Datum"], zeile["Brunnen"], zeile["Stoff"], zahl(zeile["Messwert"])))
            except (KeyError, ValueError, AttributeError) as grund:
                fehler.write(f"Zeile {nummer}: {grund}\n")
    return proben
