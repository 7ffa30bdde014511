import type { AskedQuestion } from '@design-jury/contracts/questions';
import { expect, test } from 'vitest';
import { askAtTerminal } from './questions.ts';

const QUESTION: AskedQuestion = {
  id: 'play-1.q1',
  runId: 'play-1',
  retry: null,
  protocol: 'loop',
  key: 'k',
  question: 'In or\u001b[31m out?',
  issue: 'Two readings.',
  why: 'Only you know.',
  options: [
    { label: 'In', description: 'build it', pro: 'whole', con: 'late' },
    { label: 'Out', description: '', pro: '', con: '' },
  ],
  status: 'open',
  answer: null,
  answeredBy: null,
  askedAt: '2026-05-01T10:00:00.000Z',
  answeredAt: null,
  deadlineAt: null,
  precedents: [{ questionId: 'play-0.q1', label: 'Out', note: '', answeredAt: '2026-04-01T10:00:00.000Z' }],
};

/** Somebody who types these lines, one after the other. */
async function typed(...lines: string[]) {
  return typedTo(QUESTION, 80, ...lines);
}

async function typedTo(question: AskedQuestion, columns: number, ...lines: string[]) {
  let shown = '';
  const shell = {
    error: (text: string) => {
      shown += text;
    },
    readLine: async () => {
      const line = lines.shift();
      if (line === undefined) throw new Error('the input ended');
      return line;
    },
    terminal: { fd: 2, columns, rows: 24 },
  };
  const place = { number: 2, total: 4 };
  const answer = await askAtTerminal(shell, question, place, new AbortController().signal);
  return { answer, shown };
}

test.each([
  ['1', 1],
  ['2', 2],
  [' 2 ', 2],
  ['3', 'skip'],
  ['', 'skip'],
  ['s', 'skip'],
  ['Skip', 'skip'],
])('typing %j chooses %s', async (line, choice) => {
  expect((await typed(line)).answer).toEqual({ choice, note: '' });
});

test('what is no choice is said, and asked again', async () => {
  const { answer, shown } = await typed('4', 'in', '0', '1');
  expect(answer.choice).toBe(1);
  expect(shown).toContain('"in" is none of 1 to 3.');
});

test('the question shows its place, reasons, options with pro and con, precedents and Skip last, without escapes', async () => {
  const { shown } = await typed('1');
  expect(shown).toBe(`
Question 2 of 4: In or out?
  Two readings.
  Why you are asked: Only you know.
  Answered before (2026-04-01): Out
  1. In — build it
     Pro: whole
     Con: late
  2. Out
  3. Skip — keep current state, mark as [DEFERRED]
`);
});

test('in a narrow terminal it is broken between words; a run that is left alone is not said to be deferred', async () => {
  const [first] = QUESTION.options;
  const { shown } = await typedTo(
    { ...QUESTION, protocol: 'theater', options: first ? [first] : [] },
    26,
    '1',
  );
  expect(shown).toBe(`
Question 2 of 4: In or
out?
  Two readings.
  Why you are asked: Only
  you know.
  Answered before
  (2026-04-01): Out
  1. In — build it
     Pro: whole
     Con: late
  2. Skip — leave the run
     as it is
`);
});

test('where the question stands above already, its name and the options are enough', async () => {
  let shown = '';
  const shell = {
    error: (text: string) => {
      shown += text;
    },
    readLine: async () => '2',
    terminal: { fd: 2, columns: 80, rows: 24 },
  };
  const { signal } = new AbortController();
  const answer = await askAtTerminal(shell, QUESTION, { number: 1, total: 1 }, signal, { isShown: true });
  expect(answer.choice).toBe(2);
  expect(shown).toBe(`
Question: In or out?
  Answered before (2026-04-01): Out
  1. In   2. Out   3. Skip
`);
});

test('nobody types any more: the question is left to others', async () => {
  await expect(typed('x')).rejects.toThrow('the input ended');
});
