from pathlib import Path


def certificate(name: str, points: int, folder: Path) -> Path:
    """Write a certificate with the name on it."""
    target = folder / "certificate.txt"
    target.write_text(f"Certificate\n\n{name} reached {points} points in the science quiz.\n", encoding="utf-8")
    return target
