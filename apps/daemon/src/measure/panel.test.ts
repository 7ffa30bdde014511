import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { revise } from './fixes/revise.ts';
import { buildPage } from './model/page.ts';
import { type Examination, examine, faultId, SCORING_ROLES } from './panel.ts';

const idsOf = ({ roles }: Examination): string[] =>
  SCORING_ROLES.flatMap((role) => roles[role].demands.map(({ id }) => id));

test('a fault keeps its name when its content is wrapped in a main', () => {
  expect(faultId({ auditId: 'dead-links', selector: 'body > main > p > a' })).toBe('dead-links@body > p > a');
  expect(faultId({ auditId: 'dead-links', selector: '#menu > main > a' })).toBe(
    'dead-links@#menu > main > a',
  );
});

test('the author’s fixes open nothing under a new name', async () => {
  const path = fileURLToPath(new URL('../../../../examples/poor.html', import.meta.url));
  const page = await buildPage({ html: await readFile(path, 'utf8'), path });
  const before = examine(page);
  const revision = await revise(page, before);
  expect(revision.html).toContain('<main');
  const known = new Set(idsOf(before));
  expect(idsOf(examine(revision.page)).filter((id) => !known.has(id))).toEqual([]);
});
