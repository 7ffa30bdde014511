"""Cleans the export of the council before it goes into data/punctuality.csv."""
import csv
import sys

MIN_DEPARTURES = 10

rows = [r for r in csv.DictReader(sys.stdin) if int(r["departures"]) >= MIN_DEPARTURES]
out = csv.DictWriter(sys.stdout, fieldnames=["route", "year", "on_time", "departures", "op"])
out.writeheader()
out.writerows(rows)
