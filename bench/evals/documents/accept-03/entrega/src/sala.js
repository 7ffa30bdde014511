// plano de la sala: 12 filas de 17 butacas y una fila de 8, en total 212
const filas = [...Array(12).fill(17), 8];
export const butacas = filas.flatMap((n, f) => Array.from({ length: n }, (_, i) => ({ fila: f + 1, numero: i + 1 })));
