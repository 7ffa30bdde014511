DUREE_PRET_JOURS = 21
AMENDE_PAR_JOUR = 0.25
CONSERVATION_MOIS = 12


def etat(pret):
    return "rendu" if pret.retour else "en_cours"
