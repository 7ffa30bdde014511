"""采集温度和湿度"""
import time

INTERVAL_SECONDS = 1800


def run(sensors, store):
    while True:
        for s in sensors:
            store(s.shed, s.temperature(), s.humidity())
        time.sleep(INTERVAL_SECONDS)
