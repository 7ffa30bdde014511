/** Convergence in a real browser: workers watched at work, replayed, asked back; critics, verdicts, the report. */
import type { ChildProcess } from 'node:child_process';
import { mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { readClarifications } from '../apps/daemon/src/protocols/convergence/task.ts';
import { fullReport } from '../apps/daemon/src/protocols/convergence/test/full-report.ts';
import { repository, write } from '../apps/daemon/src/protocols/convergence/test/repository.ts';
import type { Script } from '../apps/daemon/src/protocols/convergence/test/script-answer.ts';
import { WORKER } from '../apps/daemon/src/protocols/convergence/test/scripted.ts';
import { reportHtml } from '../apps/daemon/src/report/convergence-report.ts';
import { openDaemon } from './daemon.ts';
import { test } from './fixtures.ts';
import { inspect } from './inspect.ts';
import { until } from './stage.ts';

const FEE = [{ kind: 'file' as const, ref: 'src/fee.mjs', line: 5, quote: '(days + 1) * 25' }];
const CLOCK = [{ kind: 'file' as const, ref: 'src/clock.mjs', line: 1 }];
const AGREE = [{ says: '.', verdict: 'AGREE' }];
const GRACE = {
  statement: 'How many days of grace do schools have?',
  evidenceChecked: 'none - only the library knows',
};
const BRIEF = '# LATE-7\n\n- LATE-7.1: The fee in `src/fee.mjs` must not be charged a day early.\n';

const PICTURES = { folder: 'runs', names: ['workers-1280-light', 'workers-375-dark'] };

/** Workers that answer from a script, over a small repository of their own. */
async function panel(scripts: Readonly<Record<string, Script>>) {
  const daemon = await openDaemon((_dataDir, { folder: root, agents }) => {
    repository(join(root, 'project'));
    const rows = Object.keys(scripts).map((id) => ({
      id,
      name: id,
      command: process.execPath,
      args: [WORKER, join(root, `${id}.json`)],
    }));
    write(root, {
      'task/brief.md': BRIEF,
      'task/manifest.json': JSON.stringify({ key: 'LATE-7', project: '../project', critic: 'alpha' }),
    });
    agents(rows);
    for (const [id, script] of Object.entries(scripts))
      writeFileSync(
        join(root, `${id}.json`),
        JSON.stringify({ ...script, records: join(root, `${id}.txt`) }),
      );
  });
  const workers = Object.keys(scripts).join(',');
  return {
    daemon,
    read: (name: string) => readFileSync(join(daemon.here.folder, name), 'utf8'),
    run: (type: string) =>
      daemon.jury('converge', '--task', 'task', '--type', type, '--workers', workers, '--json'),
  };
}

const lane = (page: Page, name: string) =>
  page.locator('.worker-lane', { has: page.getByRole('heading', { name, exact: true }) });

describe.concurrent('convergence', () => {
  test('workers are watched at work and replayed; an answer given in the page flows back into the next run', async ({
    blank,
  }) => {
    const { daemon, read, run } = await panel({
      alpha: {
        analysis: { findings: [{ claim: 'The due day is charged.', evidence: FEE }], questions: [GRACE] },
        gaps: [{ claim: 'Nobody looked at the clock.', evidence: CLOCK }],
        votes: AGREE,
        mutters: 'Let me look at the fee first. The key is sk-q7Z3q7Z3q7Z3q7Z3q7Z3q7Z3 here.',
        waitsFor: { analysis: 'go' },
      },
      beta: { votes: AGREE },
      gamma: { misbehaves: { analysis: 'garbage' }, votes: AGREE },
    });
    await using _daemon = daemon;
    const page = await blank();
    await page.goto(`${daemon.url}/runs`);
    const first = run('error-analysis');
    await page.getByRole('link', { name: 'LATE-7' }).click();

    const alpha = lane(page, 'alpha');
    await alpha.getByText('Analysis').waitFor();
    await alpha.getByText('Writing').waitFor();
    await alpha.getByText('Let me look at the fee first.').waitFor();
    await alpha.getByText('[redacted]').waitFor();
    expect(await page.content()).not.toContain('q7Z3');
    // A worker that says nothing does not look frozen: its clock goes on, and it is said to be silent.
    const clock = alpha.locator('.worker-lane-doing > span').nth(1);
    const before = await clock.textContent();
    await until(
      () => clock.textContent(),
      (now) => now !== before,
    );
    await alpha.getByText('Silent; still waiting').waitFor();
    await inspect(page, 'workers', PICTURES);

    daemon.here.write('go', '');
    const ended = await first;
    expect(ended.status, ended.stderr).toBe(0);
    await alpha.getByText('Done').first().waitFor();
    await lane(page, 'gamma').getByText('No result').waitFor();
    await lane(page, 'gamma')
      .getByText(/gave no usable answer/)
      .waitFor();
    await lane(page, 'alpha-critic').getByText('Search for gaps').waitFor();
    await page.getByText('alpha proposed 1; shared: 1.').waitFor();
    // What nobody has answered is open, also before the page has asked what is.
    const row = page.getByRole('row', { name: /C-001/ });
    await row.getByText('Open', { exact: true }).waitFor();
    expect(await row.getByText('the next run takes it').count()).toBe(0);
    await inspect(page, 'converged', PICTURES);

    // Any moment again: the lane stands as it stood.
    await page.getByRole('slider', { name: 'Timeline' }).focus();
    await page.keyboard.press('Home');
    for (
      let steps = 0;
      steps < 30 && (await page.locator('.worker-lane[data-state="silent"]').count()) === 0;
      steps++
    )
      await page.keyboard.press('ArrowRight');
    await alpha.getByText('Silent; still waiting').waitFor();
    expect(await alpha.getByText('Let me look at the fee first.').count()).toBe(1);
    await page.keyboard.press('Escape');

    await page.getByRole('radio', { name: 'As noted', exact: true }).check();
    await page.getByLabel('Your answer').fill('Three days.');
    await page.getByRole('button', { name: 'Answer' }).click();
    await page.getByText('Answered: As noted').waitFor();
    await row.getByText('the next run takes it').waitFor();
    const again = await run('requirements-discovery');
    expect(again.status, again.stderr).toBe(0);
    expect(JSON.parse(read('task/clarifications.json'))).toMatchObject([
      { id: 'C-001', status: 'answered', userInput: 'Three days.' },
    ]);
    // Every analyser of the next run is told; no one is told what another was seen to do.
    for (const id of ['alpha', 'beta', 'gamma']) expect(read(`${id}.txt`)).toContain('Three days.');
    for (const id of ['beta', 'gamma']) expect(read(`${id}.txt`)).not.toContain('Let me look');
    await page.goto(`${daemon.url}/runs/${/\br-[0-9a-f-]{36}/.exec(again.stdout)?.[0]}`);
    await row.getByText('Three days.').waitFor();
    expect(await page.locator('.question').count()).toBe(0);
  });

  test('an acceptance shows what its critic came to and where the workers differ', async ({ blank }) => {
    const { daemon, run } = await panel({
      alpha: {
        analysis: { coverage: [{ requirement: 'LATE-7.1', artifact: FEE[0] ?? {} }] },
        candidates: [
          { statement: 'The due day is still charged.', severity: 'major', evidence: FEE },
          { statement: 'Under load it may be slow.', severity: 'minor', evidence: [] },
        ],
      },
      beta: { candidateVotes: [{ says: 'due day', evidence: FEE }] },
      gamma: {},
    });
    await using _daemon = daemon;
    const accepted = await run('final-verification');
    expect(accepted.status, accepted.stderr).toBe(0);
    const page = await blank();
    await page.goto(`${daemon.url}/runs/${/\br-[0-9a-f-]{36}/.exec(accepted.stdout)?.[0]}`);
    await page.getByRole('heading', { name: 'Acceptance critic' }).waitFor();
    await page
      .getByText('alpha gave 2 reasons against acceptance; confirmed: 1, kept as residual risk: 1.')
      .waitFor();
    await page.getByText('The workers do not agree on the verdict.').waitFor();
    await page.getByText('In its words (2)').click();
    await page.getByText('major: The due day is still charged.').waitFor();
    await lane(page, 'alpha-critic').getByText('Case against acceptance').waitFor();
    await inspect(page, 'acceptance', PICTURES);
  });

  test('the report is readable at every width, light and dark, in English and Korean', async ({ blank }) => {
    // Its own to remove: beside other tests the hooks of one would be taken for another's.
    using place = mkdtempDisposableSync(join(tmpdir(), 'jury-report-'));
    const page = await blank();
    for (const language of ['en', 'ko'] as const) {
      const file = join(place.path, `${language}.html`);
      writeFileSync(file, reportHtml(fullReport(language)));
      await page.goto(`file://${file}`);
      await inspect(page, `report-${language}`, PICTURES);
      // Cards on a small screen are still a table to whoever hears them.
      await page.setViewportSize({ width: 375, height: 900 });
      const table = page.getByRole('table').first();
      expect(await table.getByRole('row').count()).toBe(2);
      expect(await table.getByRole('columnheader').count()).toBe(3);
      // On paper it is dark on white, whatever the screen is, and a table again.
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      const paper = await page.evaluate(() => ({
        background: getComputedStyle(document.body).backgroundColor,
        row: getComputedStyle(document.querySelector('tbody tr') ?? document.body).display,
      }));
      expect(paper).toEqual({ background: 'rgb(255, 255, 255)', row: 'table-row' });
      await page.emulateMedia({ media: 'screen' });
    }
  });

  test('a cross-check that was put aside goes on when Continue is pressed in the browser', async ({
    blank,
  }) => {
    const { daemon } = await panel({
      alpha: {
        analysis: { findings: [{ claim: 'The due day is charged.', evidence: FEE }] },
        votes: AGREE,
        mutters: 'Let me look at the fee first.',
        waitsFor: { analysis: 'go' },
      },
      beta: { votes: AGREE },
    });
    await using _daemon = daemon;
    const page = await blank();
    await page.goto(`${daemon.url}/runs`);
    const started = Promise.withResolvers<ChildProcess>();
    const words = ['converge', '--task', 'task', '--type', 'error-analysis', '--workers', 'alpha,beta'];
    const first = daemon.here.start([...words, '--data', join(daemon.here.folder, 'data')], (_, child) =>
      started.resolve(child),
    );
    await page.getByRole('link', { name: 'LATE-7' }).click();
    await lane(page, 'alpha').getByText('Let me look at the fee first.').waitFor();
    (await started.promise).kill('SIGINT');
    expect((await first).status).not.toBe(0);
    daemon.here.write('go', '');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.locator('.run-head').getByText('Passed').waitFor();
    await lane(page, 'alpha').getByText('Done').first().waitFor();
    expect(await page.getByRole('button', { name: 'Continue' }).count()).toBe(0);
    // What is over is begun anew at its own form.
    const anew = page.getByRole('link', { name: 'Start it again: Cross-check' });
    expect(await anew.getAttribute('href')).toBe('/?job=converge');
  });

  test('open questions are answered in the report itself: it makes the file the next run takes', async ({
    blank,
  }) => {
    using place = mkdtempDisposableSync(join(tmpdir(), 'jury-form-'));
    const page = await blank();
    writeFileSync(join(place.path, 'report.html'), reportHtml(fullReport('en')));
    await page.goto(`file://${join(place.path, 'report.html')}`);
    await page.getByLabel(/^C-001: How many days/).fill('Three days.');
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Make clarifications.json' }).click();
    await page.getByRole('link', { name: 'clarifications.json' }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toBe('clarifications.json');
    const made = await page.getByLabel('clarifications.json').inputValue();
    await download.saveAs(join(place.path, 'clarifications.json'));
    expect(readFileSync(join(place.path, 'clarifications.json'), 'utf8')).toBe(made);
    const items = await readClarifications({ folder: place.path });
    expect(items.map(({ id, status, userInput }) => [id, status, userInput])).toEqual([
      ['C-001', 'answered', 'Three days.'],
      ['C-002', 'answered', '사흘입니다.'],
    ]);
  });
});
