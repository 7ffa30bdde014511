import tarife from '../config/tarife.json' with { type: 'json' };

const ABSTAND_MINUTEN = 15;
const NACHFORDERUNGEN = 4;

type Zustand = 'aktiv' | 'gestört' | 'abgemeldet' | 'gesperrt';

/** Menge in Wh */
export function betrag(menge: number, zustand: Zustand): number {
  if (zustand !== 'aktiv') return 0;
  return menge * tarife.einspeisung;
}
