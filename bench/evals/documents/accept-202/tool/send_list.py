"""Sends the list to the shift lead."""
import sched


def send(lead_phone, names):
    pass  # todo: need a sms account, ask Jo
