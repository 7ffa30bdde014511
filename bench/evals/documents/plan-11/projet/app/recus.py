def recu(paiement): return "reçu"
