import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ContentEvent } from './events.ts';
import { EMPTY_PIPELINE, foldPipeline, type StampedContent } from './fold.ts';
import { deploymentOf, guardsAfter, standingOf, stepsOf } from './standing.ts';

const told = (events: readonly ContentEvent[]): StampedContent[] =>
  events.map((event, index) => ({
    ...event,
    seq: index + 1,
    at: new Date(Date.UTC(2026, 0, 1, 0, 0, index)).toISOString(),
  }));
const folded = (events: readonly StampedContent[]) => events.reduce(foldPipeline, EMPTY_PIPELINE);
const fold = (events: readonly ContentEvent[]) => folded(told(events));

const HERO = { severity: 'high', description: 'The hero denies it.', suggestion: 'Say it.' } as const;
const LOW = { severity: 'low', description: 'A comma.', suggestion: 'Drop it.' } as const;
const STARTED: ContentEvent = {
  key: 'started',
  type: 'content.started',
  ideaId: 'tidewatch',
  contentType: 'website',
  agent: 'grounded',
  author: 'Brand Copywriter',
  maxRounds: 3,
  minScore: 4,
};
const PANEL: ContentEvent = {
  key: 'panel',
  type: 'content.panel_chosen',
  by: 'lexical',
  panel: [
    { advisorId: 'april', name: 'April', domain: 'Positioning', basis: 'lexical', words: ['positioning'] },
    { advisorId: 'seo', name: 'SEO Expert', domain: 'Search', basis: 'lexical' },
  ],
};
const asks = (round: number, advisorId: string, attempt = 1): ContentEvent => ({
  key: `asked.${round}.${advisorId}.${attempt}`,
  type: 'content.critic_asked',
  round,
  advisorId,
  name: advisorId,
  attempt,
});
const scores = (round: number, advisorId: string, score: number, issues: (typeof HERO | typeof LOW)[] = []) =>
  ({
    key: `heard.${round}.${advisorId}`,
    type: 'content.critic_scored',
    round,
    advisorId,
    name: advisorId,
    score,
    pass: true,
    issues,
  }) satisfies ContentEvent;
const fails = (round: number, advisorId: string): ContentEvent => ({
  key: `heard.${round}.${advisorId}`,
  type: 'content.critic_failed',
  round,
  advisorId,
  name: advisorId,
  error: 'no answer',
});
const step = (name: 'draft' | 'select' | 'critique' | 'revise' | 'deploy', round: number): ContentEvent => ({
  key: `step.${name}.${round}`,
  type: 'content.step_started',
  step: name,
  round,
});
const drafted = (round: number): ContentEvent => ({ key: `d${round}`, type: 'content.drafted', round });
const decided = (round: number, decision: 'approve' | 'revise'): ContentEvent => ({
  key: `decided.${round}`,
  type: 'content.decided',
  round,
  decision,
  basis: decision === 'approve' ? 'threshold-met' : 'high-severity',
  avgScore: 7,
  highIssueCount: decision === 'approve' ? 0 : 1,
});
const summarised = (
  round: number,
  lists: Partial<Extract<ContentEvent, { brief: string }>>,
): ContentEvent => ({
  key: `summarised.${round}`,
  type: 'content.summarised',
  round,
  fixed: [],
  wellScored: [],
  regressed: [],
  brief: 'Address these issues:',
  ...lists,
});
const SAVED: ContentEvent = {
  key: 'saved',
  type: 'content.saved',
  round: 2,
  quality: 'approved',
  belowSafetyValve: false,
};
const PAUSED: ContentEvent = {
  key: 'paused.1',
  type: 'content.paused',
  reason: 'time-budget',
  message: 'over',
};
const RESUMED: ContentEvent = { key: 'resumed.1', type: 'content.resumed' };
const made = (name: string): ContentEvent => ({
  key: `deploy.${name}`,
  type: 'content.deploy_step',
  step: name,
  detail: `${name} is done`,
});
const DEPLOYED: ContentEvent = {
  key: 'deployed',
  type: 'content.deployed',
  place: '/sites/tidewatch/',
  commit: 'abcdef0123456789',
  pushed: null,
  accessibility: 'axe found nothing',
};

