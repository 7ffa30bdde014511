/**
 * The switch of the Theater: kept in this browser for what is shown, and in a project's metadata for what the daemon
 * decides. The two answer different questions and share one setter.
 */
import { useEffect, useState } from 'preact/hooks';
import { getProject } from '../api.ts';
import { patchProject } from '../library-api.ts';

const KEY = 'critiqueTheater.enabled';
const CHANGED = 'jury:theater-enabled';
/** As in `PROJECT_SWITCH` of the contracts, whose file would bring zod into the browser. */
const PROJECT_KEY = 'critiqueTheaterEnabled';

/**
 * Shown unless somebody said no in this browser.
 * @public For those who embed the Theater.
 */
export function useCritiqueTheaterEnabled(): boolean {
  const [enabled, setEnabled] = useState(kept);
  useEffect(() => {
    const read = (): void => setEnabled(kept());
    addEventListener(CHANGED, read);
    addEventListener('storage', read);
    return () => {
      removeEventListener(CHANGED, read);
      removeEventListener('storage', read);
    };
  }, []);
  return enabled;
}

/**
 * With a project its metadata is read, merged and written; when it cannot be read nothing is written, and the
 * promise rejects. Null: no opinion.
 */
export async function setCritiqueTheaterEnabled(enabled: boolean | null, projectId?: string): Promise<void> {
  keep(enabled);
  if (projectId === undefined) return;
  const { metadata } = await getProject(projectId);
  await patchProject(projectId, { ...metadata, [PROJECT_KEY]: enabled });
}

function kept(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'false';
  } catch {
    return true;
  }
}

function keep(enabled: boolean | null): void {
  try {
    if (enabled === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, String(enabled));
  } catch {}
  dispatchEvent(new Event(CHANGED));
}
