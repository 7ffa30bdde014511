import { expect, test } from 'vitest';
import type { Agent, AgentSubject } from '../agents/session.ts';
import { createGroundedAgent } from '../grounded/agent.ts';
import { createMeasure } from './evidence.ts';
import { roundText, say, scriptedAgent } from './test/theater.ts';

const FAULTY =
  '<!doctype html><html lang="en"><head><title>Bread</title></head><body><h1>Bread</h1><p style="color:#ccc;background:#fff">Too pale to read.</p><img src="loaf.png"></body></html>';
const never = new AbortController().signal;

const measureWith = (agent: Agent | null, subject: AgentSubject = { kind: 'brief', text: 'x' }) =>
  createMeasure(async () => agent, { runId: 'r', workDir: '/', subject });

test('the facts of a page are the demands the grounded panel makes on it, with place and evidence', async () => {
  const facts = await measureWith(createGroundedAgent())({ content: FAULTY, mime: 'text/html' }, never);
  expect(facts.join('\n')).toMatch(/\bp\b.*contrast/i);
  expect(facts.join('\n')).toMatch(/img/);
});

test('the instruments are fetched once, and only when there is a page', async () => {
  let fetched = 0;
  const measure = createMeasure(
    async () => {
      fetched++;
      return scriptedAgent(() => [say(roundText(1, 5, { mustFix: ['Darker.'] }))]).agent;
    },
    { runId: 'r', workDir: '/', subject: { kind: 'brief', text: 'x' } },
  );
  expect(fetched).toBe(0);
  expect(await measure({ content: 'x', mime: 'image/svg+xml' }, never)).toEqual([]);
  expect(fetched).toBe(0);
  expect(await measure({ content: 'x', mime: 'text/html' }, never)).toEqual(['Darker.']);
  expect(await measure({ content: 'x', mime: 'text/html' }, never)).toEqual(['Darker.']);
  expect(fetched).toBe(1);
});

test.each([
  ['there are none', null],
  [
    'they fail',
    scriptedAgent(() => [
      say(roundText(1, 5, { mustFix: ['x'] })),
      { type: 'error', kind: 'other', message: 'm' },
    ]).agent,
  ],
])('where instruments are missing there are no facts: %s', async (_, agent) => {
  expect(await measureWith(agent)({ content: FAULTY, mime: 'text/html' }, never)).toEqual([]);
});

test('instruments that cannot be had stop nobody', async () => {
  const measure = createMeasure(() => Promise.reject(new Error('gone')), {
    runId: 'r',
    workDir: '/',
    subject: { kind: 'brief', text: 'x' },
  });
  expect(await measure({ content: FAULTY, mime: 'text/html' }, never)).toEqual([]);
});

test('a measurement that was stopped has no facts', async () => {
  const stop = new AbortController();
  const { agent } = scriptedAgent(function* () {
    yield say(roundText(1, 5, { mustFix: ['Darker.'] }));
    stop.abort();
  });
  expect(await measureWith(agent)({ content: FAULTY, mime: 'text/html' }, stop.signal)).toEqual([]);
});
