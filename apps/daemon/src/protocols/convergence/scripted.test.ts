/** Whole phases with workers that are real processes: what they plant, what survives. */
import { execFileSync } from 'node:child_process';
import type { ConvergenceEvent, Finding, TaskPhase } from '@design-jury/contracts/convergence/schema';
import { expect, test, vi } from 'vitest';
import { machinePace } from '../../../../../scripts/machine-pace.ts';
import type { ConvergenceRequest } from './config.ts';
import type { ConvergenceResult } from './result.ts';
import { phaseRequest, playPhase } from './test/host.ts';
import { repository, write } from './test/repository.ts';
import type { Script } from './test/script-answer.ts';
import { folder, scripted } from './test/scripted.ts';

// Every phase starts a dozen processes; on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 * machinePace() });

type Scripted = ReturnType<typeof scripted>;

const BRIEF = '# LATE-7\n\nMembers pay a late fee on the day a book is due; see `src/fee.mjs`.\n';
const TRUE_CAUSE = {
  claim: 'The due day itself is charged, for lateFee adds one day.',
  evidence: [{ kind: 'file' as const, ref: 'src/fee.mjs', line: 5, quote: '(days + 1) * 25' }],
};
const INVENTED = {
  claim: 'The scheduler retries the invoice twice every night.',
  evidence: [{ kind: 'file' as const, ref: 'src/scheduler.mjs', line: 12, quote: 'retry(2)' }],
};
const MISREAD = {
  claim: 'The clock is in local time and moves the boundary.',
  evidence: [{ kind: 'file' as const, ref: 'src/clock.mjs', line: 1, quote: 'toLocaleString' }],
};
const SEEN = TRUE_CAUSE.evidence;

async function play(
  phase: TaskPhase,
  workers: readonly Scripted[],
  {
    critic = null,
    brief = BRIEF,
    plan = null,
    ...more
  }: {
    critic?: Scripted | null;
    brief?: string;
    plan?: string | null;
  } & Omit<Partial<ConvergenceRequest>, 'critic'> = {},
): Promise<ConvergenceResult & { events: ConvergenceEvent[]; project: string }> {
  const project = repository(folder());
  const hired = { workers, critic };
  const played = await playPhase(phaseRequest(phase, hired, { brief, plan, project }, more), hired);
  return { ...played, project };
}

const about = ({ findings }: { findings: readonly Finding[] }, words: string): Finding | undefined =>
  findings.find(({ claim }) => claim.includes(words));

const rubberStamp: Script['votes'] = [{ says: '.', verdict: 'AGREE' }];

test('a full error analysis: true findings reach consensus, false ones with unfindable evidence do not', async () => {
  const result = await play('error-analysis', [
    scripted('alpha', { analysis: { findings: [TRUE_CAUSE] }, votes: rubberStamp }),
    scripted('beta', {
      analysis: { findings: [INVENTED] },
      votes: [
        { says: 'due day', verdict: 'SUPPLEMENT', evidence: SEEN, supplement: 'ceil makes it worse' },
        ...rubberStamp,
      ],
    }),
    scripted('gamma', {
      analysis: { findings: [MISREAD] },
      votes: [{ says: 'due day', verdict: 'AGREE', evidence: SEEN }, ...rubberStamp],
    }),
  ]);
  expect(about(result, 'due day')).toMatchObject({
    classification: 'full-consensus',
    supplements: [{ by: 'beta', text: 'ceil makes it worse' }],
  });
  // Everybody nods; what is cited is not there.
  expect(about(result, 'scheduler')).toMatchObject({ classification: 'worker-unique', disputed: true });
  expect(about(result, 'clock')).toMatchObject({ classification: 'worker-unique', disputed: true });
  expect(result.finalState).toBe('converged');
  const lines = result.events.flatMap((event) => (event.type === 'convergence.progress' ? [event.line] : []));
  expect(lines).toEqual(['PROGRESS: phase-5.5-convergence round=1']);
  const changed = execFileSync('git', ['-C', result.project, 'status', '--porcelain'], { encoding: 'utf8' });
  expect(changed).toBe('');
});

