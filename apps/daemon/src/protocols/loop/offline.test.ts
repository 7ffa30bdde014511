import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { readDocument } from '../documents/document.ts';
import type { Surroundings } from './checks/remark.ts';
import { CRITERIA_SETS } from './criteria-sets.ts';
import { applyEdits, mechanicalEdits, reviewOffline } from './offline-critic.ts';

const NOWHERE: Surroundings = { files: new Map(), byName: new Map(), scripts: null };
const criteriaOf = (command: string) => CRITERIA_SETS.find((set) => set.command === command)?.criteria ?? [];
const example = (name: string) =>
  readFile(new URL(`../../../../../examples/specs/${name}.md`, import.meta.url), 'utf8');

function review(text: string, command = 'spec', surroundings = NOWHERE) {
  const { answer, remarks } = reviewOffline(readDocument(text), surroundings, criteriaOf(command));
  const all = [...remarks.values()].flat();
  return { answer, all, checks: [...new Set(all.map(({ check }) => check))].toSorted() };
}

describe('the examples', () => {
  test('the clean spec has no finding and passes at once', async () => {
    const { answer, all } = review(await example('booking'));
    expect(all).toEqual([]);
    expect(answer.results.map(({ verdict }) => verdict)).toEqual(['PASS', 'PASS', 'PASS', 'PASS']);
    expect(answer.adversarial[0]?.realistic).toBe(false);
  });

  test('the flawed ones have at least ten distinct true findings each', async () => {
    const missing: Surroundings = { ...NOWHERE, files: new Map([['roles.md', false]]) };
    expect(review(await example('export'), 'spec', missing).checks).toEqual([
      'contradiction',
      'cycle',
      'dead-anchor',
      'dead-link',
      'doubled-word',
      'duplicate',
      'duplicate-id',
      'empty-section',
      'heading-level',
      'missing-section',
      'no-failure',
      'open-list',
      'placeholder',
      'undecidable',
      'undefined-term',
      'unknown-reference',
    ]);
    expect(review(await example('notifications')).all.length).toBeGreaterThanOrEqual(10);
  });

  test.each(['export', 'notifications'])(
    '%s: fixes leave the document valid and bring no new finding',
    async (name) => {
      const before = await example(name);
      const first = review(before);
      const after = applyEdits(before, mechanicalEdits(first.all));
      expect(after).not.toBe(before);
      const second = review(after);
      const checks = new Set(first.checks);
      expect(second.checks.every((check) => checks.has(check))).toBe(true);
      expect(second.all.length).toBeLessThan(first.all.length);
      expect(readDocument(after).headings.map(({ text }) => text)).toEqual(
        readDocument(before).headings.map(({ text }) => text),
      );
    },
  );
});

