import { expect, test } from 'vitest';
import { findAudit } from './audits/index.ts';
import type { Audit } from './finding.ts';
import { measure } from './measure.ts';
import { buildPage } from './model/page.ts';

const page = await buildPage({
  html: '<!doctype html><html lang="en"><title>Tides</title><h1>Tides</h1></html>',
});
const [heading, title] = ['single-h1', 'page-title'].flatMap((id) => findAudit(id) ?? []) as [Audit, Audit];
const endless = (run: Audit['run']): Audit => ({ ...title, id: 'endless', run });
const asked = (audits: readonly Audit[], patience: { allMs: number; oneMs: number }) =>
  measure(page, audits, patience).map(({ audit, state }) => `${audit.id} ${state}`);

test('what is left when the time is used up is not measured, and never a pass', () => {
  expect(asked([heading, title], { allMs: 60_000, oneMs: 60_000 })).toEqual([
    'single-h1 pass',
    'page-title pass',
  ]);
  expect(asked([heading, title], { allMs: 0, oneMs: 60_000 })).toEqual([
    'single-h1 unmeasured',
    'page-title unmeasured',
  ]);
});

test.each<[string, Audit['run']]>([
  [
    'a loop',
    () => {
      for (;;);
    },
  ],
  ['a pattern', () => ({ checked: /^(a+)+$/.test(`${'a'.repeat(60)}b`) ? 1 : 0, found: [] })],
])('a question that never ends is stopped in the middle of %s; the others are answered', (_, run) => {
  expect(asked([heading, endless(run), title], { allMs: 60_000, oneMs: 300 })).toEqual([
    'single-h1 pass',
    'endless unmeasured',
    'page-title pass',
  ]);
});

test('questions that never end do not take longer together than all may', () => {
  const stuck = endless(() => {
    for (;;);
  });
  const states = asked([heading, ...Array.from({ length: 50 }, () => stuck), title], {
    allMs: 600,
    oneMs: 200,
  });
  expect(states.at(0)).toBe('single-h1 pass');
  expect(states.slice(1).every((state) => state.endsWith(' unmeasured'))).toBe(true);
});

test('a question that was stopped inside the engine can be asked again: nothing half-made is kept', async () => {
  const long = await buildPage({
    html: `<!doctype html><html lang="en"><title>Tides</title><body>${'<p>One</p>\n'.repeat(20_000)}</html>`,
  });
  const contrast = findAudit('contrast-text') as Audit;
  // Somewhere on its way it is inside of a generator of Alfa, which then counts as running for ever.
  for (let ms = 2; ms < 400; ms *= 1.3) {
    const [stopped] = measure(long, [contrast], { allMs: ms, oneMs: ms });
    expect(stopped?.note).toMatch(/took more than/);
  }
  expect(measure(long, [contrast])).toMatchObject([{ state: 'pass' }]);
});
