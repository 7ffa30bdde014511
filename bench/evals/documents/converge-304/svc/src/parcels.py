"""Parcel endpoints."""
MAX_LIMIT = 100
DEFAULT_LIMIT = 50
REQUESTS_PER_MINUTE = 60


def clamp(limit):
    if limit is None:
        return DEFAULT_LIMIT
    if not 1 <= limit <= MAX_LIMIT:
        raise ValueError("limit")
    return limit


def status_of(row):
    if row.returned:
        return "returned"
    if row.customs_hold:
        return "held"
    if row.handed_over:
        return "delivered"
    return "in_transit" if row.scanned else "announced"


def to_json(row):
    return {
        "id": row.id,
        "status": status_of(row),
        "weight": int(row.kilograms * 1000),
        "deliveredAt": row.handed_over_at,
    }


def delete(row):
    if status_of(row) != "announced":
        return 409
    row.remove()
    return 204
