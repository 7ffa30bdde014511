/** Whether what is cited is there. Asked of the disk by the host, never of whoever cites it. */
import { resolve } from 'node:path';
import type { EvidenceRef } from '@design-jury/contracts/convergence/schema';
import { readForeign } from '../../disk/foreign-file.ts';
import { ForeignFileError } from '../../disk/foreign-file-error.ts';
import { isWithin } from '../../disk/scope.ts';

export type EvidenceState =
  | { state: 'found'; text: string }
  | { state: 'no-file' }
  | { state: 'no-line'; lines: number }
  | { state: 'other-text'; text: string }
  /** Not a file, or outside the project: the host does not look. */
  | { state: 'unchecked' };

export const UNCHECKED_NOTE = 'not a file the host can look at';
const MAX_BYTES = 4_194_304;
/** A quote may have moved a little since it was read. */
const REACH = 3;
/** Lines before and after a cited one that belong to it. */
const AROUND = 12;
const LONGEST_LINE = 400;

export async function checkEvidence(project: string, evidence: EvidenceRef): Promise<EvidenceState> {
  if (evidence.kind !== 'file' && evidence.kind !== 'requirement') return { state: 'unchecked' };
  const { path, line = evidence.line } = splitRef(evidence.ref);
  if (evidence.kind === 'requirement' && !/[./]/.test(path)) return { state: 'unchecked' };
  const text = await readInside(project, path);
  if (text === 'outside') return { state: 'unchecked' };
  if (text === null) return { state: 'no-file' };
  const lines = text.split(/\r?\n/);
  if (line !== undefined && line > lines.length) return { state: 'no-line', lines: lines.length };
  if (evidence.quote === undefined || evidence.quote.trim() === '')
    return { state: 'found', text: line === undefined ? '' : (lines[line - 1] ?? '').trim() };
  const near = line === undefined ? lines : lines.slice(Math.max(0, line - 1 - REACH), line + REACH);
  const isThere = squeezed(near.join('\n')).includes(squeezed(evidence.quote));
  if (isThere) return { state: 'found', text: evidence.quote.trim() };
  return { state: 'other-text', text: line === undefined ? '' : (lines[line - 1] ?? '').trim() };
}

export function isMissing({ state }: EvidenceState): boolean {
  return state === 'no-file' || state === 'no-line' || state === 'other-text';
}

/** The cited lines and a few around them, numbered: all that a verifier is given to read. */
export async function surroundingsOf(project: string, evidence: EvidenceRef): Promise<string> {
  if (evidence.kind !== 'file') return '';
  const { path, line = evidence.line } = splitRef(evidence.ref);
  const text = await readInside(project, path);
  if (text === null || text === 'outside') return '';
  const lines = text.split(/\r?\n/);
  const at = line ?? lines.findIndex((one) => squeezed(one).includes(squeezed(evidence.quote ?? '\0'))) + 1;
  if (at < 1 || at > lines.length) return '';
  const from = Math.max(1, at - AROUND);
  const shown = lines
    .slice(from - 1, at + AROUND)
    .map((one, index) => `${from + index}: ${one.slice(0, LONGEST_LINE)}`);
  return `${path}\n${shown.join('\n')}`;
}

/** One line for verifiers: what the host saw at the cited place. */
export function evidenceNote({ ref, line }: EvidenceRef, state: EvidenceState): string {
  const place = line === undefined ? ref : `${ref}:${line}`;
  switch (state.state) {
    case 'found':
      return `${place}: is there${state.text === '' ? '' : `, reads ${JSON.stringify(state.text.slice(0, 200))}`}`;
    case 'no-file':
      return `${place}: THERE IS NO SUCH FILE`;
    case 'no-line':
      return `${place}: THE FILE HAS ONLY ${state.lines} LINES`;
    case 'other-text':
      return `${place}: THE QUOTE IS NOT THERE${state.text === '' ? '' : `; it reads ${JSON.stringify(state.text.slice(0, 200))}`}`;
    case 'unchecked':
      return `${place}: ${UNCHECKED_NOTE}`;
  }
}

/** `src/a.ts:12` and `src/a.ts:12-20` name their line themselves. */
function splitRef(ref: string): { path: string; line?: number } {
  const match = /^(.*?):(\d+)(?:[-:]\d+)?$/.exec(ref);
  return match === null ? { path: ref } : { path: match[1] ?? ref, line: Number(match[2]) };
}

async function readInside(project: string, path: string): Promise<string | null | 'outside'> {
  const wanted = resolve(project, path);
  if (!isWithin(project, wanted)) return 'outside';
  try {
    return new TextDecoder().decode(readForeign(wanted, { maxBytes: MAX_BYTES, within: project }));
  } catch (error) {
    if (!(error instanceof ForeignFileError)) throw error;
    if (error.reason === 'folder') return '';
    return error.reason === 'missing' || error.reason === 'not_regular' ? null : 'outside';
  }
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}
