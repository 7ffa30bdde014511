/** Every command's main job, started in the browser with documents that are given there, to its result. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { CriticLoopConfigSchema } from '../packages/contracts/src/loop/schema.ts';
import { violations } from './axe.ts';
import { openDaemon } from './daemon.ts';
import { test } from './fixtures.ts';
import { until } from './stage.ts';

const example = (path: string): string => fileURLToPath(new URL(`../examples/${path}`, import.meta.url));
/** One contradiction in a spec that is clean otherwise: one question, and an end after its answer. */
const SPEC = readFileSync(example('specs/booking.md'), 'utf8').replace(
  '## Signing in',
  '- FR-10: A booking must be released when nobody has checked in 30 minutes after it began.\n\n## Signing in',
);
const PLAN = `# Retry payments

## Steps

1. Add a limit in \`src/retry.ts\`.
2. Call it from \`src/gone.ts\`.

## Validation

- The limit is 3.
`;

const text = (name: string, content: string) => ({
  name,
  mimeType: 'text/markdown',
  buffer: Buffer.from(content),
});
const field = (page: Page, label: string) => page.getByRole('group', { name: label });
const give = (page: Page, label: string, ...files: ReturnType<typeof text>[]) =>
  field(page, label).locator('input[type=file]').first().setInputFiles(files);
const started = async (page: Page): Promise<string> => {
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.waitForURL(/\/runs\/r-/);
  return page.url().split('/').at(-1) ?? '';
};

