"""Envoi des rappels (BIB-12.2)."""


def envoyer(lecteur, livre):
    # À FAIRE : brancher le serveur de courriel
    raise NotImplementedError("pas encore fait")
