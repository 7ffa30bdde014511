"""Wertet daten/messwerte.csv aus: Mittelwert, Minimum, Maximum je Monat in Grad Celsius."""
import csv
import sys
from pathlib import Path

QUELLE = Path("daten/messwerte.csv")


def main() -> int:
    if not QUELLE.exists():
        print(f"{QUELLE} fehlt", file=sys.stderr)
        return 2
    werte: dict[str, list[float]] = {}
    with QUELLE.open(encoding="utf-8") as datei:
        for zeile in csv.DictReader(datei):
            if zeile["temperatur"]:
                werte.setdefault(zeile["datum"][:7], []).append(float(zeile["temperatur"]))
    for monat, liste in sorted(werte.items()):
        print(f"{monat} {sum(liste) / len(liste):.1f} {min(liste):.1f} {max(liste):.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
