/** The example pages are promises the README makes. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { AUDITS } from './audits/index.ts';
import { revise } from './fixes/revise.ts';
import { readDesignMd } from './model/design-md.ts';
import { buildPage } from './model/page.ts';
import { readPageFile } from './model/source.ts';
import { examine } from './panel.ts';

const file = (name: string): string =>
  fileURLToPath(new URL(`../../../../examples/${name}`, import.meta.url));
const load = async (name: string) => buildPage({ html: await readPageFile(file(name)), path: file(name) });
const open = (page: Awaited<ReturnType<typeof load>>): number =>
  Object.values(examine(page).roles).reduce((sum, role) => sum + role.demands.length, 0);

describe('the example pages', () => {
  test('good.html has no finding at all', async () => {
    expect(examine(await load('good.html')).findings).toEqual([]);
  });

  test('landing.html has demands at first and none after one revision', async () => {
    const page = await load('landing.html');
    expect(open(page)).toBeGreaterThan(5);
    const { html } = await revise(page, examine(page));
    expect(open(await buildPage({ html, path: page.path }))).toBe(0);
  });

  test('poor.html keeps demands only a person can meet', async () => {
    const page = await load('poor.html');
    const { html } = await revise(page, examine(page));
    const after = examine(await buildPage({ html, path: page.path }));
    expect(after.findings.filter(({ severity, tier }) => severity !== 'minor' && tier !== 'report')).toEqual(
      [],
    );
    expect(Object.values(after.roles).flatMap((role) => role.demands).length).toBeGreaterThan(5);
  });
});

describe('the table of audits', () => {
  test('has at least sixty, each id once, every role and dim of the design covered', () => {
    expect(new Set(AUDITS.map(({ id }) => id)).size).toBe(AUDITS.length);
    expect(AUDITS.length).toBeGreaterThanOrEqual(60);
    const dims = new Set(AUDITS.map(({ role, dim }) => `${role}/${dim}`));
    for (const dim of [
      'critic/hierarchy',
      'critic/type',
      'critic/contrast',
      'critic/rhythm',
      'critic/space',
      'brand/palette',
      'a11y/names',
      'a11y/focus',
      'copy/finished',
      'copy/calls',
    ]) {
      expect(dims).toContain(dim);
    }
  });

  test('every audit links to a reason', () => {
    expect(AUDITS.filter(({ link, why }) => !link.startsWith('https://') || why.length < 20)).toEqual([]);
  });
});

describe('the example design systems', () => {
  test.each([
    ['good.html', 'brand-a', 0],
    ['landing.html', 'brand-b', 0],
  ])('%s meets %s after its fixes', async (name, brand, expected) => {
    const design = readDesignMd(await readFile(file(`${brand}/DESIGN.md`), 'utf8'));
    let page = await buildPage({ html: await readPageFile(file(name)), path: file(name), design });
    for (let round = 0; round < 2; round += 1) {
      const { html } = await revise(page, examine(page));
      page = await buildPage({ html, path: page.path, design });
    }
    expect(open(page)).toBe(expected);
  });
});
