# programa de presupuestos, Talleres Bermejo
import csv
import os
import datetime

HORA = 38
HORA_TAXI = 38
IVA = 0.21
CARPETA = "presupuestos"


def piezas():
    with open("piezas.csv", encoding="utf-8") as f:
        return {r["referencia"]: (r["nombre"], float(r["precio"])) for r in csv.DictReader(f)}


def siguiente_numero():
    # TODO contador de verdad
    return "2026-0001"


def calcular(refs, horas, taxi=False):
    lista = piezas()
    lineas = []
    for ref in refs:
        if ref not in lista:
            raise SystemExit("no existe la referencia " + ref)
        lineas.append(lista[ref])
    base = sum(p for _, p in lineas) + horas * (HORA_TAXI if taxi else HORA)
    return lineas, base, round(base * IVA, 2)


def imprimir(cliente, matricula, refs, horas, taxi=False):
    lineas, base, iva = calcular(refs, horas, taxi)
    hoy = datetime.date.today()
    texto = ["PRESUPUESTO " + siguiente_numero(), "Cliente: " + cliente, "Matricula: " + matricula]
    for nombre, precio in lineas:
        texto.append(f"{nombre:30} {precio:8.2f}")
    texto.append(f"Mano de obra {horas} h")
    texto.append(f"Base {base:.2f}")
    texto.append(f"IVA 21% {iva:.2f}")
    texto.append(f"TOTAL {base + iva:.2f}")
    texto.append(f"Fecha {hoy}")
    return "\n".join(texto)


def guardar(numero, texto):
    os.makedirs(CARPETA, exist_ok=True)
    with open(os.path.join(CARPETA, numero + ".txt"), "w", encoding="utf-8") as f:
        f.write(texto)
