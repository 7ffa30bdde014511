/** Asks the witnesses of a page: only the audits they name are run. Pure. */
import { findAudit } from '../measure/audits/index.ts';
import { measure } from '../measure/measure.ts';
import type { Page } from '../measure/model/page.ts';
import type { AskedWitness, WitnessEntry } from './witness-file.ts';

/** Every entry is about this page. Only the audits that are asked for are run. */
export function askWitnesses(page: Page, entries: readonly WitnessEntry[]): AskedWitness[] {
  const audits = [...new Set(entries.map(({ audit }) => audit))].flatMap((id) => findAudit(id) ?? []);
  const results = new Map(measure(page, audits).map((result) => [result.audit.id, result]));
  // A place as it is written by `witness add`, or a selector as somebody wrote it.
  const names = new Set(
    page.elements.flatMap((element) => [page.selectorOf(element), page.placeOf(element)]),
  );
  return entries.map((entry): AskedWitness => {
    if (entry.waived !== undefined) return { entry, state: 'waived' };
    const result = results.get(entry.audit);
    // A fault of the document as a whole has no element that could be gone.
    const isThere = names.has(entry.selector) || entry.selector === 'html' || entry.selector === 'document';
    const fails = result?.findings.some(
      ({ selector, place }) => selector === entry.selector || place === entry.selector,
    );
    if (fails === true) return { entry, state: 'broken' };
    if (result === undefined || !isThere) return { entry, state: 'stale' };
    return { entry, state: result.state === 'unmeasured' ? 'unmeasured' : 'holds' };
  });
}
