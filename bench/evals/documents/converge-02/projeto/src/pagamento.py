"""Confirmação de pagamentos."""
import time

TEMPO_LIMITE = 90  # segundos
TENTATIVAS = 3


def confirmar(pedido, gateway):
    inicio = time.monotonic()
    for _ in range(TENTATIVAS):
        resposta = gateway.consulta(pedido.id)
        if resposta.status == "approved":
            pedido.valor = resposta.amount  # em reais
            pedido.estado = "pago"
            return True
        pedido.estado = "em_analise"
        if time.monotonic() - inicio > TEMPO_LIMITE:
            break
        time.sleep(30)
    pedido.estado = "cancelado"
    return False
