/** Pages a person would call finished must not be stopped: false alarms cost more trust than misses. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { buildPage } from '../model/page.ts';
import { examine } from '../panel.ts';

const FOLDER = new URL('./test/sane/', import.meta.url);

/** Word-poor pages are not held to everything: their hints are named here. */
const HINTS: Record<string, string[]> = { 'bare.html': ['meta-description'] };

test.each(readdirSync(FOLDER))('%s has no finding that gates, and no stray hint', async (name) => {
  const html = readFileSync(new URL(name, FOLDER), 'utf8');
  const { findings } = examine(await buildPage({ html }));
  expect(findings.filter(({ severity }) => severity !== 'minor')).toEqual([]);
  expect(findings.map(({ auditId }) => auditId)).toEqual(HINTS[name] ?? []);
});
