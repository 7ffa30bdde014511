/** What is read and counted in a document, by itself: called in a thread where reading it may take long. */
import type { Criterion } from '@design-jury/contracts/loop/schema';
import { readDocument, tooMuch } from '../documents/document.ts';
import type { Surroundings } from './checks/remark.ts';
import { type OfflineAnswer, reviewOffline } from './offline-critic.ts';
import { lookAround } from './surroundings.ts';

export interface OfflineOrder {
  text: string;
  file: string;
  root: string;
  criteria: readonly Criterion[];
  deferred: readonly string[];
  perspectives: number;
}

export interface OfflineLook {
  offline: OfflineAnswer;
  surroundings: Surroundings;
  /** Why the document cannot be judged as a whole; null where it can. */
  much: string | null;
}

export async function lookOffline(order: OfflineOrder): Promise<OfflineLook> {
  const { text, file, root, criteria, deferred, perspectives } = order;
  const document = readDocument(text);
  const surroundings = await lookAround(document, file, root);
  const offline = reviewOffline(document, surroundings, criteria, new Set(deferred), perspectives);
  return { offline, surroundings, much: tooMuch(document) };
}

/** What of the project a document names, for figures that are counted there. */
export async function surroundingsOf(text: string, file: string, root: string): Promise<Surroundings> {
  return lookAround(readDocument(text), file, root);
}

/** Patterns are the writer's of the criteria: one of them may take longer than anybody waits. */
export function countPattern(
  text: string,
  pattern: string,
  of: string | undefined,
  how: 'lines' | 'matches',
): { count: number; total: number } {
  if (how === 'matches') return { count: matches(text, pattern), total: matches(text, of ?? '') };
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const [wanted, among] = [new RegExp(pattern, 'u'), of === undefined ? null : new RegExp(of, 'u')];
  const all = among === null ? lines : lines.filter((line) => among.test(line));
  return { count: all.filter((line) => wanted.test(line)).length, total: all.length };
}

function matches(text: string, pattern: string): number {
  return [...text.matchAll(new RegExp(pattern, 'gu'))].length;
}
