const JORNADA_SEMANAL = 40;
const ADICIONAL_DIA_UTIL = 0.6;
const ADICIONAL_DOMINGO = 1.0;
const ADICIONAL_NOTURNO = 0.2;

function valorExtra(horas, valorHora, domingo) {
  const ad = domingo ? ADICIONAL_DOMINGO : ADICIONAL_DIA_UTIL;
  return horas * valorHora * (1 + ad);
}
module.exports = { valorExtra, JORNADA_SEMANAL };
