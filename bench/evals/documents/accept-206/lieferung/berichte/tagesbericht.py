"""Tagesbericht um 20 Uhr (3.3): Stunde, Eingang, Eintritte, Austritte."""
import csv

UHRZEIT = "20:00"
SPALTEN = ["Stunde", "Eingang", "Eintritte", "Austritte"]


def schreibe(datei, zeilen):
    w = csv.writer(datei, delimiter=";")
    w.writerow(SPALTEN)
    w.writerows(zeilen)
