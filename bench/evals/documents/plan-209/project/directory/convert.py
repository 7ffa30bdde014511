def convert(line):
    name, number = line.rsplit(";", 1)
    return {"name": name, "number": number}
