import type { AdvisorCritique, AdvisorEntry, CritiqueIssue } from '@design-jury/contracts/content/schema';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { electDraft } from './election.ts';
import { sharedWords } from './lexical-selection.ts';
import { progressOf, type SitePhase } from './progress.ts';
import { isAllFailed, nextStep, type PipelineRecord, type RoundRecord } from './record.ts';
import { isSameIssue, NO_LISTS, revisionBrief, updateLists } from './regressions.ts';
import { decide } from './rubric.ts';
import { CriticSelectionError, candidatesFor, panelOf, readSelection, selectionPrompt } from './selection.ts';

const RECIPE = {
  contentType: 'website',
  authorAdvisor: 'copywriter',
  authorContextDocs: [],
  evaluationNeeds: 'positioning and search',
  minAggregateScore: 4,
  maxRevisionRounds: 3,
};
const issue = (severity: CritiqueIssue['severity'], description: string): CritiqueIssue => ({
  severity,
  description,
  suggestion: '',
});
const critique = (advisorId: string, score: number, ...issues: CritiqueIssue[]): AdvisorCritique => ({
  advisorId,
  name: advisorId,
  score,
  pass: true,
  issues,
});
const HIGH = issue('high', 'hero promises what positioning denies');

test('why a critic was chosen by words: those it shares with the needs, inflected or not, and no filler', () => {
  const needs = { evaluationNeeds: 'What the review must cover: headings, keywords and what this promises.' };
  const evaluationExpertise = 'Whether keyword and headings are what this needs.';
  expect(sharedWords(needs, { evaluationExpertise })).toEqual(['headings', 'keywords']);
  expect(sharedWords(needs, {})).toEqual([]);
});

describe('the editor rubric', () => {
  test.each([
    ['row 1: no critiques', [], null, 'approve', 'no-gate'],
    ['row 2: any high issue', [critique('a', 9, HIGH)], null, 'revise', 'high-severity'],
    ['row 2 before row 3', [critique('a', 5, HIGH)], [critique('a', 8)], 'revise', 'high-severity'],
    ['row 3: the mean fell', [critique('a', 5)], [critique('a', 6)], 'approve', 'oscillation'],
    ['equal means are not a fall', [critique('a', 3)], [critique('a', 3)], 'revise', 'below-threshold'],
    ['row 4: threshold met', [critique('a', 4)], null, 'approve', 'threshold-met'],
    ['row 5: below', [critique('a', 3.9)], null, 'revise', 'below-threshold'],
    ['zero issues with a low score', [critique('a', 2)], null, 'revise', 'below-threshold'],
  ] as const)('%s', (_, critiques, previous, decision, basis) => {
    expect(decide(critiques, RECIPE, previous)).toMatchObject({ decision, basis });
  });

  test('[B1] a critic that crashed in round 2 lowers no mean and approves nothing', () => {
    const before = [critique('a', 3), critique('b', 3.8)];
    expect(decide([critique('b', 3.8)], RECIPE, before)).toMatchObject({
      decision: 'revise',
      basis: 'below-threshold',
    });
  });

  test('[B2] another panel is compared over the critics both rounds have; none in common compares nothing', () => {
    const before = [critique('a', 9), critique('b', 3)];
    expect(decide([critique('b', 3), critique('c', 1)], RECIPE, before).basis).toBe('below-threshold');
    expect(decide([critique('c', 1)], RECIPE, before).basis).toBe('below-threshold');
  });

  test('the brief lists high, then medium, never low', () => {
    const critiques = [
      critique('a', 5, issue('medium', 'm'), issue('low', 'l')),
      critique('b', 5, issue('high', 'h')),
    ];
    expect(decide(critiques, RECIPE, null).brief).toBe('[HIGH] (b) h\n[MEDIUM] (a) m');
  });
});

test('the brief is bounded: 40 lines of 500 characters, and how many more there are', () => {
  const many = (count: number) => [
    critique('a', 5, ...Array.from({ length: count }, () => issue('high', 'x'))),
  ];
  const lines = (count: number) => decide(many(count), RECIPE, null).brief.split('\n');
  expect(lines(40)).toHaveLength(40);
  expect(lines(41)).toHaveLength(41);
  expect(lines(41).at(-1)).toBe('and 1 more');
  const long = decide([critique('a', 5, issue('high', 'y'.repeat(4_000)))], RECIPE, null).brief;
  expect(long.length).toBe('[HIGH] (a) '.length + 501);
});

