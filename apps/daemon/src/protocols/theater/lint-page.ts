/** The lint of a page where it lies: whether the files it names are beside it. Loaded in a thread, or here. */
import { realpathSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import type { Demand } from '@design-jury/contracts/theater/critique';
import { type Beside, lintArtifact } from './lint.ts';

export interface PageToLint {
  content: string;
  mime: string;
  wanted: string;
  /** Where the page lies; `alone`: it was written from a brief, and nothing lies beside it. @default null: not known */
  path?: string | 'alone' | null;
}

export function lintPage({ content, mime, wanted, path = null }: PageToLint): Demand[] {
  return lintArtifact(content, mime, wanted, besideOf(path));
}

function besideOf(path: string | null): Beside {
  if (path === null) return null;
  if (path === 'alone') return { isAlone: true, isMissing: () => true };
  const folder = realOf(dirname(path)) ?? resolve(dirname(path));
  return {
    isAlone: false,
    isMissing(file) {
      const wanted = resolve(folder, file.replaceAll('\\', '/'));
      // What lies above the page's folder is not looked for: it is not the page's to name.
      return wanted.startsWith(folder.endsWith(sep) ? folder : folder + sep) && realOf(wanted) === null;
    },
  };
}

function realOf(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
