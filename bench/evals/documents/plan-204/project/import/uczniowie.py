def wczytaj(wiersze):
    return [w.split(";") for w in wiersze if w]
