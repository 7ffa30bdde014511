/** Plans as people note them down: owners in passing, steps called by letters, rules for all steps. */
import { expect, test } from 'vitest';
import { planFaults } from './plan-faults.ts';
import { readPlanContents } from './plan-items.ts';

function reasons(text: string): string[] {
  const faults = planFaults(readPlanContents(text), () => new Set());
  return [...faults.values()].flat().map(({ reason }) => reason);
}

const ROOF = `# New roof for the boathouse

## Steps

1. Order 40 panels, owner: Inga. Check: receipt in the folder.
2. Take the old roof off, owner: Per, after step 1. Check: rafters bare.
3. Lay the panels, owner: Inga, after step 2. Check: hose for ten minutes, no drop inside.
4. Move the boats back, after step 3. Check: twelve boats counted.
`;

test('a step without an owner is told where the others name theirs in passing', () => {
  expect(reasons(ROOF)).toEqual(['step 4 has no owner, and the others have one']);
  expect(reasons(ROOF.replace('boats back,', 'boats back, owner: Per,'))).toEqual([]);
});

test('two words with capitals in brackets own a step only with a day behind them, or where others have the name too', () => {
  const fourth = (words: string) => reasons(ROOF.replace('boats back,', `boats back (${words}),`));
  const told = ['step 4 has no owner, and the others have one'];
  for (const words of ['Pilot Group', 'Phase Two, optional', 'North Pier; see map'])
    expect(fourth(words)).toEqual(told);
  for (const words of ['Dominic Ferrer, 11 June', 'Dominic Ferrer; 2026-06-11', 'Inga Holm'])
    expect(fourth(words)).toEqual([]);
});

test('a rule of the plan for some of its steps holds for those, and a way back may stand elsewhere', () => {
  const ruled = `${ROOF.replace('boats back,', 'boats back, owner: Per,')}
## Rules

Every step that touches the old roof has its own way back.

## Going back

Step 1: the panels are returned.
`;
  expect(reasons(ruled)).toEqual([expect.stringMatching(/^step 2 has no way back, and line \d+ wants one/)]);
  expect(reasons(ruled.replace('Step 1: the panels', 'Steps 1 to 2: the panels'))).toEqual([]);
});

test('steps named by letters wait for letters', () => {
  const { steps } = readPlanContents(
    'Schritt A: Wasser abstellen\nSchritt B: Rohr tauschen, nach A\nSchritt C: spülen, nach A und B\n',
  );
  expect(steps.map(({ key, needs }) => `${key}<${needs.map((need) => need.key).join('')}`)).toEqual([
    'a<',
    'b<a',
    'c<ab',
  ]);
});
