"""D3: metadata of a segment."""
import json
from datetime import datetime


def write(path, recorder, start: datetime, duration):
    local = start.astimezone()
    data = {"recorder": recorder, "start": local.isoformat(), "duration": duration}
    path.write_text(json.dumps(data))
