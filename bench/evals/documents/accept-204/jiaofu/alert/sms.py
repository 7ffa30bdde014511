"""温度低于8度时给值班人员发短信"""
LIMIT = 8.0


def check(shed, temperature, oncall, send):
    if temperature < LIMIT:
        for person in oncall:
            send(person["phone"], f"{shed}号大棚温度{temperature}度")
