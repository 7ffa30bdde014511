def etiqueta(nombre: str, alergias: list) -> str:
    return nombre + ": " + ", ".join(a.upper() for a in alergias)
