def runde_auf_fuenf(n):
    # kommt noch
    pass


def hilfe(n):
    return n