test('one refutation with evidence the host finds keeps a finding two workers share out of consensus', async () => {
  const shared = {
    claim: 'The clock is mocked everywhere.',
    evidence: [{ kind: 'file' as const, ref: 'src/clock.mjs', line: 1 }],
  };
  const counter = [{ kind: 'file' as const, ref: 'src/clock.mjs', line: 1, quote: 'new Date()' }];
  const result = await play('error-analysis', [
    scripted('alpha', { analysis: { findings: [shared] } }),
    scripted('beta', { analysis: { findings: [shared] } }),
    scripted('gamma', {
      votes: [{ says: '.', verdict: 'DISAGREE', basis: 'counter-evidence', evidence: counter }],
    }),
  ]);
  expect(about(result, 'mocked')?.classification).toBe('contested');
});

test('the critic: a planted gap is merged, its hallucination dropped and recorded', async () => {
  const gap = {
    claim: 'Nobody looked at how the clock reaches the fee.',
    evidence: [{ kind: 'file' as const, ref: 'src/clock.mjs', line: 1 }],
  };
  const hallucination = {
    claim: 'The billing queue drops messages under load.',
    evidence: [{ kind: 'file' as const, ref: 'src/queue.mjs', line: 4 }],
  };
  const known = { ...TRUE_CAUSE };
  const alpha: Script = {
    analysis: { findings: [TRUE_CAUSE] },
    gaps: [gap, hallucination, known],
    votes: rubberStamp,
  };
  const result = await play(
    'error-analysis',
    [
      scripted('alpha', alpha),
      scripted('beta', { analysis: { findings: [TRUE_CAUSE] }, votes: rubberStamp }),
    ],
    { critic: scripted('alpha', alpha) },
  );
  expect(result.critic).toMatchObject({ provider: 'alpha', gapsProposed: 2, gapsMerged: 1 });
  expect(about(result, 'how the clock')).toMatchObject({
    source: 'critic',
    originWorker: 'alpha-critic',
    classification: 'full-consensus',
  });
  expect(result.dropped.map(({ claim }) => claim)).toEqual([hallucination.claim]);
  expect([result.finalState, result.totalRounds]).toEqual(['converged', 0]);
});

const GAP = {
  claim: 'Nobody looked at leap years.',
  evidence: [{ kind: 'file' as const, ref: 'src/fee.mjs', line: 4 }],
};

test('a critic whose provider is the only other analyser: its gaps go to the one that is left', async () => {
  const beta: Script = { gaps: [GAP], votes: rubberStamp };
  const result = await play(
    'error-analysis',
    [scripted('alpha', { votes: [{ says: 'leap', verdict: 'AGREE' }] }), scripted('beta', beta)],
    { critic: scripted('beta', beta) },
  );
  expect(result.critic).toMatchObject({ gapsProposed: 1, gapsMerged: 1 });
  expect(Object.keys(about(result, 'leap')?.rounds[0]?.votes ?? {})).toEqual(['alpha']);
});

test.each(['hangs', 'garbage'] as const)(
  'gaps with all voters failing (%s) become questions; none is merged, none is dropped',
  async (misbehaves) => {
    const beta: Script = { gaps: [GAP], votes: rubberStamp };
    const result = await play(
      'error-analysis',
      [
        scripted('alpha', { misbehaves: { votes: misbehaves } }, { timeoutMs: 4_000 }),
        scripted('beta', beta),
      ],
      { critic: scripted('beta', beta) },
    );
    expect(result.critic).toMatchObject({ gapsProposed: 1, gapsMerged: 0 });
    expect(result.dropped).toEqual([]);
    expect(result.clarifications).toMatchObject([
      { id: 'C-001', status: 'open', statement: `${GAP.claim} Evidence checked: src/fee.mjs:4` },
    ]);
  },
);

test('a critic that gives no result is noted and blocks nothing', async () => {
  const result = await play('error-analysis', [scripted('alpha', {}), scripted('beta', {})], {
    critic: scripted('alpha', { misbehaves: { gaps: 'garbage' } }),
  });
  expect([result.notes, result.critic, result.finalState]).toEqual([
    ['critic-skipped: non-result'],
    null,
    'converged',
  ]);
});

