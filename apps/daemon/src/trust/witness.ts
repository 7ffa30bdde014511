/**
 * Regression checks from must-fixes that were resolved: what failed once, at this place, by this audit, must not fail again.
 * They lie in a file of the project, and `jury check` asks them of every file they are about. Pure.
 */
import { z } from 'zod';
import { findAudit } from '../measure/audits/index.ts';
import { measure } from '../measure/measure.ts';
import type { Page } from '../measure/model/page.ts';

export const WITNESS_FILE = 'jury.witnesses.json';
const MOST_WITNESSES = 5_000;
export const MAX_WITNESS_BYTES = 4_194_304;

const text = z.string().min(1).max(2_000);
const WitnessEntrySchema = z.strictObject({
  /** From the folder of the witness file, with `/`. */
  file: text,
  audit: text,
  selector: text,
  predicate: z.string().max(2_000),
  /** What was demanded, for people. */
  text: z.string().max(2_000),
  run: text,
  /** Why it need not hold any more; without it, it must. */
  waived: text.optional(),
});
export type WitnessEntry = z.infer<typeof WitnessEntrySchema>;
export const WitnessFileSchema = z.strictObject({
  version: z.literal(1),
  witnesses: z.array(WitnessEntrySchema).max(MOST_WITNESSES),
});

/** `stale`: what it is about is not on the page any more, or its audit is unknown: it proves nothing. */
type WitnessState = 'holds' | 'broken' | 'stale' | 'waived' | 'unmeasured';

interface AskedWitness {
  entry: WitnessEntry;
  state: WitnessState;
}

function keyOf({ file, audit, selector }: Pick<WitnessEntry, 'file' | 'audit' | 'selector'>): string {
  return JSON.stringify([file, audit, selector]);
}

/** Those that are new are added; what was waived stays waived. */
export function withWitnesses(
  known: readonly WitnessEntry[],
  found: readonly WitnessEntry[],
): WitnessEntry[] {
  const keys = new Set(known.map(keyOf));
  const fresh = found.filter((entry) => {
    const key = keyOf(entry);
    if (keys.has(key)) return false;
    keys.add(key);
    return true;
  });
  return [...known, ...fresh].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** Every entry is about this page. Only the audits that are asked for are run. */
export function askWitnesses(page: Page, entries: readonly WitnessEntry[]): AskedWitness[] {
  const audits = [...new Set(entries.map(({ audit }) => audit))].flatMap((id) => findAudit(id) ?? []);
  const results = new Map(measure(page, audits).map((result) => [result.audit.id, result]));
  const selectors = new Set(page.elements.map((element) => page.selectorOf(element)));
  return entries.map((entry): AskedWitness => {
    if (entry.waived !== undefined) return { entry, state: 'waived' };
    const result = results.get(entry.audit);
    // A fault of the document as a whole has no element that could be gone.
    const isThere =
      selectors.has(entry.selector) || entry.selector === 'html' || entry.selector === 'document';
    const fails = result?.findings.some(
      ({ selector, place }) => selector === entry.selector || place === entry.selector,
    );
    if (fails === true) return { entry, state: 'broken' };
    if (result === undefined || !isThere) return { entry, state: 'stale' };
    return { entry, state: result.state === 'unmeasured' ? 'unmeasured' : 'holds' };
  });
}

/** What is to be said of them, a sentence each; those that hold are not mentioned. */
export function witnessWords(asked: readonly AskedWitness[]): string[] {
  return asked.map(wordsOf).filter((words) => words !== '');
}

function wordsOf({ entry, state }: AskedWitness): string {
  const what = `${entry.audit} at ${entry.selector}`;
  switch (state) {
    case 'holds':
      return '';
    case 'broken':
      return `Witness broken: ${what} fails again. ${entry.text}`;
    case 'stale':
      return `Witness stale: ${what} is about nothing on this page; take it out of ${WITNESS_FILE}, or correct it.`;
    case 'waived':
      return `Witness waived: ${what}: ${entry.waived}`;
    case 'unmeasured':
      return `Witness not measured: ${what}.`;
  }
}
