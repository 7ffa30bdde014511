/** Every view in a language nobody speaks: what is in no brackets has no message. */
import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { PSEUDO, PSEUDO_DOCUMENTS } from '../apps/daemon/src/report/test/pseudo.ts';
import { ROOT } from '../scripts/files.ts';
import { openDaemon } from './daemon.ts';
import { test } from './fixtures.ts';
import { ASKING_SPEC, ENDS, type End, endedRun, PAGES, runOfKind, settled } from './prepared.ts';
import { ask, letIn } from './session.ts';
import { openStage } from './stage.ts';

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
    // A test that is over has left: nobody waits for the answer any more.
    const body = await route
      .fetch()
      .then((response) => response.text())
      .catch(() => null);
    if (body === null) return;
    const said = body.includes('finding/') ? PSEUDO : body.includes('remark/') ? PSEUDO_DOCUMENTS : null;
    await route.fulfill({
      contentType: 'text/javascript',
      body:
        said === null
          ? `export default ${JSON.stringify(bracketed(isMore ? 'more-en.json' : 'en.json'))}`
          : `export const WORDS=${JSON.stringify(said)}`,
    });
  });
}

/** Figures and marks, names of ours and of languages, code, and what agents, people and programs wrote. */
const SAME =
  /^(?:[\d.,:;→±×%/\s·–+−()-]+|p\d\d(?: · p\d\d)*|(?:p90 )?\d[\d.,]* (?:ms|Sek\.|Min\.)(?: · \d[\d.,]* (?:ms|Sek\.|Min\.))?|\d[\d.,]*\s*\p{L}{1,3}(?:\s\d+\s*\p{L}{1,3})?|\p{Lu}|[\w.-]*\d[\w.-]*)$/u;
/** Agents of the stage come some time after their view: their names, and where their programs are. */
const AGENT = /^(?:Fake [\w-]+|\/\S+|)$/u;
/** What the test gave the run to do. */
const BRIEF = 'A landing page for an invoicing tool.';
const QUOTED =
  'code, pre, samp, kbd, q, iframe, svg, option[lang], select[name=language] option, .language option, del, .subject, .banner-detail';
/** What an agent said in a run, names of projects and runs, and of the files of a library. */
const OF_AGENTS = '.must-fix-text, .note, .dim-name, .dims dd, .lane-line, .summary, .evidence';
const NAMES =
  '.system h2, .system p.small, .swatches, .card-link, .card-words > b, .card-words > :first-child, table th[scope=row]';
const OF_OTHERS = `${QUOTED}, ${OF_AGENTS}, ${NAMES}`;

/** Texts of which something stands in no brackets: what is shown, what is read out, and what the tab is called. */
async function unbracketed(page: Page, others = OF_OTHERS): Promise<string[]> {
  await settled(page);
  return page.evaluate(
    ({ others }) => {
      const left = new Set<string>();
      const bare = (text: string): string => {
        const inner = text.replaceAll(/⟦[^⟦⟧]*⟧/g, '');
        return inner === text ? text.trim() : bare(inner);
      };
      /** Words of a message may stand around what is quoted: in an element of its own. */
      const wholeOf = (holder: Element): string => {
        const copy = holder.cloneNode(true) as Element;
        for (const quoted of copy.querySelectorAll(others)) quoted.remove();
        return bare(copy.textContent ?? '');
      };
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const holder = node.parentElement;
        if (holder === null || holder.closest(`script, style, ${others}`) !== null) continue;
        if (!holder.checkVisibility()) continue;
        const own = node.textContent ?? '';
        if (bare(own) !== '' && wholeOf(holder) !== '') left.add(own.trim());
      }
      for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
        if (element.closest(others) !== null) continue;
        for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
          const text = element.getAttribute(name) ?? '';
          if (bare(text) !== '') left.add(text.trim());
        }
      }
      if (bare(document.title) !== '') left.add(document.title);
      return [...left];
    },
    { others },
  );
}

test('no text of a view is without a message', async ({ stage: { browser }, blank, onTestFinished }) => {
  const stage = await openStage(browser);
  onTestFinished(() => stage.close());
  // Lists, figures and questions have something in them.
  const { projectId } = await endedRun(stage, 'shipped');
  await endedRun(stage, 'below_threshold');
  await runOfKind(stage, 'loop');
  const page = await blank({ locale: 'de-DE' });
  await speakPseudo(page);
  for (const [name, address] of Object.entries({ ...PAGES, project: `/projects/${projectId}` })) {
    await page.goto(`${stage.url}${address}`);
    await gathered(page, name, ASKING_SPEC);
  }
  // A file that is no certificate.
  await page.goto(`${stage.url}/verify`);
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'c.json', mimeType: 'application/json', buffer: Buffer.from('{}') });
  await page.getByRole('button', { name: '⟦Check⟧' }).click();
  await page.locator('[role=status] h2').waitFor();
  await gathered(page, 'a certificate that does not hold');
});

