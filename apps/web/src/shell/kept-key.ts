const KEY = 'jury-key';

/** From the address that begins a session, once; from then on from where this origin keeps it. */
export function takenKey(): string {
  const given = /^#key=([\w-]+)$/.exec(location.hash)?.[1];
  if (given !== undefined) history.replaceState(null, '', location.pathname);
  try {
    if (given !== undefined) localStorage.setItem(KEY, given);
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return given ?? '';
  }
}
