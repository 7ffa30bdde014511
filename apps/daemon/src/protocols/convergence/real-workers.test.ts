/** Real CLIs as workers, before models that answer from a script: nothing between them is ours but the product. */

import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { machinePace } from '../../../../../scripts/machine-pace.ts';
import { readPins, whatIsMissing } from '../../conformance/binaries.ts';
import { playAlone } from '../../conformance/test/stage.ts';
import type { ConvergenceResult } from './result.ts';
import type { RealPanelOrder, RealPanelReport } from './test/real-panel.ts';
import type { Script } from './test/script-answer.ts';

const PROGRAM = fileURLToPath(new URL('./test/real-panel.ts', import.meta.url));
const TEST_TIMEOUT_MS = 240_000 * machinePace();

async function missing(...ids: string[]): Promise<string | null> {
  const pins = (await readPins()).filter(({ id }) => ids.includes(id));
  for (const pin of pins) {
    const why = await whatIsMissing(pin);
    if (why !== null) return why;
  }
  return null;
}

async function panel(
  order: RealPanelOrder,
): Promise<Omit<RealPanelReport, 'result'> & { result: ConvergenceResult }> {
  const report = await playAlone<RealPanelReport>(PROGRAM, order, 'a panel of real CLIs');
  return { ...report, result: report.result as ConvergenceResult };
}

const SEEN = [{ kind: 'file' as const, ref: 'src/fee.mjs', line: 5, quote: '(days + 1) * 25' }];
const TRUE_CAUSE = { claim: 'The due day itself is charged, for lateFee adds one day.', evidence: SEEN };
const INVENTED = {
  claim: 'The scheduler retries the invoice every night.',
  evidence: [{ kind: 'file' as const, ref: 'src/scheduler.mjs', line: 12 }],
};
const GAP = {
  claim: 'Nobody looked at how the clock reaches the fee.',
  evidence: [{ kind: 'file' as const, ref: 'src/clock.mjs', line: 1 }],
};
const HALLUCINATION = {
  claim: 'The billing queue drops messages.',
  evidence: [{ kind: 'file' as const, ref: 'src/queue.mjs', line: 4 }],
};
const nods: Script['votes'] = [{ says: '.', verdict: 'AGREE' }];

test('gemini and codex: true findings reach consensus, invented ones do not; the critic’s gap is merged, its hallucination dropped', {
  timeout: TEST_TIMEOUT_MS,
}, async (context) => {
  const why = await missing('gemini', 'codex');
  if (why !== null) context.skip(why);
  const { status, result, state, left } = await panel({
    scripts: {
      gemini: { analysis: { findings: [TRUE_CAUSE] }, gaps: [GAP, HALLUCINATION], votes: nods },
      codex: { analysis: { findings: [INVENTED] }, votes: nods },
    },
    phase: 'error-analysis',
    brief: '# LATE-7\n\nThe fee in `src/fee.mjs` is charged a day early.\n',
    critic: 'gemini',
  });
  const classes = Object.fromEntries(
    result.findings.map(({ claim, classification }) => [claim, classification]),
  );
  expect(classes).toEqual({
    [TRUE_CAUSE.claim]: 'full-consensus',
    [INVENTED.claim]: 'worker-unique',
    [GAP.claim]: 'full-consensus',
  });
  expect(result.dropped.map(({ claim }) => claim)).toEqual([HALLUCINATION.claim]);
  expect(state).toMatchObject({
    schemaVersion: '1.2',
    finalState: 'converged',
    totalRounds: 1,
    config: { critic: { gapsProposed: 2, gapsMerged: 1 } },
  });
  expect([status, left]).toEqual([0, '']);
});

test('gemini and codex in the final verification: nothing raised is dropped', {
  timeout: TEST_TIMEOUT_MS,
}, async (context) => {
  const why = await missing('gemini', 'codex');
  if (why !== null) context.skip(why);
  const raised = [
    { statement: 'The due day is charged.', severity: 'critical', evidence: SEEN },
    { statement: 'Nothing was load tested.', severity: 'minor', evidence: [] },
  ];
  const { status, result } = await panel({
    scripts: {
      gemini: { candidates: raised },
      codex: { candidateVotes: [{ says: 'due day', evidence: SEEN }] },
    },
    phase: 'final-verification',
    brief: '# LATE-7\n\nNothing is demanded.\n',
    critic: 'gemini',
  });
  expect(result.acceptance).toMatchObject({
    verdict: 'blocked',
    blockers: [{ statement: 'The due day is charged.', source: 'critic' }],
    risks: [{ statement: 'Nothing was load tested.', source: 'critic' }],
  });
  expect(status).toBe(1);
});
