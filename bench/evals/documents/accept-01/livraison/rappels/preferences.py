"""Refus des rappels (BIB-12.3)."""
import json
from pathlib import Path

FICHIER = Path(__file__).with_name("refus.json")


def refuse(lecteur: str) -> bool:
    donnees = json.loads(FICHIER.read_text(encoding="utf-8"))
    return any(r["lecteur"] == lecteur for r in donnees["refus"])