test('[W1] [W2] [W5] one times out, one prints garbage, one exits 0 with an error frame: classified from the votes there are', async () => {
  const result = await play('error-analysis', [
    scripted('alpha', { analysis: { findings: [TRUE_CAUSE] } }),
    scripted('hangs', { misbehaves: { votes: 'hangs' } }, { timeoutMs: 4_000 }),
    scripted('garbage', { misbehaves: { votes: 'garbage' } }),
    scripted('frames', { misbehaves: { all: 'error-frame' } }, { speaks: 'frames' }),
    scripted('honest', { votes: [{ says: '.', verdict: 'AGREE', evidence: SEEN }] }),
  ]);
  const finding = about(result, 'due day');
  expect(
    Object.fromEntries(
      Object.entries(finding?.rounds[0]?.votes ?? {}).map(([voter, { verdict }]) => [voter, verdict]),
    ),
  ).toEqual({
    hangs: 'verification-error',
    garbage: 'verification-error',
    frames: 'verification-error',
    honest: 'agree',
  });
  expect([finding?.classification, result.finalState, result.totalRounds]).toEqual([
    'partial-consensus',
    'max-rounds-reached',
    2,
  ]);
  expect(result.absent.map(({ worker }) => worker)).toEqual(['frames']);
  expect(result.analyses.find(({ worker }) => worker === 'frames')?.result).toMatchObject({
    status: 'error',
    attempts: 2,
  });
});

test('nobody but the discoverer speaks: aborted, seen by one and unverified; never a pass by absence', async () => {
  const result = await play('error-analysis', [
    scripted('alpha', { analysis: { findings: [TRUE_CAUSE] } }),
    scripted('beta', { misbehaves: { votes: 'garbage' } }),
  ]);
  expect(result.finalState).toBe('aborted-non-result');
  expect(about(result, 'due day')).toMatchObject({ classification: 'worker-unique', unverified: true });
});

test('nobody analyses: aborted, not "nothing was found"', async () => {
  const broken: Script = { misbehaves: { all: 'garbage' } };
  const result = await play('error-analysis', [scripted('alpha', broken), scripted('beta', broken)]);
  expect([result.finalState, result.findings, result.absent.length]).toEqual(['aborted-non-result', [], 2]);
});

const PLAN =
  '# Plan\n\n## Steps\n- Step 1: Change `src/fee.mjs`.\n\n## Validation\n- Run `node --check src/fee.mjs`.\n\n## Rollback\n- Revert the commit.\n';
const against: Script['plan'] = [{ says: 'Step 1', verdict: 'DISAGREE', kind: 'e' }];

test('a 1:1 vote on a plan passes with dissent, and the dissent is on record', async () => {
  const { gate } = await play(
    'implementation-planning',
    [scripted('alpha', {}), scripted('beta', { plan: against })],
    { plan: PLAN },
  );
  expect(gate).toMatchObject({
    result: 'passed-with-dissent',
    gating: true,
    dissent: [{ itemId: 'P-Step-1', voter: 'beta', kind: 'e' }],
  });
});

test('one effective voter over a plan: aborted-non-result', async () => {
  const { gate } = await play(
    'implementation-planning',
    [scripted('alpha', {}), scripted('beta', { misbehaves: { plan: 'garbage' } })],
    { plan: PLAN },
  );
  expect(gate?.result).toBe('aborted-non-result');
});

test('one analyser: auto-disabled, 0 rounds, the plan gate only advises', async () => {
  const { gate, totalRounds, findings, notes } = await play(
    'implementation-planning',
    [scripted('alpha', { analysis: { findings: [TRUE_CAUSE] } })],
    { plan: PLAN },
  );
  expect([gate?.gating, totalRounds, findings[0]?.unverified]).toEqual([false, 0, true]);
  expect(notes).toEqual(['auto-disabled: fewer-than-two-analysers']);
});

const DELIVERY =
  '# LATE-7\n\n- LATE-7.1: A book given back on its due day costs nothing.\n- LATE-7.2: The fee has a limit.\n';
const CANDIDATES = [
  { statement: 'The due day is charged.', severity: 'critical', evidence: SEEN },
  { statement: 'Nothing was load tested.', severity: 'minor', evidence: [] },
  { statement: 'Daylight saving may shift a day.', severity: 'major', evidence: [] },
];

