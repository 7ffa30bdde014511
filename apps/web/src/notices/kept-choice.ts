/** What somebody once chose in this browser. A browser that keeps nothing is asked for nothing either. */
export function keptChoice(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return 'unkept';
  }
}

export function keepChoice(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {}
}
