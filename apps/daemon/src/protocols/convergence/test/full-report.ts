/** A report with everything a report can have, and text as long and as foreign as workers write it. */
import type {
  EvidenceRef,
  Finding,
  FindingClass,
  PlanVote,
  Vote,
} from '@design-jury/contracts/convergence/schema';
import { reportOf } from '../report.ts';
import type { Report } from '../report-parts.ts';
import type { ConvergenceResult } from '../result.ts';

const LONG_PATH =
  'packages/billing-service/src/main/java/org/example/library/lending/fees/LateFeeCalculationServiceImplementation.java';
const LONG_WORD = 'ERR_LATE_FEE_SCHEDULE_NOT_FOUND_FOR_BRANCH_'.repeat(4);
const CLAIM =
  'The due day itself is charged, for the number of days is rounded up before it is compared with the grace period, so that a book given back in the evening counts as a day late.';
const KOREAN =
  '반납 예정일 당일에도 연체료가 부과됩니다. 일수를 올림한 뒤에 유예 기간과 비교하기 때문에 저녁에 반납한 책은 하루 늦은 것으로 계산됩니다.';
const EVIDENCE: EvidenceRef[] = [
  { kind: 'file', ref: LONG_PATH, line: 1204, quote: 'return days >= 0 ? (days + 1) * 25 : 0;' },
  { kind: 'command', ref: 'npm run test -- --reporter=verbose test/fee.test.mjs', quote: LONG_WORD },
  { kind: 'requirement', ref: 'brief', line: 8 },
];

function vote(verdict: Vote['verdict'], more: Partial<Vote> = {}): Vote {
  return { verdict, disagreeBasis: null, rationale: 'opened and read', evidence: [], ...more };
}

const AGAINST = vote('disagree', {
  disagreeBasis: 'counter-evidence',
  rationale: 'The comparison is made with whole days; the line quoted is only reached after it.',
  evidence: EVIDENCE.slice(0, 1),
});

function finding(id: string, classification: FindingClass, claim: string): Finding {
  return {
    id,
    claim,
    discoveredBy: ['claude'],
    originWorker: 'claude',
    originEvidence: EVIDENCE,
    ticketIds: ['LATE-7'],
    source: null,
    supplements: [{ by: 'codex', text: 'The clock is read twice, which makes it worse around midnight.' }],
    notAsked: [],
    rounds: [
      { round: 1, votes: { codex: vote('agree'), gemini: AGAINST } },
      { round: 2, votes: { codex: vote('supplement'), gemini: vote('verification-error') } },
    ],
    classification,
    disputed: true,
    unverified: false,
  };
}

const BROKEN: PlanVote = {
  verdict: 'disagree',
  kind: 'a',
  reason: `${LONG_PATH} does not exist`,
  also: [{ kind: 'b', reason: 'step 1 waits for itself: step 1, step 2, step 3 form a circle' }],
};

const RESULT: ConvergenceResult = {
  findings: [
    finding('F-001', 'full-consensus', CLAIM),
    finding('F-002', 'partial-consensus', KOREAN),
    finding('F-003', 'contested', `The job fails with ${LONG_WORD}.`),
    finding('F-004', 'worker-unique', 'Nobody resets the counter.'),
  ],
  finalState: 'max-rounds-reached',
  totalRounds: 2,
  notes: ['critic-gaps-unverified: 1'],
  critic: { provider: 'gemini', modelExecutionValue: 'default', gapsProposed: 3, gapsMerged: 1 },
  criticSaid: ['Nobody looked at the clock.'],
  dropped: [finding('G-002', 'contested', 'The billing queue drops messages under load.')],
  clarifications: [
    {
      id: 'C-001',
      kind: 'decision',
      statement: `How many days of grace do schools have? Evidence checked: ${LONG_PATH}:88`,
      expectedForm: 'the decision, in one sentence',
      status: 'open',
      blocks: 'approval',
      userInput: '',
    },
    {
      id: 'C-002',
      kind: 'question',
      statement: '학교의 유예 기간은 며칠입니까? Evidence checked: none - only the library knows',
      expectedForm: '일수',
      status: 'answered',
      blocks: 'none',
      userInput: '사흘입니다.',
    },
  ],
  draft: null,
  lacksPlan: false,
  handsOver: false,
  gate: {
    result: 'blocked-by-disagreement',
    gating: true,
    items: [
      {
        item: { id: 'P-Step-1', section: 'Steps', text: `Step 1: Change ${LONG_PATH}.`, refs: [] },
        votes: { claude: BROKEN, codex: { verdict: 'agree' } },
        class: 'dissent-isolated',
      },
    ],
    dissent: [
      { itemId: 'P-Step-1', voter: 'claude', kind: 'a', reason: `${LONG_PATH} does not exist` },
      { itemId: 'P-Step-1', voter: 'codex', kind: 'a', reason: `${LONG_PATH} does not exist` },
      { itemId: 'P-Step-1', voter: 'claude', kind: 'b', reason: 'step 1 waits for itself' },
    ],
  },
  acceptance: {
    verdict: 'blocked',
    blockers: [
      {
        id: 'F-001',
        statement: CLAIM,
        evidence: EVIDENCE,
        severity: 'critical',
        followUpPhase: 'implementation',
        source: 'verifier',
      },
    ],
    risks: [
      {
        statement: `Under load the log shows ${LONG_WORD}.`,
        severity: 'minor',
        evidence: EVIDENCE,
        escalationTrigger: 'another reviewer sees what claude saw',
        source: 'critic',
      },
    ],
    requirements: [
      {
        id: 'LATE-7.1',
        text: 'A book given back on its due day costs nothing.',
        line: 8,
        artifacts: [{ ref: { kind: 'file', ref: LONG_PATH }, by: ['claude', 'codex', 'gemini'] }],
        blocker: null,
      },
      { id: 'LATE-7.2', text: KOREAN, line: 9, artifacts: [], blocker: 'F-001' },
    ],
    workerVerdicts: [
      { worker: 'claude', verdict: 'blocked', supports: ['F-001'] },
      { worker: 'codex', verdict: 'accepted', supports: [] },
      { worker: 'gemini', verdict: null, supports: [] },
    ],
  },
  analyses: [],
  absent: [{ worker: 'gemini', error: 'gemini said nothing more for 240000 ms' }],
};

export function fullReport(language: 'en' | 'ko'): Report {
  return reportOf({ taskKey: 'LATE-7', phase: 'implementation-planning', language, result: RESULT });
}