test('[V5] [V12] in the final verification nothing raised is dropped: confirmed once it blocks, else it stays as a risk', async () => {
  const alpha: Script = {
    candidates: CANDIDATES,
    analysis: { coverage: [{ requirement: 'LATE-7.2', artifact: { kind: 'file', ref: 'src/fee.mjs' } }] },
  };
  const { acceptance, critic, events } = await play(
    'final-verification',
    [
      scripted('alpha', alpha),
      scripted('beta', {
        candidateVotes: [
          { says: 'due day', evidence: SEEN },
          { says: 'load tested', evidence: [{ kind: 'file', ref: 'bench/none.mjs', line: 1 }] },
        ],
      }),
      scripted('gamma', { misbehaves: { candidateVotes: 'garbage' } }),
    ],
    { critic: scripted('alpha', alpha), brief: DELIVERY },
  );
  const raised = [...(acceptance?.blockers ?? []), ...(acceptance?.risks ?? [])].filter(
    ({ source }) => source === 'critic',
  );
  expect(raised.map(({ statement }) => statement).toSorted()).toEqual(
    CANDIDATES.map(({ statement }) => statement).toSorted(),
  );
  expect(acceptance?.verdict).toBe('blocked');
  expect(critic).toMatchObject({
    mode: 'acceptance-devils-advocate',
    candidatesProposed: 3,
    confirmedBlockers: 1,
    downgradedToResidual: 2,
  });
  expect(events.find(({ type }) => type === 'convergence.critic')).toMatchObject({
    summary: critic,
    said: CANDIDATES.map(({ severity, statement }) => `${severity}: ${statement}`),
  });
  // A requirement nobody names an artifact for is a blocker of its own.
  expect(acceptance?.requirements).toMatchObject([
    { id: 'LATE-7.1', artifacts: [], blocker: 'R-001' },
    { id: 'LATE-7.2', artifacts: [{ by: ['alpha'] }], blocker: null },
  ]);
  // beta confirmed the critical one, alpha and gamma did not: it shows.
  expect(acceptance?.workerVerdicts).toMatchObject([
    { worker: 'alpha', verdict: 'accepted' },
    { worker: 'beta', verdict: 'blocked', supports: ['B-001'] },
    { worker: 'gamma', verdict: 'accepted' },
  ]);
});

test('[V5] what a worker names as delivered is there and can be read: a text that cannot be read proves nothing, a picture may', async () => {
  const project = repository(folder());
  write(project, { 'src/limit.mjs': 'export const LIMIT = 5;\0\n', 'chart.png': '\0\u0001' });
  const coverage = [
    { requirement: 'LATE-7.1', artifact: { kind: 'file' as const, ref: 'src/limit.mjs' } },
    { requirement: 'LATE-7.2', artifact: { kind: 'file' as const, ref: 'chart.png' } },
  ];
  const hired = {
    workers: [scripted('alpha', { analysis: { coverage } }), scripted('beta', {})],
    critic: null,
  };
  const request = phaseRequest('final-verification', hired, { brief: DELIVERY, plan: null, project });
  const { acceptance } = await playPhase(request, hired);
  expect(acceptance?.requirements).toMatchObject([
    { id: 'LATE-7.1', artifacts: [] },
    { id: 'LATE-7.2', artifacts: [{ by: ['alpha'] }] },
  ]);
});

test('an acceptance candidate without a voter is a residual risk', async () => {
  const alpha: Script = {
    candidates: [{ statement: 'The due day is charged.', severity: 'critical', evidence: SEEN }],
  };
  const { acceptance } = await play(
    'final-verification',
    [scripted('alpha', alpha), scripted('beta', { misbehaves: { candidateVotes: 'garbage' } })],
    {
      critic: scripted('alpha', alpha),
      brief: '# LATE-7\n\nNothing is demanded.\n',
    },
  );
  expect(acceptance).toMatchObject({
    // Nothing was demanded that could have been delivered.
    verdict: 'unproved',
    blockers: [],
    risks: [{ severity: 'critical', escalationTrigger: 'nobody could check it: look at it before release' }],
  });
});

test('questions of two workers are one item; one asked without looking is left out and noted', async () => {
  const question = {
    statement: 'How many days of grace do schools have?',
    evidenceChecked: 'none - only the library knows',
    blocksApproval: true,
  };
  const lazy = { statement: 'Is there a clock?', evidenceChecked: 'none' };
  const { clarifications, notes } = await play('requirements-discovery', [
    scripted('alpha', { analysis: { questions: [question] } }),
    scripted('beta', { analysis: { questions: [question, lazy] } }),
  ]);
  expect(clarifications).toMatchObject([{ id: 'C-001', blocks: 'approval', status: 'open' }]);
  expect(notes).toEqual([expect.stringContaining('Is there a clock?')]);
});
