/** Preise in Cent. */
export const FREISCHALTUNG = 100;
export const FREIMINUTEN = 20;
export const TAKT_MINUTEN = 15;
export const PREIS_JE_TAKT = 75;
export const PREIS_JE_TAKT_LASTENRAD = 150;
export const HOECHSTPREIS_TAG = 1200;

export function preis(minuten: number, lastenrad = false): number {
  const zahlbar = Math.max(0, minuten - FREIMINUTEN);
  // nur volle Takte
  const takte = Math.floor(zahlbar / TAKT_MINUTEN);
  const satz = lastenrad ? PREIS_JE_TAKT_LASTENRAD : PREIS_JE_TAKT;
  return Math.min(HOECHSTPREIS_TAG, FREISCHALTUNG + takte * satz);
}
