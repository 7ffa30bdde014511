"""D6"""
from stats.kappa import kappa


def test_full_agreement():
    assert kappa(["wren", "robin"], ["wren", "robin"]) == 1.0
