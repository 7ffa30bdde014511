"""Reminders for unpaid invoices."""
from datetime import timedelta

GRACE_DAYS = 30
MIN_GAP = timedelta(days=7)


def due_reminders(invoices, today):
    """Unpaid invoices whose due date is past the grace period; one reminder per customer and week."""
    due = []
    seen = set()
    for invoice in invoices:
        if invoice.paid:
            continue
        if today - invoice.due_date <= timedelta(days=GRACE_DAYS):
            continue
        if invoice.last_reminder and today - invoice.last_reminder < MIN_GAP:
            continue
        if invoice.customer in seen:
            continue
        seen.add(invoice.customer)
        due.append(invoice)
    return due
