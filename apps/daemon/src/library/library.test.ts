/** What programs import: verdicts as the command line gives them, and nothing of the process used or changed. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { run as checkCommand } from '../cli/check.ts';
import { GOOD_PAGE } from '../cli/test/jury.ts';
import { recordingShell } from '../cli/test/recording-shell.ts';
import { check, openJury, Refusal, review } from './index.ts';
import { toPassJury } from './matcher.ts';

const root = mkdtempSync(join(tmpdir(), 'jury-library-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const POOR_PAGE = GOOD_PAGE.replace('<p>High', '<p style="color:#ccc">High');
const NO_BROWSER = { browser: 'never' } as const;

function put(name: string, text: string): string {
  writeFileSync(join(root, name), text);
  return join(root, name);
}

describe('check', () => {
  test('gives the document that jury check --json prints', async () => {
    put('good.html', GOOD_PAGE);
    put('poor.html', POOR_PAGE);
    put('short.html', '<p>Hi</p>');
    const { shell, output } = recordingShell(root);
    await checkCommand(
      ['good.html', 'poor.html', 'short.html', '--json', '--data', join(root, 'data')],
      shell,
    );
    const { base: _base, ...printed } = JSON.parse(output());
    const report = await check(['good.html', 'poor.html', 'short.html'], { ...NO_BROWSER, cwd: root });
    const timeless = (document: { files: object[] }) => ({
      ...document,
      files: document.files.map((file) => ({ ...file, durationMs: 0 })),
    });
    expect(timeless(report)).toEqual(timeless(printed));
    expect(report.files.map(({ verdict }) => verdict)).toEqual(['passes', 'fails', 'inconclusive']);
    expect(report.verdict).toBe('inconclusive');
  });

  test('takes text, a path and a file address alike', async () => {
    const path = put('same.html', POOR_PAGE);
    const faults = async (page: Parameters<typeof check>[0]) =>
      (await check(page, NO_BROWSER)).files.flatMap(({ faults: found }) => found.map(({ id }) => id));
    const text = await faults({ content: POOR_PAGE });
    const file = await faults(path);
    const address = await faults(pathToFileURL(path));
    expect(text.length).toBeGreaterThan(0);
    expect(file).toEqual(text);
    expect(address).toEqual(text);
  });

  test('accepts what is suppressed with a reason, and says so', async () => {
    const suppress = [{ audit: 'contrast-text', reason: 'the brand is being renewed' }];
    const { files, verdict } = await check({ content: POOR_PAGE }, { ...NO_BROWSER, suppress });
    expect(verdict).toBe('passes');
    expect(files[0]?.faults).toEqual([
      expect.objectContaining({ standing: 'suppressed', reason: 'the brand is being renewed' }),
    ]);
  });

  test.each([
    ['a relative path without a folder', 'page.html', {}, /relative to nothing/],
    ['an address of the web', new URL('https://example.org/'), {}, /is no file/],
    ['a key that is no option', { content: GOOD_PAGE }, { treshold: 9 }, /treshold/],
    ['a threshold above the scale', { content: GOOD_PAGE }, { threshold: 11 }, /threshold/],
    [
      'a suppression without a reason',
      { content: GOOD_PAGE },
      { suppress: [{ audit: 'x', reason: '' }] },
      /why/,
    ],
    ['an agent that is not there', { content: GOOD_PAGE }, { agent: 'nobody' }, /nobody/],
    ['no page', [], {}, /no page/],
    ['an empty text', { content: '' }, {}, /is empty/],
  ])('refuses %s in a sentence', async (_, page, options, message) => {
    // As a program without types would call it.
    const refused = await check(page, options as object).then(
      () => null,
      (error: unknown) => error,
    );
    expect(refused).toBeInstanceOf(Refusal);
    expect(refused).toMatchObject({ message: expect.stringMatching(message) });
  });
});

describe('review', () => {
  test('gives the better page and its diff as text, and leaves the file alone', async () => {
    const path = put('to-review.html', POOR_PAGE);
    const { ships, changed, page, diff, given, rounds } = await review(path, NO_BROWSER);
    expect({ ships, changed, given: given?.passes }).toEqual({ ships: true, changed: true, given: false });
    expect(page).not.toBe(POOR_PAGE);
    expect(diff).toMatch(/^--- a\/.*to-review\.html/m);
    expect(rounds.at(-1)).toMatchObject({ decision: 'ship', mustFix: 0 });
    expect((await check({ content: page ?? '' }, NO_BROWSER)).verdict).toBe('passes');
  });

  test('hands on its events in order while it runs, each with its page', async () => {
    const running = review({ content: POOR_PAGE, name: 'harbour' }, NO_BROWSER);
    const types: string[] = [];
    for await (const { type, page, runId } of running) {
      types.push(type);
      expect({ page, known: runId !== '' }).toEqual({ page: 'harbour', known: true });
    }
    expect(types.indexOf('critique.run_started')).toBeLessThan(types.indexOf('critique.round_end'));
    expect(types.at(-1)).toBe('critique.ship');
    expect((await running).status).toBe('shipped');
  });
});

describe('an end', () => {
  test('by a signal rejects with its reason, and nothing of the run is left', async () => {
    const stop = new AbortController();
    const dataDir = join(root, 'kept');
    const jury = await openJury({ dataDir, env: process.env });
    const running = jury.review({ content: POOR_PAGE }, { ...NO_BROWSER, signal: stop.signal });
    const reason = new Error('enough');
    const read = (async () => {
      for await (const _ of running) stop.abort(reason);
    })();
    await expect(read).rejects.toBe(reason);
    await expect(running).rejects.toBe(reason);
    await expect(jury.check({ content: GOOD_PAGE }, { signal: stop.signal })).rejects.toBe(reason);
    // The same jury judges on.
    expect((await jury.check({ content: GOOD_PAGE }, NO_BROWSER)).verdict).toBe('passes');
    await jury.close();
    await expect(jury.check({ content: GOOD_PAGE })).rejects.toThrow(/is closed/);
  });

  test('of the jury ends what runs', async () => {
    const jury = await openJury();
    const running = jury.review({ content: POOR_PAGE }, NO_BROWSER);
    const closing = (async () => {
      for await (const _ of running) await jury.close();
    })();
    await expect(closing).rejects.toThrow('was closed');
  });
});

test('uses and changes nothing of the process, and leaves no folder behind', async () => {
  const state = () => ({
    cwd: process.cwd(),
    env: { ...process.env },
    listeners: process.eventNames().map((name) => [name, process.listenerCount(name)]),
    exitCode: process.exitCode,
    folders: readdirSync(tmpdir()).filter((name) => name.startsWith('design-jury-')),
  });
  const before = state();
  const writes = [vi.spyOn(process.stdout, 'write'), vi.spyOn(process.stderr, 'write')];
  try {
    await check({ content: POOR_PAGE }, NO_BROWSER);
    await review({ content: POOR_PAGE }, { ...NO_BROWSER, maxRounds: 1 });
    for (const write of writes) expect(write).not.toHaveBeenCalled();
  } finally {
    for (const write of writes) write.mockRestore();
  }
  expect(state()).toEqual(before);
});

describe('toPassJury', () => {
  test.each([
    ['a good page', GOOD_PAGE, false, true],
    ['a poor page', POOR_PAGE, false, false],
    ['a poor page that is not to pass', POOR_PAGE, true, false],
    ['too little to judge', '<p>Hi</p>', false, false],
    // A runner turns the answer round for `.not`: this one fails there too.
    ['too little to judge, that is not to pass', '<p>Hi</p>', true, true],
  ])('says of %s', async (_, page, isNot, pass) => {
    expect((await toPassJury.call({ isNot }, page, NO_BROWSER)).pass).toBe(pass);
  });

  test('lists what holds a page back, with its line', async () => {
    const { message } = await toPassJury.call({ isNot: false }, POOR_PAGE, NO_BROWSER);
    expect(message()).toMatch(/does not pass[\s\S]*critic: [\s\S]*\(line \d+.*contrast-text\)/);
  });
});
