import { describe, expect, test } from 'vitest';
import { findAudit } from '../audits/index.ts';
import { measure } from '../measure.ts';
import { buildPage, type Page } from '../model/page.ts';
import { examine } from '../panel.ts';
import { type BuiltEyes, reviseBuilt } from './revise-built.ts';

const SOURCE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Tides</title><meta name="viewport" content="width=device-width">
<style>body { color: #222; background: #fff } .day { color: #bbb } .week { color: #999 }</style></head>
<body><main><h1>Tide tables</h1><p>High water comes at nine today.</p><div id="days"></div></main></body></html>`;

const BUILT = '<div id="days"><p class="day">Monday at nine</p><p class="week">The second week</p></div>';

/** Eyes that see the page with what a script would put into it. */
function eyes(objection: (html: string) => string | null = () => null): BuiltEyes {
  const audits = [findAudit('contrast-text')].filter((audit) => audit !== undefined);
  return {
    async look(source: Page) {
      const html = source.html.replace('<div id="days"></div>', BUILT);
      const page = Object.assign(await buildPage({ html }), { isBuilt: true as const });
      const [contrast] = measure(page, audits);
      return contrast === undefined ? null : { page, contrast, faint: contrast.failed };
    },
    objection: async (_before, after) => objection(after),
  };
}

async function revised(seen: BuiltEyes, timeLeft = 1000) {
  const page = await buildPage({ html: SOURCE });
  return reviseBuilt({ page, source: examine(page).results }, seen, () => timeLeft);
}

describe('faint text that a script builds', () => {
  test('gets its colour by a rule of the source, and nothing else changes', async () => {
    const { page, applied } = await revised(eyes());
    expect(applied).toHaveLength(2);
    const rules = /<style data-design-jury>[^<]*<\/style>\n/.exec(page.html)?.[0] ?? '';
    expect(rules).toMatch(/\.day \{ color: #[\da-f]{6}; \}/);
    expect(page.html.replace(rules, '')).toBe(SOURCE);
  });

  test('keeps the colour whose change makes something worse', async () => {
    const { page, rejected } = await revised(
      eyes((html) =>
        /\.day \{ color: #[^b]/.test(html.replace(SOURCE, '').split('design-jury')[1] ?? '') ? 'worse' : null,
      ),
    );
    expect(rejected.map(({ reason }) => reason)).toEqual(['worse']);
    expect(page.html).toMatch(/design-jury>[^<]*\.week/);
  });

  test('stays as it is without time for a look', async () => {
    expect((await revised(eyes(), 0)).page.html).toBe(SOURCE);
  });
});
