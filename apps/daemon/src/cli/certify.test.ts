import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { GOOD_PAGE, place } from './test/jury.ts';

const EXAMPLES = fileURLToPath(new URL('../../../../examples/', import.meta.url));

test('[T1] a review is signed, carried by its report, and checked without the data folder', async () => {
  using here = place();
  here.write('page.html', GOOD_PAGE);
  expect((await here.jury('review', 'page.html', '--plain', '--browser', 'never')).status).toBe(0);
  expect(await here.jury('certify', '.jury/page')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('There is no key to sign with'),
  });
  expect(
    (await here.jury('key', 'new', '--name', 'The team', '--days', '30', '--out', 'team.json')).status,
  ).toBe(0);
  const certified = await here.jury('certify', '.jury/page', '--json');
  expect(JSON.parse(certified.stdout)).toMatchObject({
    certificate: '.jury/page/certificate.dsse.json',
    report: '.jury/page/report.html',
    outcome: 'shipped',
  });
  // Nobody needs what the run left, nor the keys of who signed it.
  rmSync(here.dataDir, { recursive: true });
  const kept = '.jury/page/page.html';
  for (const what of ['certificate.dsse.json', 'report.html']) {
    const found = await here.jury(
      'verify',
      `.jury/page/${what}`,
      '--page',
      kept,
      '--key',
      'team.json',
      '--json',
    );
    expect({ what, ...found, json: JSON.parse(found.stdout) }).toMatchObject({
      what,
      status: 0,
      json: { holds: true, status: 'shipped', key: { name: 'The team' }, page: { matches: true } },
    });
  }
  here.write('other.html', `${GOOD_PAGE}<!-- more -->`);
  expect(await here.jury('verify', '.jury/page/certificate.dsse.json', '--page', 'other.html')).toMatchObject(
    {
      status: 3,
      stdout: 'Does not hold: the page is not the one that was judged.\n',
    },
  );
  const text = readFileSync(join(here.folder, '.jury/page/certificate.dsse.json'), 'utf8');
  here.write('changed.json', text.replace(/"payload": "(.)/, '"payload": "f'));
  expect((await here.jury('verify', 'changed.json')).status).toBe(3);
});

test('[T2] keys are trusted by their file, listed, and taken back', async () => {
  using here = place();
  await here.jury('key', 'new', '--name', 'Mine', '--out', 'mine.json');
  const { keys } = JSON.parse((await here.jury('key', 'list', '--json')).stdout);
  expect(keys).toMatchObject([{ name: 'Mine', own: true, expiresAt: null }]);
  const id = keys[0].id.slice(0, 12);
  expect((await here.jury('key', 'revoke', id)).stdout).toContain(`No longer trusted: ${id}  Mine`);
  expect((await here.jury('key', 'list')).stdout).toContain('No key is trusted here');
  expect((await here.jury('key', 'trust', 'mine.json')).stdout).toContain("somebody's you trust");
  here.write('bad.json', readFileSync(join(here.folder, 'mine.json'), 'utf8').replace('Mine', 'Boss'));
  expect(await here.jury('key', 'trust', 'bad.json')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('it was changed since its owner made it'),
  });
  expect((await here.jury('key', 'burn')).stderr).toContain(
    'jury key takes new, list, trust FILE or revoke ID',
  );
});

test('[T1] runs of other protocols, and runs without a verdict, are signed and hold', async () => {
  using here = place();
  await here.jury('key', 'new');
  cpSync(join(EXAMPLES, 'specs/booking.md'), join(here.folder, 'booking.md'));
  here.write(
    'plan.md',
    '# Plan\n\n1. Write `booking.md`.\n   Validation: read it.\n   Rollback: git checkout booking.md\n',
  );
  here.write('poor.html', '<title>x</title><p>Few words here</p>');
  const calls = [
    ['loop', 'booking.md', '--command', 'spec', '--json'],
    ['plan-check', 'plan.md', '--json'],
    ['review', 'poor.html', '--json', '--browser', 'never'],
  ];
  for (const call of calls) {
    const { stdout, status } = await here.jury(...call);
    const runId = /r-[0-9a-f-]{36}/.exec(stdout)?.[0] ?? '';
    const certified = await here.jury('certify', runId, '--out', 'c.json');
    expect({ call, ...certified }).toMatchObject({ call, status: 0 });
    const found = JSON.parse((await here.jury('verify', 'c.json', '--json')).stdout);
    expect({ call, ...found }).toMatchObject({ call, holds: true, runId, exitCode: status });
  }
});
