def clean(record):
    record["date"] = record["date"].strip()
    return record
