/** Regler der Hallenheizung. */
export const ABFRAGE_SEKUNDEN = 30;
export const SOLL_TAG = 21; // °C
export const VERSUCHE = 3;

export function betriebsart(stunde: number): string {
  if (stunde >= 22 || stunde < 6) return "nacht";
  return "tag";
}
