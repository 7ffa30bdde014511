"""Conversão de receitas."""


def escalar(receita, fator):
    """Multiplica todos os ingredientes da receita pelo fator."""
    return {nome: round(gramas * fator, 1) for nome, gramas in receita["ingredientes"].items()}
