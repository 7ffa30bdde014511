"""Loans of tools."""
LOAN_DAYS = 14
CALL_AFTER_DAYS = 21
MAX_RESERVED = 3
FEE_CENTS = 2000  # per year


def due(day):
    return day + LOAN_DAYS
