import { expect, test } from 'vitest';
import { readDocument } from '../document.ts';
import { figurePairs } from './figure-pairs.ts';

const pairs = (text: string): number => figurePairs(readDocument(text)).pairs.length;
const steps = (label: string, values: readonly string[]): string =>
  `# Plan\n\n## Steps\n\n${values.map((value, at) => `### Step ${at + 1}: Part ${at + 1}\n- ${label}: ${value}\n- Do part ${at + 1}.\n`).join('\n')}`;

test('the same label in three sections is a field of each', () => {
  expect(pairs(steps('Duration', ['2 hours', '3 hours', '5 hours']))).toBe(0);
  expect(pairs(steps('When', ['23 November 2026', '25 November 2026', '30 November 2026']))).toBe(0);
});

test('two deadlines after one event are of two things', () => {
  const text = (deed: string): string =>
    `# S\n\n- R1: A permit can be renewed until 14 days after it has ended.\n- R2: ${deed} 24 months after the permit has ended.\n`;
  expect(pairs(text('Names and plates are deleted'))).toBe(0);
});

test('a case right behind the limit of its requirement keeps to it', () => {
  const text = (months: number): string =>
    `# S\n\n- R8: Names of a permit are deleted 24 months after the permit has ended.\n- AC8 (R8): Names of a permit that ended ${months} months ago are not found.\n`;
  expect(pairs(text(25))).toBe(0);
});

test('a price for a time is no time that something lasts', () => {
  const price = 'Price: 39 euros per logger and 4 euros a month';
  expect(pairs(`# S\n\nLet the loggers run for two weeks.\n\n- ${price}\n`)).toBe(0);
  expect(pairs(`# S\n\nA logger costs 5 euros a month.\n\n- ${price}\n`)).toBe(1);
});
