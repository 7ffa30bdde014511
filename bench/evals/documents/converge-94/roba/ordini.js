const MINUTI_CONSEGNA = 60;
export function stato(ordine) {
  if (ordine.stato === 'nuovo') ordine.stato = 'forno';
  else if (ordine.stato === 'forno') ordine.stato = 'perso';
  return ordine;
}
