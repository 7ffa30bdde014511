/** How much a run changed of its page: lines between the first page it judged and the one it keeps. */
import { readFile, stat } from 'node:fs/promises';
import type { DiffSize } from '@design-jury/contracts/trust/changes';
import { compareLines } from '../line-diff.ts';
import type { StoredView } from './stored-views.ts';

/** What of the engine is needed to find the pages. */
export interface StoredPages {
  artifactFile(projectId: string, runId: string, which: 'final' | number): Promise<{ path: string }>;
}

/** A larger page is not compared: a hundred of them would hold up whoever asked. */
const MOST_BYTES = 262_144;

/** Null where one of the two is gone or too large, and where there is no page. */
export async function diffSize(pages: StoredPages, { run, view }: StoredView): Promise<DiffSize | null> {
  const shown = view.rounds.filter(({ artifact }) => artifact !== null);
  const [first] = shown;
  if (first === undefined) return null;
  if (new Set(shown.map(({ artifact }) => artifact?.sha256)).size === 1) return { added: 0, removed: 0 };
  try {
    const before = await textOf(pages, run, first.n);
    const after = await textOf(pages, run, 'final');
    if (before === null || after === null) return null;
    const { added, removed } = compareLines(before, after);
    return { added, removed };
  } catch {
    return null;
  }
}

async function textOf(
  pages: StoredPages,
  { projectId, id }: StoredView['run'],
  which: 'final' | number,
): Promise<string | null> {
  const { path } = await pages.artifactFile(projectId, id, which);
  return (await stat(path)).size > MOST_BYTES ? null : readFile(path, 'utf8');
}