describe('the elected draft', () => {
  const rounds = [
    { round: 1, critiques: [critique('a', 8)] },
    { round: 2, critiques: [critique('a', 6)] },
  ];

  test('[B3] on oscillation the best-scoring round, on approval the latest', () => {
    expect(electDraft(rounds, { decision: 'approve', basis: 'oscillation' }, RECIPE, 'latest')).toMatchObject(
      {
        round: 1,
        quality: 'approved',
      },
    );
    expect(electDraft(rounds, { decision: 'approve', basis: 'threshold-met' }, RECIPE, 'latest').round).toBe(
      2,
    );
  });

  test('fewest high issues come before the mean, ties go to the later round', () => {
    const mixed = [
      { round: 1, critiques: [critique('a', 9, HIGH)] },
      { round: 2, critiques: [critique('a', 5)] },
      { round: 3, critiques: [critique('a', 5)] },
    ];
    expect(electDraft(mixed, { decision: 'approve', basis: 'oscillation' }, RECIPE, 'latest').round).toBe(3);
  });

  test('below the valve an oscillation is saved as max-rounds-reached', () => {
    const low = rounds.map(({ round }) => ({ round, critiques: [critique('a', 3)] }));
    expect(electDraft(low, { decision: 'approve', basis: 'oscillation' }, RECIPE, 'latest')).toMatchObject({
      quality: 'max-rounds-reached',
      belowSafetyValve: true,
    });
  });

  test('exhaustion keeps the latest, or the best where that is asked for', () => {
    const end = { decision: 'revise', basis: 'high-severity' } as const;
    expect(electDraft(rounds, end, RECIPE, 'latest')).toMatchObject({
      round: 2,
      quality: 'max-rounds-reached',
    });
    expect(electDraft(rounds, end, RECIPE, 'best').round).toBe(1);
  });
});

const ADVISORS: AdvisorEntry[] = [
  { id: 'copywriter', name: 'Copywriter', role: 'author', evaluationExpertise: 'words', contextDocs: [] },
  { id: 'rumelt', name: 'Rumelt', role: 'strategist', contextDocs: [] },
  {
    id: 'april',
    name: 'April',
    role: 'strategist',
    evaluationExpertise: 'positioning',
    contextDocs: [],
    domainLabel: 'Positioning',
  },
  {
    id: 'seo',
    name: 'SEO',
    role: 'critic',
    evaluationExpertise: 'search',
    doesNotEvaluate: 'design',
    contextDocs: [],
  },
];

describe('selection', () => {
  const candidates = candidatesFor(RECIPE, ADVISORS);

  test('candidates have an expertise and are not the author; the role does not gate', () => {
    expect(candidates.map(({ id }) => id)).toEqual(['april', 'seo']);
  });

  test('the prompt carries both signals of each candidate', () => {
    expect(selectionPrompt(RECIPE, candidates)).toContain(
      '- seo: evaluates search Does not evaluate: design',
    );
  });

  test.each([
    ['a valid array, in registry order, once each', '["seo","april","seo"]', ['april', 'seo']],
    ['an empty array: nobody fits', '[]', []],
    ['[B10] a fenced array', '```json\n["seo"]\n```', ['seo']],
    ['[B10] an array amid prose', 'I [think] these fit: ["april"] as asked.', ['april']],
    ['unknown ids and the author are ignored', '["seo","copywriter","nobody"]', ['seo']],
  ])('%s', (_, answer, ids) => {
    expect(readSelection(answer, candidates).chosen.map(({ id }) => id)).toEqual(ids);
  });

  test.each([
    ['only unknown ids', '["nobody"]'],
    ['[B10] a string that contains an id', '"april"'],
    ['an object', '{"ids": "april"}'],
    ['numbers', '[1, 2]'],
    ['nothing', ''],
    ['prose', 'April should do it.'],
  ])('[B8] %s is an error, never an empty panel', (_, answer) => {
    expect(() => readSelection(answer, candidates)).toThrow(CriticSelectionError);
  });

  test('the panel is the named ones in order, then the chosen, once each; unknown names are skipped with a warning', () => {
    const { panel, warnings } = panelOf(['seo', 'ghost'], candidates, ADVISORS);
    expect(panel.map(({ id }) => id)).toEqual(['seo', 'april']);
    expect(warnings).toHaveLength(1);
  });

  test('hostile answers are read in bounded time', () => {
    expect(() => readSelection('['.repeat(200_000), candidates)).toThrow(CriticSelectionError);
  });
});

