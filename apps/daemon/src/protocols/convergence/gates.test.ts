import type {
  AcceptanceBlocker,
  CandidateBlocker,
  Finding,
  PlanVote,
} from '@design-jury/contracts/convergence/schema';
import { describe, expect, test } from 'vitest';
import { acceptanceVerdict, settleCandidate, verdictContradiction } from './acceptance.ts';
import { type ConvergenceRequest, resolveConvergence } from './config.ts';
import { freshGaps, settleGaps } from './coverage.ts';
import { dissentLog, mayApprove, planGate, planItemClass } from './plan-gate.ts';
import { readState, writeState } from './state-file.ts';

const yes: PlanVote = { verdict: 'agree' };
const no: PlanVote = { verdict: 'disagree', kind: 'a', reason: 'no such path' };
const gone: PlanVote = { verdict: 'verification-error' };

describe('[V6] the plan gate', () => {
  test.each([
    [[yes, yes], 'agreed'],
    [[yes, { verdict: 'supplement', note: 'and restart' } as const], 'agreed'],
    [[yes, no], 'dissent-isolated'],
    [[no, no], 'majority-disagree'],
    [[yes, no, no], 'majority-disagree'],
    [[yes, yes, no], 'dissent-isolated'],
    [[yes], 'undetermined'],
    [[no, gone], 'undetermined'],
    [[yes, yes, gone], 'agreed'],
    [[], 'undetermined'],
  ])('item with votes %j is %s', (votes, expected) => expect(planItemClass(votes)).toBe(expected));

  test.each([
    [['agreed', 'agreed'], 'passed'],
    [['agreed', 'dissent-isolated'], 'passed-with-dissent'],
    [['agreed', 'undetermined'], 'aborted-non-result'],
    [['undetermined', 'majority-disagree'], 'blocked-by-disagreement'],
    [[], 'aborted-non-result'],
  ] as const)('items %j: %s', (classes, gate) => expect(planGate(classes)).toBe(gate));

  test('the dissent log names item, voter, kind and reason', () => {
    const item = { id: 'P-Step-1' as const, section: '4.5.2', text: 'run it', refs: [] };
    expect(dissentLog([{ item, votes: { claude: yes, codex: no } }])).toEqual([
      { itemId: 'P-Step-1', voter: 'codex', kind: 'a', reason: 'no such path' },
    ]);
  });

  test.each([
    ['blocked-by-disagreement', true, 0, false],
    ['aborted-non-result', true, 0, false],
    ['aborted-non-result', false, 0, true],
    ['passed-with-dissent', true, 0, true],
    ['passed', true, 1, false],
    ['passed', true, 0, true],
  ] as const)('approval under %s (gating %s, %d open questions): %s', (gate, gating, questions, allowed) =>
    expect(mayApprove(gate, gating, questions).allowed).toBe(allowed),
  );
});

const candidate: CandidateBlocker = { id: 'B-1', statement: 'data is lost', evidence: [], severity: 'major' };
const blocker = (more: Partial<AcceptanceBlocker> = {}): AcceptanceBlocker => ({
  ...candidate,
  followUpPhase: 'implementation',
  source: 'critic',
  ...more,
});

describe('[V5] the acceptance critic', () => {
  test('one confirmation makes a blocker, whatever the others say', () => {
    const evidence = [{ kind: 'test' as const, ref: 'npm test' }];
    const votes = [
      { verdict: 'not-confirmed' as const, reason: 'unsure' },
      { verdict: 'not-confirmed' as const, reason: 'no' },
      { verdict: 'confirm' as const, evidence },
    ];
    expect(settleCandidate(candidate, votes, 'implementation')).toMatchObject({
      kind: 'blocker',
      blocker: { evidence },
    });
  });

  test.each([
    ['disagree', [{ verdict: 'not-confirmed' as const, reason: 'no' }]],
    ['errors only', [{ verdict: 'verification-error' as const }]],
    ['no voter at all', []],
  ])('none confirms (%s): a residual risk with a trigger, never dropped', (_, votes) => {
    const settled = settleCandidate(candidate, votes, null);
    expect(settled).toMatchObject({
      kind: 'residual',
      risk: { statement: 'data is lost', source: 'critic' },
    });
    expect(settled.kind === 'residual' && settled.risk.escalationTrigger).not.toBe('');
  });

  test.each([
    [[], 'accepted'],
    [[blocker()], 'conditional-accept'],
    [[blocker({ severity: 'critical' })], 'blocked'],
    [[blocker({ followUpPhase: null })], 'blocked'],
  ] as const)('%# blockers: %s', (blockers, verdict) => expect(acceptanceVerdict(blockers)).toBe(verdict));

  test('a verdict that contradicts its blockers is an error', () => {
    expect(verdictContradiction('accepted', [blocker()])).toContain('accepted with 1');
    expect(verdictContradiction('blocked', [])).toContain('without a blocker');
    expect(verdictContradiction('blocked', [blocker()])).toBeNull();
  });
});

const gap = (claim: string, votes: Finding['rounds'][number]['votes'] = {}): Finding => ({
  id: 'G-001',
  claim,
  discoveredBy: ['claude-critic'],
  originWorker: 'claude-critic',
  originEvidence: [{ kind: 'file', ref: 'src/x.ts', line: 4 }],
  ticketIds: [],
  source: 'critic',
  supplements: [],
  notAsked: [],
  rounds: Object.keys(votes).length === 0 ? [] : [{ round: 1, votes }],
  classification: null,
  disputed: false,
  unverified: false,
});
const said = (verdict: 'agree' | 'disagree' | 'verification-error') => ({
  verdict,
  disagreeBasis: verdict === 'disagree' ? ('unproven' as const) : null,
  rationale: '',
  evidence: [],
});

