import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import type { OpsSummary } from '../packages/contracts/src/ops.ts';
import { ROOT } from '../scripts/files.ts';
import { violations } from './axe.ts';
import { openDaemon } from './daemon.ts';
import { test } from './fixtures.ts';
import { ask } from './session.ts';
import { until } from './stage.ts';

const PLAN =
  '# Retry payments\n\n## Steps\n\n1. Add a limit in `src/retry.ts`.\n\n## Validation\n\n- Run `npm test`.\n';

/** Of each row, who it is of and its figures; and how many runs there are in all. Read at once: the page may be on its way to another. */
function shown(page: Page): Promise<{ rows: (string | null)[][]; runs: string | null | undefined }> {
  return page.evaluate(() => ({
    rows: [...document.querySelectorAll('[aria-labelledby="ops-agents"] tbody tr')].map((row) =>
      [...row.children].map((cell) => cell.textContent),
    ),
    runs: document.querySelector('[aria-label="Figures"] .tiles b')?.textContent,
  }));
}

describe.concurrent('how runs go', () => {
  test('the figures are those of the runs there were, and follow what is chosen', async ({ stage, open }) => {
    const { runId } = await stage.start({ agent: 'quick' });
    await stage.start({ agent: 'crashes' });
    const summary = await until(
      async () => (await (await ask(`${stage.url}/api/ops`)).json()) as OpsSummary,
      ({ states }) =>
        states.some(({ state }) => state === 'shipped') && states.some(({ state }) => state === 'failed'),
    );
    expect(summary.hours.reduce((sum, { runs }) => sum + runs, 0)).toBe(summary.all.runs);
    const page = await open('/ops?agent=quick&days=1');
    await page.getByRole('heading', { name: 'How runs go' }).waitFor();
    const rows = page.locator('.wide-table tbody tr');
    await rows.first().waitFor();
    expect(await rows.locator('th').allTextContents()).toEqual(['quick']);
    await page.locator('.ops-filters').getByLabel('Agent').selectOption('');
    await until(
      () => rows.locator('th').allTextContents(),
      (names) => names.includes('crashes') && names.includes('quick'),
    );
    expect(new URL(page.url()).search).toBe('?days=1');
    await page.getByText('As a table').click();
    await page.locator('.ops-hours tbody tr').first().waitFor();
    expect(await violations(page)).toEqual([]);
    const log = await (await ask(`${stage.url}/api/runs/${runId}/log`)).text();
    expect(log).toContain('run_shipped');
  });

  test('a kind of run and a skill are chosen in the browser, and the figures are those of the runs that remain', async ({
    blank,
  }) => {
    await using daemon = await openDaemon((_, { write }) => {
      write('page.html', readFileSync(join(ROOT, 'examples/poor.html'), 'utf8'));
      write('plan.md', PLAN);
      write('package.json', '{"name":"pay","scripts":{"test":"true"}}');
    });
    const json = async <Answer>(path: string, body?: unknown): Promise<Answer> => {
      const headers = { 'Content-Type': 'application/json' };
      const given = body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) };
      return (await (await ask(daemon.url + path, given)).json()) as Answer;
    };
    await daemon.jury('review', 'page.html');
    await daemon.jury('plan-check', 'plan.md');
    const { id } = await json<{ id: string }>('/api/projects', { name: 'Weekly' });
    const unjudged = {
      brief: 'How the week went.',
      agent: 'grounded',
      skill: 'weekly-update',
      critique: false,
    };
    await json(`/api/projects/${id}/runs`, unjudged);
    const { agents, all } = await until(
      () => json<OpsSummary>('/api/ops?protocol=theater'),
      ({ states }) =>
        states.reduce((sum, { runs }) => sum + runs, 0) === 2 &&
        !states.some(({ state }) => state === 'queued' || state === 'running'),
    );
    expect(all.runs).toBe(2);
    const page = await blank();
    await page.goto(`${daemon.url}/ops`);
    await page.locator('.ops-filters').waitFor();
    const choose = (label: string, value: string) =>
      page.locator('.ops-filters').getByLabel(label).selectOption(value);
    const runs = (count: string) =>
      until(
        () => shown(page),
        (now) => now.runs === count,
      );
    expect((await runs('3')).rows).toHaveLength(2);
    await choose('Kind', 'theater');
    const { rows } = await runs('2');
    const { composite, degraded } = agents[0] ?? {};
    const score = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 2 });
    const told = [composite?.p50, composite?.p90, composite?.p99]
      .map((value) => score.format(value ?? 0))
      .join(' · ');
    expect(rows).toHaveLength(1);
    expect(rows[0]?.slice(0, 4)).toEqual(['Grounded panel', '2', told, `${(degraded ?? 1) * 100}%`]);
    await choose('Skill', 'weekly-update');
    expect((await runs('1')).rows[0]?.slice(0, 3)).toEqual(['Grounded panel', '1', '– · – · –']);
    expect(new URL(page.url()).search).toBe('?days=7&protocol=theater&skill=weekly-update');
    await choose('Skill', '');
    await runs('2');
    await choose('Kind', 'convergence');
    expect((await runs('1')).rows[0]?.[0]).not.toBe('Grounded panel');
  });

  test('a time without runs says so, in every language', async ({ blank, stage }) => {
    const page = await blank();
    await page.goto(`${stage.url}/ops?skill=nobody-has-this`);
    await page.getByText('No run in this time.').waitFor();
    for (const [locale, words] of [
      ['de', 'Kein Lauf in diesem Zeitraum.'],
      ['ja', 'この期間の実行はありません。'],
      ['ko', '이 기간에는 실행이 없습니다.'],
      ['zh-CN', '这段时间没有运行。'],
      ['zh-TW', '這段時間沒有執行。'],
    ] as const) {
      await page.locator('.language select').selectOption(locale);
      await page.getByText(words).waitFor();
    }
    expect(await violations(page)).toEqual([]);
  });

  test('a run that failed leads to its log', async ({ stage, open }) => {
    const { path } = await stage.start({ agent: 'crashes' });
    const page = await open(path);
    const link = page.getByRole('link', { name: 'Open the log of this run' });
    await link.waitFor();
    const [log] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
    await log.getByText('run_failed').waitFor();
  });
});