test('no text of a run is without a message, but what its agent wrote', async ({ stage, blank }) => {
  const { path } = await stage.start({ agent: 'quick' });
  const page = await blank({ locale: 'de-DE' });
  await speakPseudo(page);
  await page.goto(`${stage.url}${path}`);
  await page.locator('.theater[data-phase="shipped"]').waitFor();
  await gathered(page, 'a run');
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

/** What a run is called, ids of its findings, and where on a page something stands; nothing is left of quotes alone. */
const OF_RUNS =
  /^(?:(?:task|plan\.md|spec\.md|tidewatch(?:: blog-post)?|page\.html|(?:, )?[A-Z]-\d+(?:, [A-Z]-\d+)*|(?:html|body)(?: > [\w-]+(?::nth-of-type\(\d+\)?)?)*)|[·?✓✕✗×!↻○●–…]+|[:,\s]*\d+ (?:Sek|Min)\.|M\d|)$/u;

const MOST_FOLDS = 300;

/** What is opened leaves the list of what is closed, and may bring folds of its own. */
async function unfold(page: Page): Promise<void> {
  const closed = page.locator('main details:not([open]) > summary');
  for (let folds = 0; (await closed.count()) > 0; folds++) {
    expect(folds).toBeLessThan(MOST_FOLDS);
    await closed.first().click();
  }
}

/** Of a text that is put together, what stands between the messages; what quotes stand around is quoted. */
function between(left: readonly string[]): string[] {
  return left.map((text) => {
    const inner = text.replaceAll(/⟦[^⟦⟧]*⟧/g, '');
    return inner === text ? text.replaceAll(/^[\s"()·:,;]+|[\s"()·:,;]+$/g, '') : (between([inner])[0] ?? '');
  });
}

test('no text of a loop, a cross-check, a plan check, an acceptance or a content run is without a message, but what its documents say', async ({
  blank,
}) => {
  await using daemon = await openDaemon((_, here) => {
    mkdirSync(join(here.folder, 'task/project'), { recursive: true });
    for (const [path, text] of Object.entries(DOCUMENTS)) here.write(path, text);
    cpSync(join(ROOT, 'examples/ideas/tidewatch'), join(here.folder, 'tidewatch'), { recursive: true });
  });
  await daemon.jury('accept', '--task', 'task');
  await daemon.jury('converge', '--task', 'task', '--type', 'error-analysis');
  await daemon.jury('plan-check', 'plan.md');
  await daemon.jury('loop', 'spec.md', '--command', 'spec');
  await daemon.jury('content', 'tidewatch', '--type', 'blog-post');
  const { runs } = (await (await ask(`${daemon.url}/api/runs`)).json()) as { runs: { id: string }[] };
  expect(runs).toHaveLength(5);
  const ideas = readdirSync(join(ROOT, 'examples/ideas/tidewatch')).map((name) =>
    readFileSync(join(ROOT, 'examples/ideas/tidewatch', name), 'utf8'),
  );
  const quoted = [...Object.values(DOCUMENTS), ...ideas].join('\n').replaceAll('`', '');
  const left: string[] = [];
  for (const { id } of runs) {
    const page = await blank({ locale: 'de-DE' });
    await speakPseudo(page);
    await page.goto(`${daemon.url}/runs/${id}`);
    await page.locator('main table').first().waitFor();
    // What stands behind a cell, and behind everything that is folded.
    await unfold(page);
    left.push(...(await unbracketed(page, QUOTED)));
    for (const cell of await page.locator('main button.cell').all()) {
      await cell.click();
      left.push(...(await unbracketed(page, QUOTED)));
    }
  }
  await withQuestions(daemon.url, blank, left);
  const bare = between(left);
  expect([
    ...new Set(bare.filter((text) => !SAME.test(text) && !quoted.includes(text) && !OF_RUNS.test(text))),
  ]).toEqual([]);
});

type Blank = (options: { locale: string }) => Promise<Page>;

async function withQuestions(url: string, blank: Blank, left: string[]): Promise<void> {
  const page = await blank({ locale: 'de-DE' });
  await speakPseudo(page);
  await page.goto(`${url}/questions`);
  await page.locator('.question').first().waitFor();
  left.push(...(await unbracketed(page, QUOTED)));
}

test('no text of a review without a model is without a message: its lanes, rounds, comparison and project', async ({
  blank,
}) => {
  await using daemon = await openDaemon((_, here) => {
    here.write('page.html', readFileSync(join(ROOT, 'examples/poor.html'), 'utf8'));
  });
  await daemon.jury('review', 'page.html');
  const { runs } = (await (await ask(`${daemon.url}/api/runs`)).json()) as {
    runs: { id: string; projectId: string }[];
  };
  const [run] = runs;
  const address = `/projects/${run?.projectId}`;
  const page = await blank({ locale: 'de-DE' });
  await speakPseudo(page);
  const left: string[] = [];
  await page.goto(`${daemon.url}${address}/runs/${run?.id}`);
  await page.locator('.theater[data-phase="below_threshold"]').waitFor();
  await page.getByRole('button', { name: '⟦Show the rounds⟧' }).click();
  await page.getByLabel('⟦Expand all⟧').check();
  await unfold(page);
  left.push(...(await unbracketed(page, QUOTED)));
  for (const more of [`${address}/runs/${run?.id}/compare`, address]) {
    await page.goto(`${daemon.url}${more}`);
    await page.locator('main h1').first().waitFor();
    left.push(...(await unbracketed(page, QUOTED)));
  }
  const bare = between(left);
  expect([...new Set(bare.filter((text) => !SAME.test(text) && !OF_RUNS.test(text)))]).toEqual([]);
});

const ASKS: ReadonlySet<End> = new Set(['failed', 'degraded', 'timed_out']);

test.for(Object.keys(ENDS) as End[])(
  'no text of a run that ended so is without a message: %s',
  async (end, { stage, blank }) => {
    const page = await blank({ locale: 'de-DE' });
    await speakPseudo(page);
    if (end === 'interrupted') {
      const { path, projectId, runId } = await stage.start(ENDS[end]);
      await page.goto(`${stage.url}${path}`);
      await page.locator('.theater[data-phase="running"] .lane-head').first().waitFor();
      await page.getByRole('button', { name: '⟦Interrupt' }).click();
      await page
        .getByRole('dialog')
        .or(page.getByRole('group', { name: '⟦' }))
        .first()
        .waitFor();
      await gathered(page, 'the question before a run is stopped');
      await stage.engine.jury.interruptRun(projectId, runId);
      await page.locator('.theater[data-phase="interrupted"]').waitFor();
      await gathered(page, end);
      return;
    }
    const { path } = await endedRun(stage, end);
    await page.goto(`${stage.url}${path}`);
    await page.locator(end === 'legacy' ? '.grounding .link' : `.theater[data-phase="${end}"]`).waitFor();
    // What a run asks comes after its end.
    if (ASKS.has(end)) await page.locator('.question').waitFor();
    await gathered(page, end);
  },
);

test('no text of the tour, the offer of notifications and a question before deleting is without a message', async ({
  stage,
  onTestFinished,
}) => {
  const context = await stage.browser.newContext({ locale: 'de-DE', reducedMotion: 'reduce' });
  onTestFinished(() => context.close());
  await letIn(context, true);
  const page = await context.newPage();
  await speakPseudo(page);
  await page.goto(stage.url);
  const tour = page.getByRole('complementary').filter({ hasText: '⟦Step 1' });
  await tour.waitFor();
  for (const step of [1, 2, 3]) {
    await gathered(page, `step ${step} of the tour`);
    await tour.or(page.getByRole('complementary')).first().getByRole('button').first().click();
  }
  const { path, ...held } = await stage.start({ agent: 'opening' });
  onTestFinished(async () => void (await stage.engine.jury.interruptRun(held.projectId, held.runId)));
  await page.goto(`${stage.url}${path}`);
  await page.getByRole('complementary', { name: '⟦Notifications⟧' }).waitFor();
  await gathered(page, 'the offer of notifications');
  const { projectId, runId } = await stage.start({ agent: 'quick' });
  await stage.finished(projectId, runId);
  await page.goto(`${stage.url}/projects/${projectId}`);
  await page.getByRole('button', { name: '⟦Delete' }).first().click();
  await page.getByRole('dialog').waitFor();
  await gathered(page, 'the question before deleting');
});

/** Of a project, an agent and a file. */
const GIVEN_NAMES =
  /^(?:Invoices|quick|opening|grounded|weekly-update\.html|harbour\.html|booking\.md|c\.json)$/;

async function gathered(page: Page, where: string, quoted = ''): Promise<void> {
  const left = between(await unbracketed(page)).filter(
    (text) => !SAME.test(text) && !AGENT.test(text) && !text.endsWith(BRIEF),
  );
  expect(
    left.filter((text) => !OF_RUNS.test(text) && !GIVEN_NAMES.test(text) && !quoted.includes(text)),
    where,
  ).toEqual([]);
}
