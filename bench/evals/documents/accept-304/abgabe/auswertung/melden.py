"""WW-04: Meldung an den Bereitschaftsdienst."""


def melden(probe):
    # Mailserver-Zugang liegt noch nicht vor
    print("Meldung:", probe)