describe.concurrent('jobs', () => {
  test('a text is given, held to its criteria, asked about and taken back corrected', async ({ blank }) => {
    await using daemon = await openDaemon();
    const page = await blank();
    await page.goto(daemon.url);
    await page.getByRole('link', { name: 'A text', exact: true }).click();
    await page.waitForURL(/\?job=loop$/);
    await page.getByRole('heading', { name: 'Check a text' }).waitFor();
    expect(await page.title()).toBe('Check a text · Design Jury');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByRole('alert').getByText('Give a document first.').waitFor();
    await give(page, 'Document', text('booking.md', SPEC));
    await field(page, 'Document').getByText('booking.md').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.getByText('No cost: no model is asked.').waitFor();
    await started(page);
    await page.getByText('It is waiting for an answer (exit code 4).').waitFor();
    await page.getByRole('radio', { name: '15 minutes', exact: true }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Answer' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.locator('.completion[data-status="converged"]').waitFor();
    await page.getByText('It passed and may go out (exit code 0).').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download the text as it is now' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('booking.md');
    const taken = readFileSync(await download.path(), 'utf8');
    expect(taken).toContain('15 minutes');
    expect(taken).not.toContain('30 minutes');
    expect(await violations(page)).toEqual([]);
    // With its run the document goes, too.
    const kept = () => readdirSync(join(daemon.here.folder, 'data', 'artifacts'));
    expect(kept()).toHaveLength(1);
    await page.goto(`${daemon.url}/runs`);
    await page.getByRole('button', { name: 'Delete “booking.md”?' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No runs yet').waitFor();
    // Its row goes first.
    await until(
      async () => kept(),
      (left) => left.length === 0,
    );
  });

  test('a plan, a project and a delivery are judged from the browser alone', async ({ blank }) => {
    await using daemon = await openDaemon();
    const page = await blank();
    await page.goto(`${daemon.url}/?job=plan-check`);
    await give(page, 'Plan', text('plan.md', PLAN));
    await give(page, 'Project it is about (optional)', text('README.md', '# Payments\n'));
    await field(page, 'Project it is about (optional)').getByText('1 file, ').waitFor();
    await started(page);
    await page.getByText('Judged in full; it did not pass (exit code 1).').waitFor();
    await page.getByRole('heading', { name: 'Check of the plan' }).waitFor();

    await page.goto(`${daemon.url}/?job=converge`);
    await page.getByLabel('Question').selectOption('Why does something fail?');
    await page.getByLabel('Task', { exact: true }).fill('Why are customers charged a wrong late fee?');
    await give(
      page,
      'Documents of the project',
      text('fees.md', 'The late fee is 5 euros.\n'),
      text('terms.md', 'The late fee is 8 euros.\n'),
    );
    await page.getByLabel('Name (optional)').fill('Late fee');
    await started(page);
    await page.getByRole('heading', { name: 'Late fee', exact: true }).waitFor();
    await page.locator('.completion').getByText('Why does something fail?').waitFor();
    await page.locator('.exit-note').waitFor();
    await page
      .locator('.completion p')
      .first()
      .getByText(/\bfinding/)
      .waitFor();

    await page.goto(`${daemon.url}/?job=accept`);
    await page
      .getByLabel('What was asked for')
      .fill('- R1: There must be a file `guide.md` with a section "Refunds".');
    await page.locator('input[webkitdirectory]').setInputFiles(folderWith(daemon.here.folder));
    await field(page, 'What was delivered').getByText('1 file was left out').waitFor();
    await started(page);
    await page.getByText('It passed and may go out (exit code 0).').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test('a run that takes too long is stopped where it is watched, after a question', async ({
    stage,
    open,
  }) => {
    const file = join(mkdtempSync(join(tmpdir(), 'jury-stop-')), 'booking.md');
    writeFileSync(file, SPEC);
    const { startLoop } = await import('../apps/daemon/src/protocols/loop/start-loop.ts');
    const { CRITERIA_SETS } = await import('../apps/daemon/src/protocols/loop/criteria-sets.ts');
    const [set] = CRITERIA_SETS;
    if (set === undefined) throw new Error('there are no criteria');
    const { cap, command, criteria } = set;
    const config = CriticLoopConfigSchema.parse({ cap });
    const subject = { file, root: dirname(file), shown: 'booking.md' };
    const loop = { subject, agent: 'silent', model: null, command, criteria, config };
    const run = await startLoop(stage.engine, loop);
    const page = await open(`/runs/${run.id}`);
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByRole('dialog').getByText('Stop this run?').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByRole('button', { name: 'Stop it' }).click();
    await page.getByText('Stopped before its end.').waitFor();
    await page.getByText('It was interrupted (exit code 130).').waitFor();
    expect(await page.getByRole('button', { name: 'Stop', exact: true }).count()).toBe(0);
  });

  test('what is too much or chooses commands is refused in a sentence, and nothing is kept', async ({
    blank,
  }) => {
    await using daemon = await openDaemon();
    const page = await blank();
    await page.goto(`${daemon.url}/?job=accept`);
    await give(page, 'What was delivered', text('long.md', 'x'.repeat(2_000_001)));
    await page.getByRole('alert').getByText('long.md is too large: a document may have at most').waitFor();
    await page.getByLabel('What was asked for').fill('- R1: The tests pass: `npm test`.');
    await give(page, 'What was delivered', text('a.md', '# A\n'));
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByRole('alert').getByText('the brief asks to run "npm test"').waitFor();
    expect(existsSync(join(daemon.here.folder, 'data', 'artifacts'))).toBe(false);
  });

  test('every form is usable at each width, in light and dark, by keyboard and with no shift', async ({
    open,
  }) => {
    for (const [width, colorScheme] of [
      [375, 'light'],
      [768, 'dark'],
      [1280, 'light'],
      [375, 'dark'],
    ] as const) {
      const page = await open('/', { viewport: { width, height: 900 }, colorScheme });
      await page.locator('.jobs a').nth(5).waitFor();
      for (const job of ['loop', 'plan-check', 'converge', 'accept']) {
        await page.locator(`.jobs a[href$="job=${job}"]`).press('Enter');
        await page.locator(`form[aria-label]`).waitFor();
        await page.getByRole('button', { name: 'Start', exact: true }).click();
        await page.getByRole('alert').waitFor();
        expect(await violations(page), `${job} at ${width}`).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overflow, `${job} at ${width}`).toBeLessThanOrEqual(0);
        const pictures = process.env.JOB_PICTURES;
        if (pictures !== undefined)
          await page.screenshot({
            path: join(pictures, `${job}-${width}-${colorScheme}.png`),
            fullPage: true,
          });
      }
    }
  });
});

/** A delivery as a folder on the disk, with something hidden in it. */
function folderWith(root: string): string {
  const folder = join(root, 'delivery');
  mkdirSync(folder);
  writeFileSync(join(folder, 'guide.md'), '# Guide\n\n## Refunds\n\nMoney comes back within 14 days.\n');
  writeFileSync(join(folder, '.env'), 'SECRET=1\n');
  return folder;
}
