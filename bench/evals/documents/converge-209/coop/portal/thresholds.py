"""Limits of the quality portal."""
SOMATIC_CELLS_PER_ML = 400_000
GERMS_PER_ML = 50_000
KEEP_MONTHS = 24


def letter_needed(cells: int) -> bool:
    return cells > SOMATIC_CELLS_PER_ML
