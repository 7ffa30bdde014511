"""CHOIR-9.1: members from a CSV file."""
import csv
from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True)
class Member:
    name: str
    voice: str
    joined: date


def read_members(path):
    members, problems = [], []
    with open(path, newline="", encoding="utf-8") as handle:
        for number, row in enumerate(csv.DictReader(handle), start=2):
            if not row["name"].strip():
                problems.append(f"line {number}: no name")
                continue
            members.append(Member(row["name"].strip(), row["voice"], date.fromisoformat(row["joined"])))
    return members, problems
