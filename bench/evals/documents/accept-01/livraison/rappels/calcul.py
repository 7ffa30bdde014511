"""Calcul des dates de retour (BIB-12.1)."""
from datetime import date


def jours_restants(retour: date, aujourd_hui: date) -> int:
    """Nombre de jours avant le retour, négatif si le livre est en retard."""
    return (retour - aujourd_hui).days
