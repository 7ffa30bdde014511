import { expect, test } from 'vitest';
import type { Advisor, Recipe } from './library.ts';
import { loadContentLibrary } from './library.ts';
import { offlineContentAgent } from './offline/agent.ts';
import { readFacts } from './offline/facts.ts';
import { tidewatchDocs } from './test/tidewatch.ts';

const library = await loadContentLibrary();
const contentAgent = offlineContentAgent();
const signal = new AbortController().signal;
const docs = tidewatchDocs();

function entry(id: string): Advisor {
  const advisor = library.advisors.find((one) => one.id === id);
  if (advisor === undefined) throw new Error(`no ${id}`);
  return advisor;
}

function recipe(contentType = 'website'): Recipe {
  const found = library.recipes.find((one) => one.contentType === contentType);
  if (found === undefined) throw new Error(`no ${contentType}`);
  return found;
}

async function issuesOf(critic: string, draft: string, contentType = 'website'): Promise<string[]> {
  const answer = await contentAgent.criticise(
    { recipe: recipe(contentType), critic: entry(critic), docs, draft },
    signal,
  );
  if (!answer.ok) throw new Error(answer.message);
  return answer.critique.issues.map(({ severity, description }) => `${severity}: ${description}`);
}

const GOOD = `---
title: Tide alert for small harbours
description: Tidewatch warns small harbours by text message 40 minutes before the water reaches the quay.
---
# Tide alert for small harbours

Tidewatch is for harbour masters of harbours with fewer than 200 berths. Time to move boats before the quay floods.

[Order a gauge](mailto:hello@tidewatch.example)

## A tide gauge on your own quay

- Alerts by text message 40 minutes before the water reaches the mark you set
- 14 harbours on the Frisian coast have used it since March 2024

## Instead of printed tide tables

- A weather app
`;

test.each(['positioning', 'seo-expert', 'behavioural-science'])(
  'a sound page gives %s no reason to complain',
  async (id) => {
    expect(await issuesOf(id, GOOD)).toEqual([]);
  },
);

test.each([
  [
    'positioning',
    'high: Unsupported figures: “99.9”',
    GOOD.replace('A weather app', 'Right in 99.9 percent of cases'),
  ],
  [
    'positioning',
    'high: Boasts without evidence: “world-class”',
    GOOD.replace('# Tide', '# World-class tide'),
  ],
  ['seo-expert', 'high: 2 top headings (H1) compete', GOOD.replace('## Instead', '# Instead')],
  ['seo-expert', 'high: Meta description absent', GOOD.replace(/description:.*\n/, '')],
  ['seo-expert', 'high: Page title tag is empty', GOOD.replace(/title:.*\n/, '')],
  ['behavioural-science', 'high: Call to action missing', GOOD.replace(/\[Order.*\n/, '')],
  [
    'behavioural-science',
    'medium: Choice overload: 2 different actions (order a gauge, read our story)',
    `${GOOD}\n[Read our story](#x)\n`,
  ],
  ['behavioural-science', 'medium: Manipulative urgency: “Hurry”', GOOD.replace('Time to', 'Hurry: time to')],
])('%s sees: %s', async (critic, issue, draft) => {
  expect((await issuesOf(critic, draft)).some((found) => found.startsWith(issue))).toBe(true);
});

test.each([
  ['Key: value', '- Product: X\n- Unique: a; b'],
  ['bold keys', '**Product:** X\n**Unique attributes:** a; b'],
  ['headings', '## Product\n\nX\n\n## Differentiators\n\n- a\n- b'],
])('facts are read from %s', (_, positioning) => {
  const { product, unique } = readFacts({ positioning });
  expect([product, unique]).toEqual([['X'], ['a', 'b']]);
});

test('the author invents nothing: what the documents leave open is left out with its heading', async () => {
  const written = await contentAgent.draft(
    { recipe: recipe(), author: entry('copywriter'), docs: { positioning: '- Product: X\n- Category: y' } },
    signal,
  );
  expect(written).toEqual({ ok: true, text: '---\ntitle: "X"\n---\n# X: y\n\nX.\n' });
});

test('a revision mends what the issues name, keeps the rest, and takes back what would break another check', async () => {
  const bad = GOOD.replace('# Tide alert for', '# Sea notes for').replace(
    '(mailto:',
    '(https://other.example/?',
  );
  const author = entry('copywriter');
  const critiques = await contentAgent.criticise(
    { recipe: recipe(), critic: entry('seo-expert'), docs, draft: bad },
    signal,
  );
  const issues = critiques.ok ? critiques.critique.issues : [];
  const revised = await contentAgent.revise(
    { recipe: recipe(), author, docs, draft: bad, brief: '', issues },
    signal,
  );
  const text = revised.ok ? revised.text : '';
  expect(text).toContain('# Tide alert for small harbours');
  // Not among the issues: left alone.
  expect(text).toContain('https://other.example/?hello');
  const nothing = await contentAgent.revise(
    { recipe: recipe(), author, docs, draft: bad, brief: '', issues: [] },
    signal,
  );
  expect(nothing).toEqual({ ok: true, text: bad });
});

test('an advisor for whom there is no check has failed: it neither scores nor passes', async () => {
  const poet: Advisor = { ...entry('seo-expert'), id: 'poet', name: 'Poet' };
  expect(await contentAgent.criticise({ recipe: recipe(), critic: poet, docs, draft: GOOD }, signal)).toEqual(
    {
      ok: false,
      message: 'needs a model: there is no check for it',
      isFinal: true,
    },
  );
});

test('hostile drafts are read in bounded time', async () => {
  for (const draft of [
    '#'.repeat(300_000),
    '[a]('.repeat(50_000),
    `- ${'a '.repeat(100_000)}`,
    '---\n'.repeat(50_000),
  ])
    for (const critic of ['positioning', 'seo-expert', 'behavioural-science'])
      expect(await issuesOf(critic, draft)).toBeInstanceOf(Array);
});

test.each([' ', '\t'])('a line of half a million %j is read at once, and what follows it too', (blank) => {
  const positioning = `${blank.repeat(500_000)}\nProduct:${blank.repeat(500_000)}Tide alert\n`;
  expect(readFacts({ positioning }).product).toEqual(['Tide alert']);
});
