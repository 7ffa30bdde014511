import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { revise } from './fixes/revise.ts';
import { buildPage } from './model/page.ts';
import { type Examination, examine, faultId, SCORING_ROLES } from './panel.ts';

const idsOf = ({ roles }: Examination): string[] =>
  SCORING_ROLES.flatMap((role) => roles[role].demands.map(({ id }) => id));

const CONTENT = `<h2>Tides</h2><p>High water <a href="#">here</a> and <a href="#">there</a>.</p><img src="a.png">
  <form><input name="mail"><input></form>`;

async function faultsOf(body: string): Promise<string[]> {
  const page = await buildPage({ html: `<!doctype html><html><head></head><body>${body}</body></html>` });
  return examine(page)
    .findings.filter(({ selector }) => selector !== 'body')
    .map(faultId)
    .sort();
}

test.each([
  ['a main', `<main>${CONTENT}</main>`],
  ['three divs', `<div><div class="x"><div>${CONTENT}</div></div></div>`],
  ['a heading of another level', CONTENT.replaceAll('h2', 'h3')],
])('a fault keeps its name in %s', async (_, wrapped) => {
  const landmark = /main-landmark|in-landmarks|heading-order|single-h1|fixed-width/;
  const before = (await faultsOf(CONTENT)).filter((id) => !landmark.test(id));
  expect(before.length).toBeGreaterThan(4);
  expect(new Set(before).size).toBe(before.length);
  const after = (await faultsOf(wrapped)).filter((id) => !landmark.test(id));
  expect(after).toEqual(before);
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
