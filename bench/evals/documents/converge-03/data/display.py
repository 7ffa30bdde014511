INTERVAL = 120  # 秒
DELAY_MIN = 5
ZONE = "UTC"


def label(minutes):
    if minutes >= DELAY_MIN:
        return "運休"
    return "定刻"
