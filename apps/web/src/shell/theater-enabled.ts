/**
 * Whether this browser shows the Theater. Whether the jury sits is the daemon's to decide: the two answer different
 * questions and share one setter, in `set-theater-enabled.ts`.
 */
import { useEffect, useState } from 'preact/hooks';

const KEY = 'critiqueTheater.enabled';

/** Shown unless somebody said no in this browser. A change counts at once, also one of another tab. */
export function useCritiqueTheaterEnabled(): boolean {
  const [enabled, setEnabled] = useState(kept);
  useEffect(() => {
    const read = (): void => setEnabled(kept());
    // Whatever was changed before somebody listened.
    read();
    addEventListener('storage', read);
    return () => removeEventListener('storage', read);
  }, []);
  return enabled;
}

/** Null: no opinion. */
export function keepTheaterEnabled(enabled: boolean | null): void {
  try {
    if (enabled === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, String(enabled));
  } catch {}
  // A browser tells the other tabs; this one is told here.
  dispatchEvent(new Event('storage'));
}

function kept(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'false';
  } catch {
    return true;
  }
}
