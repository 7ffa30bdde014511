def load(client, records):
    for r in records: client.put(r["id"], r)