describe('what is found', () => {
  test.each([
    ['a placeholder', '# A\n\nThe owner is TBD.\n', 'placeholder'],
    ['an empty section', '# A\n\ntext\n\n## B\n\n## C\n\ntext\n', 'empty-section'],
    ['a section that is not there', '# A\n\nSee section 4.2 for it.\n', 'missing-section'],
    ['a term out of nowhere', '# A\n\nThe ABQ decides.\n', 'undefined-term'],
    ['a word without a figure', '# A\n\n- It must answer quickly.\n', 'unmeasured'],
    ['a word nothing decides', '# A\n\n- It must be intuitive.\n', 'undecidable'],
    [
      'the same twice',
      '# A\n\n- It must keep every order for one year.\n- It must keep every order for one year.\n',
      'duplicate',
    ],
    ['one number for two things', '# A\n\n- R-1: It must sing.\n- R-1: It must dance.\n', 'duplicate-id'],
    [
      'two figures for one thing',
      '# A\n\n- A session must end after 30 minutes without use.\n- A session must end after 60 minutes without use.\n',
      'contradiction',
    ],
    ['a circle', '# A\n\n- R-1: Depends on R-2.\n- R-2: Depends on R-1.\n', 'cycle'],
    ['a need that is not there', '# A\n\n- R-1: Depends on R-9.\n', 'unknown-reference'],
    ['an anchor to nothing', '# A\n\n[there](#nowhere-at-all)\n', 'dead-anchor'],
    ['a word twice', '# A\n\nIt is is in the the file.\n', 'doubled-word'],
    ['a heading two levels down', '# A\n\ntext\n\n### B\n\ntext\n', 'heading-level'],
    ['input without failure', '# A\n\n- The user must upload a picture.\n', 'no-failure'],
  ])('%s', (_, text, check) => expect(review(text).checks).toContain(check));

  test.each([
    ['names of variables in code marks', '# A\n\nSet `TMPDIR` and `XQZ`.\n'],
    ['a spelled-out term', '# A\n\nThe automatic booking queue (ABQ) decides. The ABQ is small.\n'],
    ['a term explained in a list', '# A\n\n- ABQ: the queue of bookings\n\nThe ABQ decides.\n'],
    ['a figure beside the word', '# A\n\n- It must answer quickly, within 200 ms.\n'],
    [
      'different percentiles',
      '# A\n\n- p50 must be at most 100 ms for search.\n- p99 must be at most 300 ms for search.\n',
    ],
    [
      'a lower and an upper bound',
      '# A\n\n- A name must have at least 3 letters here.\n- A name must have at most 60 letters here.\n',
    ],
    ['words that may stand twice', '# A\n\nI know that that had had no effect.\n'],
    ['code that looks like a slip', '# A\n\n```\nTODO the the\n```\n'],
    ['frontmatter', '---\ntitle: TBD\n---\n# A\n\ntext\n'],
    ['an anchor of HTML', '# A\n\n<a id="x-1"></a>\n\n[there](#x-1)\n'],
  ])('not found: %s', (_, text) => expect(review(text).checks).toEqual([]));

  test('a plan is asked for its paths, its scripts, its proof and its way back', () => {
    const plan = '# Plan\n\n## Steps\n\n- Step 1: Change `src/a/b.ts`, then `npm run ship`.\n';
    const around: Surroundings = {
      files: new Map([['src/a/b.ts', false]]),
      byName: new Map(),
      scripts: new Set(['test']),
    };
    expect(review(plan, 'plan', around).checks).toEqual([
      'missing-path',
      'missing-script',
      'no-risk',
      'no-rollback',
      'no-validation',
    ]);
  });

  test('three perspectives see three things, each what is theirs; one sees the worst', () => {
    const text = '# Export\n\n- EX-1: TBD.\n\n- EX-2: It must end within 5 seconds. See [sizes](#sizes).\n';
    const views = (perspectives: number) =>
      reviewOffline(readDocument(text), NOWHERE, criteriaOf('spec'), new Set(), perspectives).answer
        .adversarial;
    expect(views(1)).toHaveLength(1);
    expect(
      views(3).map(({ perspective, realistic, scenario }) => [perspective, realistic, scenario.slice(0, 24)]),
    ).toEqual([
      ['skeptic', true, 'Somebody follows line 3 '],
      ['devils-advocate', true, 'Somebody follows line 5 '],
      ['edge-case', false, 'What comes in is empty, '],
    ]);
  });

  test('a criterion no check answers is deferred, not passed', () => {
    const { answer } = review('# Plan\n', 'plan');
    expect(answer.results.find(({ criterionId }) => criterionId === 'PRINCIPLES')?.verdict).toBe('DEFER');
  });

  test('hostile documents are read in bounded time', () => {
    for (const text of [
      '['.repeat(50_000),
      '- R-1: must\n'.repeat(5_000),
      '#'.repeat(100_000),
      'must 3 s\n\n'.repeat(3_000),
    ])
      expect(review(text.slice(0, 200_000)).answer.results).toHaveLength(4);
  });
});
