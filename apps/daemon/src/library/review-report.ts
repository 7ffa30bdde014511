/** What a review comes to, for a program: the kept page as text, its diff, and what is still open. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { exitOf } from '@design-jury/contracts/exit-codes';
import { compareLines, unifiedDiff } from '../line-diff.ts';
import { checkResult } from '../report/check-result.ts';
import { givenOf, verdictSentence } from '../report/given.ts';
import { reviewResult, whyNoneLine } from '../report/result.ts';
import type { JudgedPage } from './judge.ts';
import type { ReviewReport } from './types.ts';

/** @param measured whether we alone judged: then the first round is always about the page as given */
export async function reviewReport(
  name: string,
  { before, finished, accepted, gate }: JudgedPage,
  measured: boolean,
): Promise<ReviewReport> {
  const { state, durationMs, artifact } = finished;
  const page = artifact === null ? null : await readFile(artifact, 'utf8');
  const sha256 = measured ? null : createHash('sha256').update(before).digest('hex');
  const given = givenOf(state, sha256, accepted, null);
  const changed = page !== null && page !== before;
  const { status, composite, threshold, rounds } = reviewResult(state, finished);
  const [file] = checkResult([{ file: name, kind: 'judged', state, gate, durationMs, waits: false }]).files;
  return {
    summary: verdictSentence(given, state, gate, changed),
    ships: gate.passes,
    status,
    composite,
    threshold,
    given:
      given === null ? null : { composite: given.composite, mustFix: given.mustFix, passes: given.ships },
    page,
    changed,
    diff: changed ? unifiedDiff(name, compareLines(before, page)) : null,
    rounds: rounds.map(({ n, composite: score, mustFix, decision }) => ({
      n,
      composite: score,
      mustFix,
      decision,
    })),
    faults: file?.faults ?? [],
    message: whyNoneLine(state),
    durationMs,
    exit: gate.passes ? 0 : exitOf({ protocol: 'theater', status: state.phase }),
  };
}
