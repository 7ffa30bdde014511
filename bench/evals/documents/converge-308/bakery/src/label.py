"""Prints the line for the best-before date and the weight."""
from datetime import date, timedelta

SHELF_LIFE_DAYS = {4011: 4, 4014: 5, 4017: 7, 4020: 2}


def best_before(article: int, baked: date) -> str:
    return (baked + timedelta(days=SHELF_LIFE_DAYS[article])).strftime("%d %b %Y")


def line(article: int, net_g: int, baked: date) -> str:
    return f"{net_g} g  best before {best_before(article, baked)}"
