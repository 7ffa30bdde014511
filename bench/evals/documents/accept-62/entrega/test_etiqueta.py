import unittest
from src.etiqueta import etiqueta

class T(unittest.TestCase):
    def test_upper(self):
        self.assertEqual(etiqueta("Ana", ["nuez"]), "Ana: NUEZ")
