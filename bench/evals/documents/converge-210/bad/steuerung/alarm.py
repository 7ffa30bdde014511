# Alarmkette
EMPFAENGER = ["technik", "aufsicht"]
WARTE_MINUTEN = 10


def alarm(quittiert):
    for e in EMPFAENGER:
        sende(e)
        if quittiert(WARTE_MINUTEN):
            return
