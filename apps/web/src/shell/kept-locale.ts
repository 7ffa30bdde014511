const KEY = 'critiqueTheater.locale';

/** The language the user chose, if any and if this browser keeps things. */
export function keptLocale(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export function keepLocale(locale: string): void {
  try {
    localStorage.setItem(KEY, locale);
  } catch {}
}