const ROUND_1 = [
  STARTED,
  step('draft', 1),
  drafted(1),
  step('select', 1),
  PANEL,
  step('critique', 1),
  asks(1, 'april'),
  asks(1, 'seo'),
  scores(1, 'april', 5, [HERO]),
  scores(1, 'seo', 9, [LOW]),
  decided(1, 'revise'),
  summarised(1, { wellScored: ['Search'] }),
];
const WHOLE = [
  ...ROUND_1,
  PAUSED,
  RESUMED,
  step('revise', 2),
  drafted(2),
  step('critique', 2),
  asks(2, 'april'),
  scores(2, 'april', 8),
  asks(2, 'seo'),
  asks(2, 'seo', 2),
  fails(2, 'seo'),
  decided(2, 'approve'),
  summarised(2, { fixed: [{ text: HERO.description, round: 2 }], wellScored: ['Search', 'Positioning'] }),
  { key: 'warning.0', type: 'content.warning', message: 'SEO Expert gave 11; it counts as 10' } as const,
  SAVED,
  step('deploy', 2),
  made('design_brand'),
  made('assemble_site_files'),
  made('validate_code'),
  made('create_repo'),
  made('deploy'),
  DEPLOYED,
];

describe('a run of the content pipeline, folded', () => {
  test('in any order and however often each is told, the events give the same view', () => {
    const events = told(WHOLE);
    const expected = folded(events);
    const anyOrder = fc.shuffledSubarray(events, { minLength: events.length, maxLength: events.length });
    fc.assert(
      fc.property(anyOrder, fc.array(fc.constantFrom(...events)), (order, again) => {
        expect(folded([...order, ...again])).toEqual(expected);
        expect(folded([...again, ...order])).toEqual(expected);
      }),
    );
  });

  test('whoever joins late or again has the view of whoever watched from the start', () => {
    const events = told(WHOLE);
    fc.assert(
      fc.property(fc.nat(events.length), (at) => {
        const early = folded(events.slice(0, at));
        expect(events.slice(Math.max(0, at - 5)).reduce(foldPipeline, early)).toEqual(folded(events));
      }),
    );
  });

  test('the steps at every moment: exactly one runs until it is over, and none goes back within a round', () => {
    for (let at = 1; at <= WHOLE.length; at++) {
      const so = fold(WHOLE.slice(0, at));
      const running = stepsOf(so).filter(({ status }) => status === 'running');
      const standing = standingOf(so);
      expect(running.length, `after ${WHOLE[at - 1]?.type}`).toBe(standing.kind === 'working' ? 1 : 0);
    }
    expect(stepsOf(fold(WHOLE)).every(({ status }) => status === 'complete')).toBe(true);
  });

  test.each([
    ['nothing', [], { kind: 'empty' }],
    ['started', [STARTED], { kind: 'working', step: 'draft', round: 1 }],
    ['drafted', [STARTED, drafted(1)], { kind: 'working', step: 'select', round: 1 }],
    ['chosen', [STARTED, drafted(1), PANEL], { kind: 'working', step: 'critique', round: 1 }],
    ['one heard', ROUND_1.slice(0, 9), { kind: 'working', step: 'critique', round: 1 }],
    ['all heard', ROUND_1.slice(0, 10), { kind: 'working', step: 'decide', round: 1 }],
    ['decided', ROUND_1.slice(0, 11), { kind: 'working', step: 'summarise', round: 1 }],
    ['to revise', ROUND_1, { kind: 'working', step: 'revise', round: 2 }],
    ['paused', [...ROUND_1, PAUSED], { kind: 'paused', reason: 'time-budget', step: 'revise' }],
    ['resumed', [...ROUND_1, PAUSED, RESUMED], { kind: 'working', step: 'revise', round: 2 }],
    ['saved', WHOLE.slice(0, WHOLE.indexOf(SAVED) + 1), { kind: 'over', outcome: 'approved', round: 2 }],
    ['deploying', WHOLE.slice(0, WHOLE.indexOf(SAVED) + 3), { kind: 'working', step: 'deploy' }],
    ['deployed', WHOLE, { kind: 'over', outcome: 'deployed' }],
    [
      'all failed',
      [
        ...ROUND_1.slice(0, 8),
        fails(1, 'april'),
        fails(1, 'seo'),
        { key: 'failed', type: 'content.failed', cause: 'all-critics-failed', message: 'all critics failed' },
      ],
      { kind: 'error', cause: 'all-critics-failed', step: 'critique', round: 1 },
    ],
    [
      'rounds used up',
      [...ROUND_1, { ...SAVED, round: 1, quality: 'max-rounds-reached' }],
      { kind: 'over', outcome: 'max-rounds-reached', round: 1 },
    ],
    ['an empty panel', [STARTED, drafted(1), { ...PANEL, panel: [] }], { kind: 'working', step: 'decide' }],
  ] as [string, ContentEvent[], object][])(
    'it stands as the machine of the daemon: %s',
    (_, events, expected) => {
      expect(standingOf(fold(events))).toMatchObject(expected);
    },
  );

  test('a failed critic has no score, and an answer is not taken back by a late word that it was asked', () => {
    const [, two] = fold(WHOLE).rounds;
    expect(two?.critics.seo).toEqual({ state: 'failed', error: 'no answer' });
    const late = folded([...told([STARTED, PANEL, scores(1, 'april', 8)]), ...told([asks(1, 'april', 2)])]);
    expect(late.rounds[0]?.critics.april).toMatchObject({ state: 'scored', score: 8 });
  });

  test('the do-not-regress list says where each line came from', () => {
    const whole = fold(WHOLE);
    expect(guardsAfter(whole, 1)).toEqual([
      { kind: 'well-scored', text: 'Search', since: 1, by: ['SEO Expert'] },
    ]);
    expect(guardsAfter(whole, 2)).toEqual([
      { kind: 'fixed', text: HERO.description, since: 2, by: ['April'] },
      { kind: 'well-scored', text: 'Search', since: 1, by: ['SEO Expert'] },
      { kind: 'well-scored', text: 'Positioning', since: 2, by: ['April'] },
    ]);
    expect(guardsAfter(whole, 9)).toEqual([]);
    const back = fold([...ROUND_1, summarised(2, { regressed: [HERO.description] })]);
    expect(guardsAfter(back, 2)).toMatchObject([{ kind: 'regressed', by: ['April'] }]);
  });

  test('a deployment is told step by step; what had nothing to do is not called done, what broke is named', () => {
    expect(deploymentOf(fold(ROUND_1))).toBeNull();
    const states = (events: readonly ContentEvent[]) =>
      deploymentOf(fold(events))?.map(({ status }) => status);
    const upTo = WHOLE.indexOf(SAVED);
    expect(states(WHOLE.slice(0, upTo + 2))).toEqual(['running', ...Array(5).fill('pending')]);
    expect(states(WHOLE.slice(0, upTo + 4))).toEqual([
      'done',
      'done',
      'running',
      ...Array(3).fill('pending'),
    ]);
    expect(states(WHOLE)).toEqual(['done', 'done', 'done', 'done', 'skipped', 'done']);
    const broken = fold([
      ...WHOLE.slice(0, upTo + 4),
      { key: 'not_deployed.1', type: 'content.not_deployed', step: 'validate_code', message: 'no lang' },
    ]);
    expect(deploymentOf(broken)?.[2]).toEqual({ name: 'validate_code', status: 'failed', detail: 'no lang' });
    expect(standingOf(broken)).toMatchObject({ kind: 'over', outcome: 'not-deployed' });
    expect(stepsOf(broken).at(-1)).toEqual({ name: 'deploy', status: 'error' });
  });

  test('a text that was never revised or deployed has those steps left out, not done', () => {
    const once = fold([STARTED, drafted(1), PANEL, { ...SAVED, round: 1 }]);
    expect(stepsOf(once).filter(({ status }) => status === 'skipped')).toEqual([
      { name: 'revise', status: 'skipped' },
      { name: 'deploy', status: 'skipped' },
    ]);
    const post = fold([{ ...STARTED, contentType: 'blog-post' } as ContentEvent]);
    expect(stepsOf(post).at(-1)).toEqual({ name: 'deploy', status: 'skipped' });
    expect(stepsOf(EMPTY_PIPELINE).every(({ status }) => status === 'pending')).toBe(true);
  });

  test('what older versions told, and what a newer one may tell, is read', () => {
    const older = { ...summarised(1, {}), fixed: ['words alone'] } as unknown as ContentEvent;
    expect(fold([STARTED, drafted(1), PANEL, older]).rounds[0]?.summary?.fixed).toEqual([
      { text: 'words alone', round: 0 },
    ]);
    const known = fold([STARTED]);
    expect(foldPipeline(known, { type: 'content.sang', seq: 9, at: '' } as unknown as StampedContent)).toBe(
      known,
    );
  });
});

test('a run that the host puts aside and resumes stands as one that said so itself', () => {
  const before = told([...ROUND_1]);
  const at = '2026-01-01T00:01:00.000Z';
  const parked: StampedContent = { type: 'run.state', state: 'paused', reason: 'time-budget', seq: 90, at };
  const resumed: StampedContent = { type: 'run.state', state: 'running', reason: 'resumed', seq: 91, at };
  expect(standingOf(folded([...before, parked]))).toMatchObject({
    kind: 'paused',
    reason: 'time-budget',
    message: 'the time for one process is over',
    step: 'revise',
  });
  expect(standingOf(folded([...before, parked, resumed]))).toMatchObject({ kind: 'working', step: 'revise' });
  // Neither order nor repetition matters.
  expect(folded([...before, resumed, parked, parked])).toEqual(folded([...before, parked, resumed]));
});
