import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { GOOD_PAGE, place } from './test/jury.ts';

/** Some must-fixes that the author mends by itself. */
const POOR = GOOD_PAGE.replace(/ lang="en"/, '').replace(/<p>/, '<p style="color:#ccc;background:#fff">');

test('without --trust nothing is claimed; with it coverage and recall are stated, kept, and signed', async () => {
  using here = place();
  here.write('page.html', GOOD_PAGE);
  const plain = JSON.parse((await here.jury('check', 'page.html', '--json', '--browser', 'never')).stdout);
  expect(plain.files[0].trust).toEqual({
    version: 2,
    coverage: null,
    recall: null,
    knownRecall: null,
    noise: null,
    effectiveVotes: null,
    heldOut: null,
  });
  const first = await here.jury(
    'review',
    'page.html',
    '--trust',
    '--json',
    '--browser',
    'never',
    '--sarif',
    'out.sarif',
  );
  const { trust, runId } = JSON.parse(first.stdout);
  expect(trust.coverage.measured).toBeGreaterThan(20);
  expect(trust.recall.planted).toBeGreaterThan(20);
  expect(trust.recall.low).toBeLessThanOrEqual(trust.recall.share);
  expect(trust.recall.high).toBeGreaterThanOrEqual(trust.recall.share);
  expect(trust.recall.mustFix).toBeLessThanOrEqual(trust.recall.caught);
  expect(trust.recall.pool).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(trust.knownRecall.planted).toBeGreaterThan(20);
  // It is the upper one: what was written beside the audits is what they see.
  expect(trust.knownRecall.share).toBeGreaterThanOrEqual(trust.recall.share);
  expect(trust.noise).toBeNull();
  const sarif = JSON.parse(readFileSync(join(here.folder, 'out.sarif'), 'utf8'));
  expect(sarif.runs[0].properties.trust['page.html']).toEqual(trust);
  expect(readFileSync(join(here.folder, '.jury/page/report.html'), 'utf8')).toContain(
    'How far this can be believed',
  );
  await here.jury('key', 'new');
  await here.jury('certify', runId, '--out', 'c.json');
  expect(JSON.parse((await here.jury('verify', 'c.json', '--json')).stdout).trust).toEqual(trust);
});

test('a panel that always says the same has no noise, and what is known of it stands in the next verdict', async () => {
  using here = place();
  here.write('page.html', GOOD_PAGE);
  const noise = await here.jury('noise', 'page.html', '--times', '3', '--json', '--browser', 'never');
  expect({ status: noise.status, ...JSON.parse(noise.stdout) }).toMatchObject({
    status: 0,
    agent: 'grounded',
    times: 3,
    judged: 3,
    floor: 0,
    verdict: 'passes',
  });
  const next = JSON.parse((await here.jury('check', 'page.html', '--json', '--browser', 'never')).stdout);
  expect(next.files[0].trust.noise).toEqual({ floor: 0, times: 3, agent: 'grounded', model: null });
  expect((await here.jury('noise', 'page.html', '--times', '2')).status).toBe(2);
  const stats = JSON.parse((await here.jury('stats', '--json')).stdout);
  expect(stats.changes.runs).toBe(4);
});

test('what a run resolved is asked by every later check: broken, stale and waived are told apart', async () => {
  using here = place();
  here.write('page.html', POOR);
  const reviewed = JSON.parse(
    (await here.jury('review', 'page.html', '--json', '--browser', 'never')).stdout,
  );
  const added = await here.jury('witness', 'add', reviewed.runId, '--json');
  const { witnesses } = JSON.parse(added.stdout);
  expect(witnesses.length).toBeGreaterThan(0);
  expect(witnesses[0]).toMatchObject({ file: 'page.html', run: reviewed.runId });
  const [page = ''] = globSync(join(here.dataDir, 'artifacts/*/final.json')).map((file) =>
    join(dirname(file), JSON.parse(readFileSync(file, 'utf8')).path),
  );
  const kept = readFileSync(page);
  writeFileSync(page, POOR);
  expect(await here.jury('witness', 'add', reviewed.runId)).toMatchObject({
    status: 3,
    stderr: expect.stringContaining('is not what was stored under its hash'),
  });
  writeFileSync(page, kept);
  const check = async (...flags: string[]) => {
    const { status, stdout } = await here.jury(
      'check',
      'page.html',
      '--json',
      '--browser',
      'never',
      ...flags,
    );
    return { status, remarks: JSON.parse(stdout).files[0].remarks.join('\n') };
  };
  expect(await check()).toMatchObject({ status: 1, remarks: expect.stringContaining('Witness broken') });
  here.write('page.html', GOOD_PAGE);
  expect((await check()).status).toBe(0);
  for (const { audit } of witnesses) await here.jury('witness', 'waive', audit, '--reason', 'we decided so');
  expect(await check()).toMatchObject({ status: 0, remarks: expect.stringContaining('Witness waived') });
  expect((await check('--witnesses', 'strict')).status).toBe(1);
  expect((await check('--witnesses', 'off')).remarks).not.toContain('Witness');
  const file = join(here.folder, 'jury.witnesses.json');
  here.write(
    'jury.witnesses.json',
    readFileSync(file, 'utf8')
      .replaceAll(/"selector": "[^"]*"/g, '"selector": "#gone"')
      .replaceAll(/,\s*"waived": "[^"]*"/g, ''),
  );
  expect(await check()).toMatchObject({ status: 0, remarks: expect.stringContaining('Witness stale') });
  here.write('jury.witnesses.json', '{"version":2}');
  expect((await here.jury('check', 'page.html')).stderr).toContain('it is no file of witnesses');
});

test('witnesses hold on the page that made them, and break where a fault comes back', async () => {
  using here = place();
  const faulty = GOOD_PAGE.replaceAll(/<\/?main[^>]*>/g, '').replace('<p>High', '<p style="color:#ccc">High');
  here.write('page.html', faulty);
  const argv = ['page.html', '--json', '--browser', 'never'];
  const reviewed = JSON.parse((await here.jury('review', ...argv, '--apply')).stdout);
  const { witnesses } = JSON.parse((await here.jury('witness', 'add', reviewed.runId, '--json')).stdout);
  expect(witnesses.map(({ audit }: { audit: string }) => audit).sort()).toEqual([
    'contrast-text',
    'main-landmark',
  ]);
  const fixed = readFileSync(join(here.folder, 'page.html'), 'utf8');
  expect(fixed).toContain('<main');
  const remarks = async (): Promise<string> =>
    JSON.parse((await here.jury('check', ...argv)).stdout).files[0].remarks.join('\n');
  expect(await remarks()).not.toContain('Witness');
  here.write('page.html', fixed.replace(/<p[^>]*>High/, '<p style="color:#ddd">High'));
  expect(await remarks()).toMatch(/Witness broken: contrast-text/);
});
