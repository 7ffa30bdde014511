def send_reminder(member, concert):
    pass
