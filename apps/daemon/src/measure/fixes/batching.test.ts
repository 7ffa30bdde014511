/** Trying fixes together is only a faster way to what trying them one by one finds. */
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readDesignMd } from '../model/design-md.ts';
import { buildPage } from '../model/page.ts';
import { readPageFile } from '../model/source.ts';
import { examine } from '../panel.ts';
import { revise } from './revise.ts';
import type { Revision } from './trial.ts';

const EXAMPLES = fileURLToPath(new URL('../../../../../examples/', import.meta.url));
const SANE = fileURLToPath(new URL('../audits/test/sane/', import.meta.url));
const PAGES = [...globSync(`${EXAMPLES}*.html`), ...globSync(`${SANE}*.html`)].sort();

const MINUTE = 60_000;

/** Without the order in which things were written: fixes of one element may come in another. */
function outcome({ applied, rejected, results }: Revision) {
  return {
    applied: applied.map(({ auditId, summary }) => `${auditId}: ${summary}`).sort(),
    rejected: rejected.map(({ auditId, summary }) => `${auditId}: ${summary}`).sort(),
    failed: Object.fromEntries(results.map(({ audit, failed }) => [audit.id, failed])),
  };
}

describe('fixes tried together', () => {
  test.each(
    PAGES.flatMap((path) => [
      [basename(path), 'no design system', path],
      [basename(path), 'brand-b', path],
    ]),
  )(
    '%s with %s: the same page as one by one',
    async (_, brand, path) => {
      const design =
        brand === 'brand-b' ? readDesignMd(await readFile(`${EXAMPLES}brand-b/DESIGN.md`, 'utf8')) : null;
      const page = await buildPage({ html: await readPageFile(path), path, design });
      const examination = examine(page);
      const together = await revise(page, examination);
      const byStage = await revise(page, examination, undefined, 'by stage');
      const oneByOne = await revise(page, examination, undefined, 'one by one');
      expect(together.html).toBe(byStage.html);
      expect(outcome(together)).toEqual(outcome(oneByOne));
    },
    MINUTE,
  );

  test('a fix that changes nothing for the better is in none of them', async () => {
    const path = `${EXAMPLES}landing.html`;
    const page = await buildPage({ html: await readPageFile(path), path });
    const { rejected, html } = await revise(page, examine(page));
    expect(rejected).toEqual([]);
    expect(html).not.toBe(page.html);
  });
});
