import { expect, test } from 'vitest';
import { findAudit } from './audits/index.ts';
import { MAX_AUDITS_CPU_MS } from './limits.ts';
import { measure } from './measure.ts';
import { buildPage } from './model/page.ts';

test('what is left when the time is used up is not measured, and never a pass', async () => {
  const page = await buildPage({
    html: '<!doctype html><html lang="en"><title>Tides</title><h1>Tides</h1></html>',
  });
  const audits = ['single-h1', 'page-title'].flatMap((id) => findAudit(id) ?? []);
  const asked = (spent: number) => measure(page, audits, () => spent).map(({ state }) => state);
  expect(asked(MAX_AUDITS_CPU_MS - 1)).toEqual(['pass', 'pass']);
  expect(asked(MAX_AUDITS_CPU_MS)).toEqual(['pass', 'pass']);
  expect(asked(MAX_AUDITS_CPU_MS + 1)).toEqual(['unmeasured', 'unmeasured']);
});
