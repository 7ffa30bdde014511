/** The Theater's own pages, as a browser has rendered them, before axe and our own panel: what we ask of others, we hold ourselves to. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { type Place, POOR_PAGE, place } from '../apps/daemon/src/cli/test/jury.ts';
import type { CheckResult } from '../apps/daemon/src/report/check-result.ts';
import { violations } from './axe.ts';
import { test } from './fixtures.ts';
import { contentRun, ENDS, type End, endedRun, KINDS, PAGES, runOfKind, settled } from './prepared.ts';
import { openStage } from './stage.ts';

describe.concurrent('our own pages', () => {
  test('jury check passes a report, and the index over reports', async () => {
    using here = place();
    here.write('landing.html', readFileSync(new URL('../examples/landing.html', import.meta.url), 'utf8'));
    here.write('poor.html', POOR_PAGE);
    await here.start(['review', 'landing.html', '--out', 'one', '--browser', 'never']);
    await here.start(['review', 'landing.html', 'poor.html', '--out', 'both', '--browser', 'never']);
    await passes(here, [join(here.folder, 'one/report.html'), join(here.folder, 'both/index.html')]);
  });

  test('axe and jury check pass every page of the app', async ({
    stage: { browser },
    blank,
    onTestFinished,
  }) => {
    const stage = await openStage(browser);
    onTestFinished(() => stage.close());
    // So that lists and figures have something in them, and somebody asks.
    const { projectId } = await endedRun(stage, 'shipped');
    await endedRun(stage, 'below_threshold');
    await runOfKind(stage, 'loop');
    const page = await blank();
    using here = place();
    const files: string[] = [];
    for (const [name, address] of Object.entries({ ...PAGES, project: `/projects/${projectId}` })) {
      await page.goto(`${stage.url}${address}`);
      files.push(await seen(here, name, page));
    }
    await passes(here, files);
  });

  test('axe and jury check pass a run of every kind', async ({ stage, open }) => {
    using here = place();
    const files: string[] = [];
    for (const kind of Object.keys(KINDS) as (keyof typeof KINDS)[])
      files.push(await seen(here, kind, await open(`/runs/${await runOfKind(stage, kind)}`)));
    const content = await open(`/runs/${await contentRun(stage)}`);
    files.push(await seen(here, 'content', content));
    await passes(here, files);
  });

  test('axe and jury check pass a run with every end, its rounds, its replay and its comparison', async ({
    stage,
    open,
  }) => {
    using here = place();
    const files: string[] = [];
    for (const end of Object.keys(ENDS) as End[]) {
      const { path } = await endedRun(stage, end);
      const page = await open(path);
      await page
        .locator(end === 'legacy' ? '.grounding .run-badge' : `.theater[data-phase="${end}"]`)
        .waitFor();
      if (end !== 'shipped') {
        files.push(await seen(here, end, page));
        continue;
      }
      await page.getByRole('button', { name: 'Show the rounds' }).click();
      files.push(await seen(here, 'rounds', page));
      files.push(await seen(here, 'shipped', await open(path)));
      files.push(await seen(here, 'replay', await open(`${path}?replay`)));
      files.push(await seen(here, 'compare', await open(`${path}/compare`)));
    }
    await passes(here, files);
  });
});

/** Asks axe, and puts what is on screen into a file for the panel. */
async function seen(here: Place, name: string, page: Page): Promise<string> {
  await settled(page);
  expect(await violations(page), name).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violations(page, 'colours'), `${name}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  const file = here.write(`${name.replaceAll(' ', '-')}.html`, await rendered(page));
  return file;
}

async function passes(here: Place, files: readonly string[]): Promise<void> {
  const { status, stdout, stderr } = await here.start(['check', ...files, '--browser', 'never', '--json']);
  expect(stdout.trim() === '' ? [stderr] : failures(stdout)).toEqual([]);
  expect(status).toBe(0);
}

/** Of somebody else: a page in its frame, and what is quoted of a document as it was written. */
const OF_OTHERS = 'iframe, del, ins, pre, q, blockquote, samp, .evidence';

/** One document: styles where their sheets were, without what runs or is somebody else's. */
function rendered(page: Page): Promise<string> {
  return page.evaluate((ofOthers) => {
    const css = [...document.styleSheets].map((sheet) =>
      [...sheet.cssRules].map((rule) => rule.cssText).join('\n'),
    );
    const copy = document.documentElement.cloneNode(true) as HTMLElement;
    for (const gone of copy.querySelectorAll(`script, link, style, ${ofOthers}`)) gone.remove();
    const style = document.createElement('style');
    style.textContent = css.join('\n');
    copy.querySelector('head')?.append(style);
    return `<!doctype html>\n${copy.outerHTML}\n`;
  }, OF_OTHERS);
}

/** What keeps a page from passing, a line each. */
function failures(json: string): string[] {
  const { files } = JSON.parse(json) as CheckResult;
  return files
    .filter(({ verdict }) => verdict !== 'passes')
    .flatMap(({ file, summary, faults }) => [
      `${file}: ${summary}`,
      ...faults.map(({ rule, target, text, evidence }) => `  ${rule} ${target}: ${text} (${evidence})`),
    ]);
}
