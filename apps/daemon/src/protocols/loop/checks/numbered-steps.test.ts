import { expect, test } from 'vitest';
import { readDocument } from '../../documents/document.ts';
import { cycles, stepOrder, unknownReferences } from './dependencies.ts';

const AROUND = { files: new Map(), scripts: null } as unknown as Parameters<typeof cycles>[1];
const look = (text: string) =>
  [cycles, stepOrder, unknownReferences].map((check) => {
    const { looked, remarks } = check(readDocument(text), AROUND);
    return [looked > 0, remarks.length];
  });

test('what a list numbers is a step of that number', () => {
  const plan =
    '# Plan\n\n1. Build the pump.\n2. Fill it; depends on step 1.\n3. Start it; depends on step 2.\n';
  expect(look(plan)).toEqual([
    [true, 0],
    [true, 0],
    [true, 0],
  ]);
  expect(look(plan.replace('step 1', 'step 3'))[0]).toEqual([true, 1]);
  expect(look(plan.replace('step 1', 'step 9'))[2]).toEqual([true, 1]);
});

test('with two lists nobody knows whose number is meant', () => {
  const two = '1. Build it.\n2. Fill it; depends on step 1.\n\nThen:\n\n1. Start it; depends on step 2.\n';
  expect(look(two).map(([, remarks]) => remarks)).toEqual([0, 0, 0]);
});

test('where headings or lines are called steps, a list below them numbers something else', () => {
  const list = '1. Check the valve.\n2. Open it; depends on step 2.\n';
  const headed = `## Step 1: Build\n\nBuild it.\n\n## Step 2: Fill\n\nFill it.\n\n## Step 3: Start\n\n${list}`;
  expect(look(headed).map(([, remarks]) => remarks)).toEqual([0, 0, 0]);
  expect(look(headed.replace('depends on step 2', 'depends on step 3'))[0]).toEqual([true, 1]);
  const lines = `- Step 1: Build it.\n- Step 2: Fill it.\n- Step 3: Start it.\n\nThen:\n\n${list}`;
  expect(look(lines).map(([, remarks]) => remarks)).toEqual([0, 0, 0]);
  expect(look(list)[0]).toEqual([true, 1]);
});

test.each([
  'The service must answer within 10~20 ms for reads and 30~40 ms for writes.',
  '운영 시간은 9~18시이며 점심은 12~13시이다.',
])('a span with a tilde is said: %s', (text) => {
  expect(readDocument(`- ${text}\n`).statements.map((statement) => statement.text)).toEqual([text]);
});

test('what is struck out is not said', () => {
  const { statements } = readDocument('- ~~Step 1: Delete the table.~~\n- Keep the table.\n');
  expect(statements.map(({ text }) => text)).toEqual(['Keep the table.']);
});