describe('do not regress', () => {
  const round = (n: number, ...critiques: AdvisorCritique[]) => ({ round: n, critiques });

  test('an issue its critic no longer raises is fixed, in that round', () => {
    const lists = updateLists(
      NO_LISTS,
      round(1, critique('april', 5, HIGH)),
      round(2, critique('april', 7)),
      ADVISORS,
    );
    expect(lists.fixed).toEqual([{ text: HIGH.description, round: 2 }]);
  });

  test('[B4] a rephrased issue is not fixed', () => {
    const again = issue('medium', 'the hero still promises something positioning denies');
    const lists = updateLists(
      NO_LISTS,
      round(1, critique('april', 5, HIGH)),
      round(2, critique('april', 6, again)),
      ADVISORS,
    );
    expect(lists.fixed).toEqual([]);
  });

  test('[B5] a critic that did not come back has fixed nothing and scored nothing well', () => {
    const lists = updateLists(
      NO_LISTS,
      round(1, critique('april', 5, HIGH)),
      round(2, critique('seo', 8)),
      ADVISORS,
    );
    expect(lists.fixed).toEqual([]);
    expect(lists.wellScored).toEqual(["seo's evaluation domain"]);
  });

  test('[B5] lists shrink: what comes back is a regression, what is disliked is no longer well scored', () => {
    const one = updateLists(
      NO_LISTS,
      round(1, critique('april', 5, HIGH)),
      round(2, critique('april', 8)),
      ADVISORS,
    );
    expect(one.wellScored).toEqual(['Positioning']);
    const two = updateLists(
      one,
      round(2, critique('april', 8)),
      round(3, critique('april', 5, HIGH)),
      ADVISORS,
    );
    expect(two).toEqual({ fixed: [], wellScored: [], regressed: [HIGH.description] });
  });

  test('low issues do not count; duplicates do not pile up', () => {
    const mild = critique('april', 8, issue('low', 'a comma'));
    const once = updateLists(NO_LISTS, null, round(1, mild), ADVISORS);
    expect(updateLists(once, round(1, mild), round(2, mild), ADVISORS).wellScored).toEqual(['Positioning']);
  });

  test('one shared word is enough only when a side has but one', () => {
    expect(isSameIssue('Headline', 'the headline is weak')).toBe(true);
    expect(isSameIssue('weak headline wording', 'strong headline image')).toBe(false);
  });

  test('the brief names the guard and tells the author to touch nothing else', () => {
    const lists = { fixed: [{ text: 'hero', round: 1 }], wellScored: ['SEO'], regressed: ['cta'] };
    const brief = revisionBrief('[HIGH] (a) h', lists);
    expect(brief).toContain('- hero (fixed Round 1)');
    expect(brief).toContain('These had been fixed and are back:\n- cta');
    expect(brief.endsWith('Leave everything on the do-not-regress list as it is.')).toBe(true);
  });
});

