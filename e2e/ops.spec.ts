import { describe, expect } from 'vitest';
import type { OpsSummary } from '../packages/contracts/src/ops.ts';
import { violations } from './axe.ts';
import { test } from './fixtures.ts';
import { ask } from './session.ts';
import { until } from './stage.ts';

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
