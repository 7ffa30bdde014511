/** Every view in a language nobody speaks: what is in no brackets has no message. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { PSEUDO } from '../apps/daemon/src/report/test/pseudo.ts';
import { openDaemon } from './daemon.ts';
import { test } from './fixtures.ts';
import { ask } from './session.ts';

const VIEWS = {
  home: '/',
  runs: '/runs',
  agents: '/agents',
  settings: '/settings',
  designs: '/design-systems',
  ideas: '/ideas',
  questions: '/questions',
  ops: '/ops',
  trust: '/trust',
  verify: '/verify',
} as const;

type Words = Record<string, string>;

function bracketed(file: string): Words {
  const words: Words = JSON.parse(
    readFileSync(new URL(`../apps/web/src/i18n/${file}`, import.meta.url), 'utf8'),
  );
  return Object.fromEntries(Object.entries(words).map(([key, text]) => [key, `⟦${text}⟧`]));
}

/** German is answered with brackets: the app loads it as it loads any language. */
async function speakPseudo(page: Page): Promise<void> {
  await page.route(/\/assets\/(?:more-)?de-[^/]*\.js$/, async (route) => {
    const isMore = route.request().url().includes('/more-de-');
    const body = await (await route.fetch()).text();
    const isSaid = body.includes('finding/');
    const words = isSaid ? PSEUDO : bracketed(isMore ? 'more-en.json' : 'en.json');
    await route.fulfill({
      contentType: 'text/javascript',
      body: isSaid
        ? `export const WORDS=${JSON.stringify(words)}`
        : `export default ${JSON.stringify(words)}`,
    });
  });
}

/** Figures and marks, names of ours and of languages, code, and what agents, people and programs wrote. */
const SAME =
  /^(?:[\d.,:;→±×%/\s·–+−()-]+|p\d\d(?: · p\d\d)*|(?:p90 )?\d[\d.,]* (?:ms|Sek\.|Min\.)(?: · \d[\d.,]* (?:ms|Sek\.|Min\.))?|\d[\d.,]*\s*\p{L}{1,3}(?:\s\d+\s*\p{L}{1,3})?|\p{Lu}|[\w.-]*\d[\w.-]*)$/u;
/** Values of a skill’s policy that the list of skills still shows as they are written in its file. */
const KNOWN: ReadonlySet<string> = new Set(['· required', '· opt-in', '· opt-out']);
/** What the test gave the run to do. */
const BRIEF = 'A landing page for an invoicing tool.';
const OF_OTHERS =
  'code, pre, samp, kbd, iframe, svg, option[lang], select[name=language] option, [lang=en], .language option, del, .must-fix-text, .note, .dim-name, .dims dd, .lane-line, .summary, .evidence, .subject, .banner-detail, .system h2, .system p, .swatches, .card-words > :first-child, .card-words > span, table th[scope=row]';

async function unbracketed(page: Page): Promise<string[]> {
  return page.evaluate(
    ({ others }) => {
      const left: string[] = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const holder = node.parentElement;
        if (
          holder === null ||
          holder.closest(`script, style, ${others}`) !== null ||
          !holder.checkVisibility()
        )
          continue;
        const whole = (holder.textContent ?? '').trim();
        const own = (node.textContent ?? '').trim();
        if (own !== '' && !/^⟦[\s\S]*⟧$/.test(own) && !/^⟦[\s\S]*⟧$/.test(whole)) left.push(own);
      }
      for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]'))
        for (const name of ['aria-label', 'title', 'placeholder']) {
          const text = element.getAttribute(name)?.trim() ?? '';
          if (text !== '' && !/^\d+$/.test(text) && !text.includes('⟦') && element.closest(others) === null)
            left.push(`${name}: ${text}`);
        }
      return [...new Set(left)];
    },
    { others: OF_OTHERS },
  );
}

test.for(Object.entries(VIEWS))(
  'no text of a view is without a message: %s',
  async ([, address], { stage, blank }) => {
    const page = await blank({ locale: 'de-DE' });
    await speakPseudo(page);
    await page.goto(`${stage.url}${address}`);
    await page.locator('main h1').first().waitFor();
    const left = await unbracketed(page);
    expect(left.filter((text) => !SAME.test(text) && !KNOWN.has(text))).toEqual([]);
  },
);

test('no text of a run is without a message, but what its agent wrote', async ({ stage, blank }) => {
  const { path } = await stage.start({ agent: 'quick' });
  const page = await blank({ locale: 'de-DE' });
  await speakPseudo(page);
  await page.goto(`${stage.url}${path}`);
  await page.locator('.theater[data-phase="shipped"]').waitFor();
  const left = await unbracketed(page);
  expect(left.filter((text) => !SAME.test(text) && !text.endsWith(BRIEF))).toEqual([]);
});

/** What the documents of these runs say: quoted as it was written, in every language. */
const DOCUMENTS = {
  'task/brief.md': '# Guide\n\n- R1: There must be a file `guide.md` with a section "Refunds".\n',
  'task/project/guide.md': '# Guide\n\n## Prices\n\nOne price for all.\n',
  'plan.md':
    '# Plan\n\n## Steps\n\n1. Change `src/gone.mjs`; depends on step 2.\n2. Change `src/other.mjs`; depends on step 1.\n',
  'spec.md':
    '# Fees\n\n- FR-1: A fee must be paid within 14 days.\n- FR-2: A fee must be paid within 30 days.\n',
};

/** What a run is called, and ids of its workers and findings. */
const OF_RUNS =
  /^(?:task|plan\.md|spec\.md|(?:, )?[A-Z]-\d+(?:, [A-Z]-\d+)*|[·?✓✕✗×!]+|· grounded|[:,\s]*\d+ (?:Sek|Min)\.)$/u;

test('no text of a loop, a plan check or an acceptance is without a message, but what its documents say', async ({
  blank,
}) => {
  await using daemon = await openDaemon((_, here) => {
    mkdirSync(join(here.folder, 'task/project'), { recursive: true });
    for (const [path, text] of Object.entries(DOCUMENTS)) here.write(path, text);
  });
  await daemon.jury('accept', '--task', 'task');
  await daemon.jury('plan-check', 'plan.md');
  await daemon.jury('loop', 'spec.md', '--command', 'spec');
  const { runs } = (await (await ask(`${daemon.url}/api/runs`)).json()) as { runs: { id: string }[] };
  expect(runs).toHaveLength(3);
  const quoted = Object.values(DOCUMENTS).join('\n').replaceAll('`', '');
  const left: string[] = [];
  for (const { id } of runs) {
    const page = await blank({ locale: 'de-DE' });
    await speakPseudo(page);
    await page.goto(`${daemon.url}/runs/${id}`);
    await page.locator('main table').first().waitFor();
    left.push(...(await unbracketed(page)));
  }
  // Of a text that is put together, what stands between the messages.
  const bare = left.map((text) => text.replaceAll(/⟦[^⟧]*⟧/g, '').replaceAll(/^"|"$/g, ''));
  expect(bare.filter((text) => !SAME.test(text) && !quoted.includes(text) && !OF_RUNS.test(text))).toEqual(
    [],
  );
});