describe('the state machine', () => {
  const EMPTY: PipelineRecord = {
    recipe: RECIPE,
    panel: null,
    drafts: 0,
    rounds: [],
    saved: null,
    error: null,
  };
  const PANEL = [
    { advisorId: 'a', name: 'A' },
    { advisorId: 'b', name: 'B' },
  ];

  /** Does what the step says, with `score` as every critic's score, and nothing else. */
  function advance(record: PipelineRecord, score: number): PipelineRecord {
    const next = nextStep(record);
    const change = (n: number, patch: Partial<RoundRecord>): PipelineRecord => ({
      ...record,
      rounds: [
        ...record.rounds.filter(({ round }) => round !== n),
        {
          ...(record.rounds.find(({ round }) => round === n) ?? {
            round: n,
            critiques: [],
            failures: [],
            decision: null,
            summary: null,
          }),
          ...patch,
        },
      ],
    });
    const current = record.rounds.find(({ round }) => round === record.drafts);
    switch (next.step) {
      case 'draft':
        return { ...record, drafts: 1 };
      case 'select':
        return { ...record, panel: PANEL };
      case 'critique':
        return change(next.round, {
          critiques: [...(current?.critiques ?? []), critique(next.waiting[0] ?? '', score)],
        });
      case 'decide':
        return change(next.round, { decision: decide(current?.critiques ?? [], RECIPE, null) });
      case 'summarise':
        return change(next.round, { summary: { lists: NO_LISTS, brief: 'b' } });
      case 'revise':
        return { ...record, drafts: record.drafts + 1 };
      case 'save':
        return { ...record, saved: { round: next.round, quality: 'approved', belowSafetyValve: false } };
      case 'done':
        return record;
    }
  }

  function walk(score: number): string[] {
    const steps: string[] = [];
    for (let record = EMPTY, n = 0; n < 100; n++) {
      const { step } = nextStep(record);
      steps.push(step);
      if (step === 'done') break;
      // What is stored is all there is: a process that starts now sees the same next step.
      record = advance(JSON.parse(JSON.stringify(record)) as PipelineRecord, score);
    }
    return steps;
  }

  test('approve: draft, select, critics, decide, summarise, save', () => {
    expect(walk(8)).toEqual([
      'draft',
      'select',
      'critique',
      'critique',
      'decide',
      'summarise',
      'save',
      'done',
    ]);
  });

  test('[B9] N critique rounds at most, hence N - 1 revisions', () => {
    const steps = walk(2);
    expect(steps.filter((step) => step === 'revise')).toHaveLength(2);
    expect(steps.filter((step) => step === 'decide')).toHaveLength(3);
    expect(steps.at(-2)).toBe('save');
  });

  test('[B6] a panel once chosen is never chosen again', () => {
    expect(walk(2).filter((step) => step === 'select')).toHaveLength(1);
  });

  test('only critics that have not answered are asked again; failed ones have answered', () => {
    const record: PipelineRecord = {
      ...EMPTY,
      drafts: 1,
      panel: PANEL,
      rounds: [{ round: 1, critiques: [critique('a', 5)], failures: [], decision: null, summary: null }],
    };
    expect(nextStep(record)).toEqual({ step: 'critique', round: 1, waiting: ['b'] });
  });

  test('all critics failed is an error, never an approval', () => {
    const failed = { advisorId: 'a', name: 'A', error: 'down' };
    const round: RoundRecord = { round: 1, critiques: [], failures: [failed], decision: null, summary: null };
    expect(isAllFailed({ ...EMPTY, panel: [PANEL[0] ?? failed] }, round)).toBe(true);
    expect(isAllFailed({ ...EMPTY, panel: [] }, { ...round, failures: [] })).toBe(false);
    const error = { cause: 'all-critics-failed', message: 'all critics failed' };
    const broken = { ...EMPTY, drafts: 1, panel: [PANEL[0] ?? failed], rounds: [round], error };
    const { status, currentStep, steps } = progressOf(broken, 'running');
    expect({ status, currentStep }).toEqual({ status: 'error', currentStep: 'critique' });
    expect(steps.find((step) => step.name === 'critique')?.status).toBe('error');
  });

  test('an empty panel is decided at once, as no gate', () => {
    const record: PipelineRecord = { ...EMPTY, drafts: 1, panel: [] };
    expect(nextStep(record)).toEqual({ step: 'critique', round: 1, waiting: [] });
  });

  test('[B7] a site that is to be deployed is the last step, and the run is not complete before it', () => {
    let record = EMPTY;
    for (let n = 0; n < 10; n++) record = advance(record, 8);
    const at = (site: SitePhase, pause: 'running' | 'paused' = 'running') => {
      const { status, currentStep, steps } = progressOf(record, pause, site);
      const last = steps.at(-1);
      return [status, currentStep, last?.name, last?.status];
    };
    expect(at({ phase: 'none' })).toEqual(['complete', 'done', 'save', 'complete']);
    expect(at({ phase: 'open', detail: 'create_repo' })).toEqual(['running', 'deploy', 'deploy', 'running']);
    expect(at({ phase: 'open', detail: '' }, 'paused')).toEqual(['paused', 'deploy', 'deploy', 'pending']);
    expect(at({ phase: 'done', detail: '/sites/x/' })).toEqual(['complete', 'done', 'deploy', 'complete']);
    expect(at({ phase: 'failed', detail: 'git' })).toEqual(['complete', 'done', 'deploy', 'error']);
    // Before there is anything to deploy it waits.
    expect(progressOf(EMPTY, 'running', { phase: 'open', detail: '' }).steps.at(-1)?.status).toBe('pending');
  });

  test('[B7] progress follows the record at every step', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1, max: 10 }), (count, score) => {
        let record = EMPTY;
        for (let n = 0; n < count; n++) record = advance(record, score);
        const progress = progressOf(record, 'running');
        expect(progress.round).toBe(record.drafts);
        expect(progress.currentStep).toBe(nextStep(record).step);
        expect(progress.critiqueHistory).toHaveLength(
          record.rounds.filter(({ decision }) => decision !== null).length,
        );
        expect(progress.status === 'running').toBe(record.saved === null);
      }),
    );
  });
});
