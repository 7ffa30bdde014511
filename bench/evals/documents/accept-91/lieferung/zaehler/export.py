"""Export der Tageswerte."""


def export(werte):
    return "\n".join(f"{tag};{n}" for tag, n in werte)
