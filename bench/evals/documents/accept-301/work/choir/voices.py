"""CHOIR-9.4: voices of the choir."""

VOICES = ("soprano", "alto", "tenor")


def check(voice):
    if voice not in VOICES:
        raise ValueError(f"unknown voice: {voice}")
    return voice
