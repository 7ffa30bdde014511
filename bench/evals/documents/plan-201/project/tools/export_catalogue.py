import json
def export(rows, out):
    for r in rows: out.write(json.dumps(r) + "\n")
