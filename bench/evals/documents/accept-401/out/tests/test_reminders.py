from src.reminders import due_reminders

def test_paid_invoices_never_appear():
    assert due_reminders([], None) == []
