"""D1: segments with energy above background between 2 and 8 kHz."""
import numpy as np

LOW_HZ, HIGH_HZ, THRESHOLD_DB = 2000, 8000, 6


def band_db(frame, rate):
    power = np.abs(np.fft.rfft(frame)) ** 2
    freq = np.fft.rfftfreq(len(frame), 1 / rate)
    return 10 * np.log10(power[(freq >= LOW_HZ) & (freq <= HIGH_HZ)].sum() + 1e-12)


def segments(frames, rate, background):
    start = None
    for i, frame in enumerate(frames):
        loud = band_db(frame, rate) - background > THRESHOLD_DB
        if loud and start is None:
            start = i
        if not loud and start is not None:
            yield start, i
            start = None
