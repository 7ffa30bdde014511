"""Montant de la facture d'une famille."""


def montant(tranche: str, repas: int, tarifs: dict) -> float:
    return round(tarifs[tranche] * repas, 2)