describe('[V4] the coverage critic', () => {
  test('a gap that repeats a finding is discarded', () => {
    const known = [gap('the retry path was never inspected')];
    expect(freshGaps([gap('retry path never inspected'), gap('no test for time zones')], known)).toHaveLength(
      1,
    );
  });

  test('agreed by the one other analyser: merged; refused: dropped and recorded', () => {
    const settled = settleGaps(
      [gap('a', { codex: said('agree') }), gap('b', { codex: said('disagree') })],
      ['codex'],
      1,
    );
    expect(settled.merged.map(({ claim, classification }) => [claim, classification])).toEqual([
      ['a', 'full-consensus'],
    ]);
    expect(settled.dropped.map(({ claim }) => claim)).toEqual(['b']);
    expect(settled.summary).toEqual({ gapsProposed: 2, gapsMerged: 1 });
  });

  test.each([
    ['no other analyser', [], gap('a')],
    ['all voters failed', ['codex'], gap('a', { codex: said('verification-error') })],
  ])('%s: a clarification, nothing merged', (_, voters, item) => {
    const settled = settleGaps([item], voters, 3);
    expect(settled.merged).toEqual([]);
    expect(settled.clarifications).toMatchObject([{ id: 'C-003', status: 'open', blocks: 'none' }]);
    expect(settled.clarifications[0]?.statement).toContain('Evidence checked: src/x.ts:4');
  });
});

describe('[V3] configuration', () => {
  const resolve = (more: Partial<ConvergenceRequest> = {}) =>
    resolveConvergence({ phase: 'error-analysis', analysers: ['claude', 'codex'], ...more });

  test.each([
    ['requirements-discovery', 1, true],
    ['error-analysis', 2, true],
    ['implementation-planning', 2, true],
    ['implementation', 2, false],
    ['final-verification', 2, false],
    ['release-handoff', 2, false],
  ] as const)('%s: %d rounds, adversarial %s', (phase, rounds, adversarial) => {
    const { config, effectiveMaxRounds } = resolve({ phase });
    expect([effectiveMaxRounds, config.adversarial]).toEqual([rounds, adversarial]);
    expect(config.verificationMode).toBe(adversarial ? 'full-reanalysis' : 'lightweight');
  });

  test.each([0, 4, 1.5])('maxRounds %d is an error that names the key', (maxRounds) =>
    expect(() => resolve({ maxRounds })).toThrow('maxRounds'),
  );

  test('adversarial forces full-reanalysis whatever was asked for', () => {
    expect(resolve({ verificationMode: 'lightweight' }).config.verificationMode).toBe('full-reanalysis');
  });

  test('one analyser: switched off, and the plan gate only advises', () => {
    const { config, autoDisabled } = resolve({ analysers: ['claude'], enabled: true });
    expect([config.enabled, autoDisabled, config.planBodyVerification.gating]).toEqual([
      false,
      'fewer-than-two-analysers',
      false,
    ]);
  });

  test.each([
    ['', 'error-analysis', false, []],
    ['off', 'error-analysis', false, []],
    [' Claude ', 'error-analysis', true, []],
    ['claude', 'implementation', false, []],
    ['codex', 'final-verification', true, []],
  ] as const)('critic "%s" in %s: %s', (critic, phase, enabled, notes) => {
    const resolved = resolve({ critic, phase, criticModel: 'm-1' });
    expect([resolved.config.critic.enabled, resolved.notes]).toEqual([enabled, notes]);
  });

  test('a critic without a model is skipped and noted, an unknown one refused', () => {
    expect(resolve({ critic: 'claude', criticModel: ' ' }).notes).toEqual([
      'critic-skipped: model-unresolved',
    ]);
    expect(() => resolve({ critic: 'hal' })).toThrow('it takes off, claude, codex, gemini');
  });
});

describe('[V8] the state artifact', () => {
  const state = {
    taskKey: 'PAY-7',
    taskType: 'error-analysis' as const,
    seq: 1,
    config: { effectiveMaxRounds: 2 },
    findings: [],
    finalState: 'converged' as const,
    totalRounds: 0,
  };

  test('is written as 1.2 and read back', () => {
    const text = writeState(state);
    expect(JSON.parse(text)).toMatchObject({ schemaVersion: '1.2' });
    expect(readState(text, 'x.json')).toMatchObject(state);
  });

  test.each(['1.0', '1.1'])('%s is read, absent fields as null', (schemaVersion) => {
    const old = { ...gap('a', { codex: said('agree') }), source: undefined, classification: undefined };
    const text = JSON.stringify({ ...state, findings: [old], schemaVersion });
    expect(readState(text, 'x.json').findings[0]).toMatchObject({ source: null, classification: null });
  });

  test('another version fails with a sentence', () => {
    expect(() => readState(JSON.stringify({ ...state, schemaVersion: '2.0' }), 'x.json')).toThrow(
      'x.json has schema version "2.0"; 1.0, 1.1, 1.2 can be read',
    );
    expect(() => readState('{', 'x.json')).toThrow('x.json is not JSON');
  });
});
