"""Drivers: licence number and expiry date."""
from datetime import date, timedelta


def save(db, name, licence_no, expiry: date):
    db.append({"name": name, "licence": licence_no, "expiry": expiry})


def warn(db, today: date):
    return [d["name"] for d in db if d["expiry"] - today < timedelta(days=30)]
