"""D2: cuts segments out of a recording."""
import wave


def cut(source, target, start_s, end_s):
    with wave.open(source) as w, wave.open(target, "wb") as out:
        out.setparams(w.getparams())
        rate = w.getframerate()
        w.setpos(int(start_s * rate))
        out.writeframes(w.readframes(int((end_s - start_s) * rate)))
