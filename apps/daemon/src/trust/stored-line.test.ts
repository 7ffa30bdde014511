import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NOTHING_KNOWN, TrustLineSchema } from '@design-jury/contracts/trust/line';
import { expect, test } from 'vitest';
import { trustSentence } from '../report/trust-words.ts';
import { readTrustLine, writeTrustLine } from './stored-line.ts';

const SEEN = { planted: 51, caught: 51, share: 1, low: 0.93, high: 1, seed: 7 };
/** As it was written when there was one pool. */
const FIRST = { coverage: null, recall: SEEN, noise: null, effectiveVotes: null, heldOut: null };

function inFolder<Answer>(work: (folder: string) => Answer): Answer {
  const folder = mkdtempSync(join(tmpdir(), 'jury-line-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('a line of the first version keeps what it meant: its recall is the one of known kinds, and the other is not known', () => {
  inFolder((folder) => {
    writeFileSync(join(folder, 'trust.json'), JSON.stringify(FIRST));
    const line = readTrustLine(folder);
    expect(line).toEqual({ ...NOTHING_KNOWN, knownRecall: SEEN });
    expect(trustSentence(line)).toContain(
      'recall not known; recall of known kinds 1.00 (0.93 to 1.00): 51 of 51 of kinds the checks were built with;',
    );
  });
});

test('a line of today is read as it was written', async () => {
  const recall = {
    ...SEEN,
    caught: 35,
    share: 35 / 51,
    low: 0.54,
    high: 0.81,
    mustFix: 30,
    pool: '2026-11-17',
  };
  const line = { ...NOTHING_KNOWN, recall, knownRecall: SEEN };
  expect(TrustLineSchema.parse(JSON.parse(JSON.stringify(line)))).toEqual(line);
  expect(trustSentence(line)).toContain(
    'recall 0.69 (0.54 to 0.81): of 51 planted defects written without knowing the checks 35 were seen, 30 as must-fixes;',
  );
});

test('what is no line of any version is not known', () => {
  for (const text of ['{"version":3}', '[]', '7', JSON.stringify({ ...FIRST, recall: undefined })])
    inFolder((folder) => {
      writeFileSync(join(folder, 'trust.json'), text);
      expect(readTrustLine(folder)).toEqual(NOTHING_KNOWN);
    });
});

test('what is written is read again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'jury-line-'));
  const line = { ...NOTHING_KNOWN, knownRecall: SEEN };
  await writeTrustLine(folder, line);
  expect(readTrustLine(folder)).toEqual(line);
  rmSync(folder, { recursive: true });
});
