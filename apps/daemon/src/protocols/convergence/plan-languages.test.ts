import { describe, expect, test } from 'vitest';
import { readDocument } from '../documents/document.ts';
import { planFaults } from './plan-faults.ts';
import { planItems, readPlanContents } from './plan-items.ts';
import { readSteps } from './plan-steps.ts';

/** Every step that reaches itself; what the workers find in two ways. */
function circles(graph: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    (graph.get(from) ?? []).some(
      (next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))),
    );
  return new Set([...graph.keys()].filter((key) => reaches(key, key)));
}

function faults(plan: string, brief: string | null = null): string[] {
  const found = planFaults(readPlanContents(plan, brief), circles);
  return [...found].flatMap(([id, own]) => own.map(({ kind, reason }) => `${id} ${kind} ${reason}`));
}
const needs = (plan: string) =>
  readSteps(readDocument(plan)).map(
    ({ key, needs: own }) => `${key}<${own.map((need) => need.key).join(',')}`,
  );

describe('steps are read however they are written', () => {
  test.each([
    [
      'headings',
      '# P\n\n## Steps\n\n### Step 1: A\n\nDepends on: nothing\n\n### Step 2: B\n\nDepends on: Step 1\n',
    ],
    ['a table', '# P\n\n| # | what | needs |\n|---|---|---|\n| 1 | dump it | - |\n| 2 | load it | 1 |\n'],
    ['a numbered list', '# P\n\n1. Dump it all.\n2. Load it, after step 1.\n'],
    ['paragraphs', 'Plan\n\netape 1 - copie\nOn copie.\n\nEtape 2 : envoi. dépend de l’étape 1.\n'],
    [
      'German',
      '# P\n\n### Schritt 1: A\n\nAbhängig von: keine\n\n### Schritt 2: B\n\nSetzt Schritt 1 voraus.\n',
    ],
    ['Spanish', '# P\n\n### Paso 1: A\n\nDepende de: ninguno\n\n### Paso 2: B\n\nDepende de: Paso 1\n'],
    [
      'Japanese',
      '# 計画\n\n| 手順 | 内容 | 前提 |\n|---|---|---|\n| 1 | 取得する | なし |\n| 2 | 移行する | 1 |\n',
    ],
  ])('as %s', (_, plan) => expect(needs(plan)).toEqual(['1<', '2<1']));

  test('a code names a step too', () => {
    expect(
      needs('# P\n\n- T1: Set up.\n- T2: Build.\n  - Depends on: T1, T3\n- T3: Ship, blocked by T2.\n'),
    ).toEqual(['t1<', 't2<t1,t3', 't3<t2']);
  });

  test.each([
    ['prose', '# Plan\n\nWe will think about it next week.\n'],
    ['steps to follow', '# Plan\n\n## Schritte\n\nfolgen\n'],
    ['a comment', '<!-- 1. Build. 2. Test. -->\n'],
    ['a table of figures', '# P\n\n| 1 | 20 |\n|---|---|\n| 2 | 30 |\n'],
  ])('%s is none', (_, plan) => expect(planItems(plan)).toEqual([]));
});

const proved = (n: number, more: string) =>
  `### Step ${n}: Part ${n}\n\n${more}\nValidation: the count of part ${n} is ${n}.\n\n`;

describe('what is wrong by the text itself', () => {
  test('circles are found anywhere, each once with its own steps', () => {
    const plan = `# P\n\n${proved(1, 'Depends on: Step 2')}${proved(2, 'Depends on: Step 1')}${proved(3, '')}${proved(4, 'Depends on: Step 5')}${proved(5, 'Depends on: Step 4')}`;
    expect(faults(plan).filter((fault) => fault.includes('circle'))).toEqual([
      'P-Step-1 b step 1 waits for itself: step 1, step 2 form a circle',
      'P-Step-4 b step 4 waits for itself: step 4, step 5 form a circle',
    ]);
  });

  test('a step without the proof the others have, and a proof that cannot fail', () => {
    const plan = `# P\n\n${proved(1, '')}${proved(2, '')}### Step 3: Page\n\nShow it.\n\n### Step 4: Mail\n\nSend it.\nValidation: looks fine.\n`;
    expect(faults(plan)).toEqual([
      'P-Step-3 c step 3 says nothing of how it is proved',
      'P-Step-4 c the proof of step 4 cannot fail: "looks fine."',
    ]);
  });

  test('a requirement no step is about, and one a step gives another figure', () => {
    const plan = `# P\n\n${proved(1, 'Answer 403 when it is too large. (Q-1)')}`;
    const brief =
      '# Q\n\n- Q-1: Uploads that are too large are refused with status 413.\n- Q-2: Administrators are mailed at 80 %.\n';
    expect(faults(plan, brief)).toEqual([
      'P-Step-1 e step 1 says 403, and 413 is wanted by Q-1 (line 5)',
      'P-Req-2 e Q-2 is not covered: no step is about it',
    ]);
  });

  test.each([
    ['Constraints', true],
    ['3. Technical constraints', true],
    ['Constraints and assumptions', true],
    ['Boundary conditions', true],
    ['Contraintes techniques', true],
    ['制約条件', true],
    ['Boundary lines', false],
    ['Constraint editor', false],
    ['The editor for constraints of users', false],
  ])('what stands under "%s" limits the work and is no work: %s', (heading, isLimit) => {
    const plan = `# P\n\n${proved(1, 'Answer 413 when it is too large. (Q-1)')}## Requirements\n\n- Q-1: Uploads that are too large are refused with status 413.\n\n### ${heading}\n\n- Q-2: Administrators must be mailed at 80 %.\n`;
    const uncovered = faults(plan).filter((fault) => fault.includes('Q-2 is not covered'));
    expect(uncovered).toHaveLength(isLimit ? 0 : 1);
  });

  test('a sentence elsewhere that says otherwise of a step', () => {
    const plan = `# P\n\n${proved(1, 'Send 10 % of the traffic for 3 days.')}## Notes\n\n- Step 1 sends 25 % of the traffic.\n`;
    expect(faults(plan).map((fault) => fault.slice(0, 60))).toEqual([
      'P-Step-1 e line 10: 10 % (line 5) and 25 % (line 10) are sai',
    ]);
  });

  test.each([
    '## Rollback\n\nSet the flag back to false.',
    '## Rückfall\n\nDer alte Eintrag wird zurückgeholt.',
    '## Notes\n\n- going back: set `index: old` and reload',
    '## 切り戻し\n\n手順1の写しから復元する。',
  ])('a way back may be a paragraph: %s', (text) => {
    const ids = planItems(`# P\n\n${proved(1, '')}${text}\n`);
    expect(ids.find(({ id }) => id === 'P-Rb-1')?.section).not.toBe('absent');
    expect(planItems(`# P\n\n${proved(1, '')}`).find(({ id }) => id === 'P-Rb-1')?.section).toBe('absent');
  });

  test('more than five hundred items are bounded, and told', () => {
    const plan = `# P\n\n${Array.from({ length: 520 }, (_, n) => `${n + 1}. Do part ${n + 1}.\n`).join('')}`;
    const items = planItems(plan);
    expect(items.some(({ text }) => text === '(20 more items were not judged: split the plan)')).toBe(true);
  });
});
