import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { type Ended, GOOD_PAGE, POOR_PAGE, place } from './test/jury.ts';

test('review: a poor page is improved and still not shipped, and everything is where it says', async () => {
  using here = place();
  here.write('page.html', POOR_PAGE);
  const { status, stdout, stderr } = await here.start(['review', 'page.html']);
  expect(status).toBe(1);
  expect(stdout).toMatch(/^The file as given does not pass \(\d\.\d\d, \d+ must-fixes\); the improved copy/);
  expect(stdout).toMatch(/^NOT SHIPPED {2}copy of page\.html {2}composite \d+\.\d\d of 10, threshold 8\.0/m);
  expect(stderr).toContain('round 1 ends: ');
  const [page, diff, report, transcript] = ['page', 'diff', 'report', 'transcript'].map(
    (label) => new RegExp(`^ {2}${label} +(\\S+)$`, 'm').exec(stdout)?.[1] ?? '',
  );
  for (const file of [page, diff, report, transcript])
    expect(existsSync(join(here.folder, file ?? ''))).toBe(true);
  const improved = readFileSync(join(here.folder, page ?? ''), 'utf8');
  expect(improved).toContain('<meta charset="utf-8">');
  // Filler does not say what language a page is in: that is asked for, not guessed.
  expect(improved).not.toContain('lang=');
  expect(readFileSync(join(here.folder, 'page.html'), 'utf8')).toBe(POOR_PAGE);
  expect(readFileSync(join(here.folder, '.jury/.gitignore'), 'utf8')).toBe('*\n');
});

test('review --json: one document of the promised shape on stdout, nothing on stderr', async () => {
  using here = place();
  here.write('page.html', GOOD_PAGE);
  const { status, stdout, stderr } = await here.start([
    'review',
    'page.html',
    '--json',
    '--out',
    'out',
    '--max-rounds',
    '1',
  ]);
  const result = JSON.parse(stdout);
  expect({ status, stderr, is: result.status }).toEqual({ status: 0, stderr: '', is: 'shipped' });
  expect(result.rounds[0].panelists.critic.dims[0]).toEqual({
    name: expect.any(String),
    score: expect.any(Number),
    note: expect.any(String),
  });
  expect(existsSync(result.artifact)).toBe(true);
  expect(existsSync(result.rounds[0].artifact)).toBe(true);
  expect(existsSync(result.transcript)).toBe(true);
});

test.each([
  [['review'], 'Name a page to review, such as: jury review page.html.'],
  [['review', 'none.html'], 'There is no file "none.html". Check the path.'],
  [
    ['review', ''],
    'The name of a page is empty; name a file, a folder or a pattern, or "." for this folder.',
  ],
  [['plan-check', 'folder'], '"folder" is a folder; name the plan in it, such as folder/plan.md.'],
  [['loop', 'folder'], '"folder" is a folder; name the file in it to review.'],
  [['review', 'none*.html'], /^No page matches "none\*\.html"; it is read from /],
  [['review', 'data.json'], 'data.json is neither HTML nor Markdown; give a .html or .md file.'],
  [
    ['review', 'data.json', '--threshold', 'high'],
    '--threshold is "high"; it takes a number from 0 to 1000.',
  ],
  [
    ['review', 'data.json', '--max-rounds', '21'],
    '--max-rounds is "21"; it takes a whole number from 1 to 20.',
  ],
  [['review', 'data.json', '--bogus'], "Unknown option '--bogus'. See jury review --help."],
  [
    ['review', 'data.json', '--threshold', '-1'],
    '--threshold needs a value, and "-1" looks like a flag; write --threshold=VALUE for one that begins with a dash.',
  ],
  [
    ['check', 'data.json', '--base', '--quiet'],
    '--base needs a value, and "--quiet" looks like a flag; write --base=VALUE for one that begins with a dash.',
  ],
  [['review', 'data.json', '--threshold=-1'], '--threshold is "-1"; it takes a number from 0 to 1000.'],
  [['review', 'data.json', '--config', 'bad.json'], 'bad.json: suppress[0].reason: say why, in a few words.'],
  [
    ['review', 'data.json', '--config', 'odd.json'],
    /^odd\.json: "treshold" is not a known key\. It takes agent, .*\bthreshold, maxRounds/,
  ],
  [
    ['review', 'data.json', '--baseline', 'no.json'],
    'There is no baseline no.json; write one with --update-baseline.',
  ],
  [
    ['review', 'data.json', '--json', '--watch'],
    '--json prints one document and --watch never ends; use one of them.',
  ],
  [['replay'], 'Name one transcript, or the id of one run: jury replay <run|transcript>.'],
  [
    ['replay', 'data.json'],
    'data.json: line 1: is not an event of ours (seq, at and type). This is no transcript of ours.',
  ],
  [['replay', 'no/such'], 'There is no file "no/such"; name a transcript, or the id of a run in DATA.'],
  [['replay', 'r-1'], '"r-1" is neither a file nor a run in DATA; choose the folder with --data.'],
  [['replay', 'x', '--speed', '2x'], '--speed is "2x"; it takes 1x, 4x or instant.'],
  [
    ['rejudge', 'x', '--weights', 'critic=a'],
    '--weights gives critic "a"; it takes a number from 0, as in critic=0.4.',
  ],
  [
    ['rejudge', 'x', '--weights', 'boss=1'],
    '--weights names "boss"; the roles are designer, critic, brand, a11y, copy.',
  ],
  [['serve', '--port', '70000'], '--port is "70000"; it takes a whole number from 0 to 65535.'],
  [['serve', 'now'], 'serve takes no "now"; see jury serve --help.'],
  [['doctor', 'who'], 'doctor takes no "who"; see jury doctor --help.'],
])('wrong usage is one sentence and exit 2: %j', async (args, sentence) => {
  using here = place();
  here.write('data.json', '{"a":1}');
  mkdirSync(join(here.folder, 'folder'));
  here.write('bad.json', '{"suppress":[{"audit":"contrast-text"}]}');
  here.write('odd.json', '{"treshold":7}');
  const { status, stdout, stderr } = await here.jury(...args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr.endsWith('\n')).toBe(true);
  const data = relative(here.folder, here.dataDir);
  const said = stderr
    .trimEnd()
    .replace(/^jury: /, '')
    .replace(data, 'DATA');
  if (typeof sentence === 'string') expect(said).toBe(sentence);
  else expect(said).toMatch(sentence);
  expect(said).not.toContain('\n');
});

test.each([
  ['.', 'jury: The folder "." holds no .html page; name a file or a pattern.\n'],
  ['empty.txt', 'jury: empty.txt: The page is empty: there is nothing to judge.\n'],
  ['binary.txt', 'jury: binary.txt: This is a binary file, not a page: give an HTML file.\n'],
])('where there is nothing to judge it is one sentence and exit 3: review %s', async (name, sentence) => {
  using here = place();
  here.write('empty.txt', ' \n');
  here.write('binary.txt', Uint8Array.from([0, 1, 2, 0, 255]));
  expect(await here.start(['review', name])).toEqual({ status: 3, stdout: '', stderr: sentence });
});

test('refusals that need the engine are sentences too', async () => {
  using here = place();
  here.write('page.html', GOOD_PAGE);
  const refusal = async (...args: string[]): Promise<[number | null, string]> => {
    const { status, stderr } = await here.jury('review', 'page.html', '--quiet', ...args);
    return [status, stderr];
  };
  expect(await refusal('--threshold', '11')).toEqual([
    2,
    'jury: --threshold 11 is above the scale of 10; it takes a number from 0 to 10.\n',
  ]);
  expect(await refusal('--agent', 'nobody')).toEqual([
    2,
    expect.stringContaining('there is no agent "nobody"'),
  ]);
  expect(await refusal('--out', '.')).toEqual([
    2,
    'jury: --out . is the folder of page.html, which would be overwritten; choose another.\n',
  ]);
  expect(readFileSync(join(here.folder, 'page.html'), 'utf8')).toBe(GOOD_PAGE);
});

test('Ctrl-C ends the run in order: exit 130, a transcript with its last word', async () => {
  using here = place();
  here.write('page.html', POOR_PAGE);
  let sent = false;
  const { status, stdout } = await here.start(
    ['review', 'page.html', '--max-rounds', '20', '--threshold', '10'],
    (text, child) => {
      if (!sent && text.includes('measuring the page')) sent = child.kill('SIGINT');
    },
  );
  expect(status).toBe(130);
  // Where the first round was judged before the signal came, what the file is as given stands above it.
  expect(stdout).toMatch(/^INTERRUPTED {2}(?:copy of )?page\.html/m);
  const transcript = readFileSync(join(here.folder, '.jury/page/transcript.ndjson'), 'utf8')
    .trim()
    .split('\n');
  expect(JSON.parse(transcript.at(-1) ?? '')).toMatchObject({ type: 'critique.interrupted' });
});

test('a folder: progress, a table, SARIF, JUnit; a baseline then lets only new findings gate', async () => {
  using here = place();
  here.write('good.html', GOOD_PAGE);
  here.write('poor.html', POOR_PAGE);
  here.write('jury.config.json', '{"maxRounds":1,"baseline":"known.json"}');
  const first = await here.jury(
    'review',
    '.',
    '--update-baseline',
    '--sarif',
    'out/all.sarif',
    '--junit',
    'all.xml',
  );
  expect(first.status).toBe(0);
  expect(first.stderr).toContain('[2/2] ACCEPTED');
  expect(first.stdout).toContain(
    '2 pages: 2 pass as given; of the copies 2 pass, 0 do not ship, 0 inconclusive',
  );
  const sarif = JSON.parse(readFileSync(join(here.folder, 'out/all.sarif'), 'utf8'));
  expect(sarif.runs[0].results.length).toBeGreaterThan(3);
  expect(readFileSync(join(here.folder, 'all.xml'), 'utf8')).toContain('<testsuite name="poor.html"');

  here.write(
    'poor.html',
    POOR_PAGE.replace('</body>', '<p style="color:#ccc;background:#fff">Paler still than before.</p></body>'),
  );
  const second = await here.jury('review', 'poor.html', '--json');
  expect(second.status).toBe(1);
  const { gate } = JSON.parse(second.stdout);
  expect(gate.known.length).toBeGreaterThan(0);
  expect(gate.fresh.length).toBeGreaterThan(0);
});

test('replay, rejudge and doctor on what a review left', async () => {
  using here = place();
  // Without a next step it ships, and is short of a ten.
  here.write('page.html', GOOD_PAGE.replace(/<p><a .*<\/a><\/p>/, ''));
  const { runId } = JSON.parse((await here.jury('review', 'page.html', '--json')).stdout);
  const played = await here.jury('replay', runId, '--speed', 'instant', '--json');
  const events = played.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(played.status).toBe(0);
  expect(events.at(-1)).toMatchObject({ type: 'critique.ship', status: 'shipped', runId });
  const shown = await here.jury('replay', '.jury/page/transcript.ndjson', '--speed', 'instant');
  expect(shown.stdout).toContain('round 1 ends: ');
  expect(shown.stdout).toContain(`SHIPPED  ${runId}`);

  const stricter = await here.jury('rejudge', runId, '--threshold', '10', '--json');
  expect(stricter.status).toBe(1);
  expect(JSON.parse(stricter.stdout)).toMatchObject({
    was: { status: 'shipped' },
    now: { status: 'below_threshold' },
  });

  const lines = readFileSync(join(here.folder, '.jury/page/transcript.ndjson'), 'utf8').split('\n');
  here.write('broken.ndjson', [...lines.slice(0, 3), '{"seq":4,', ...lines.slice(4)].join('\n'));
  const rest = await here.jury('replay', 'broken.ndjson', '--speed', 'instant');
  expect(rest).toMatchObject({ status: 3, stderr: 'broken.ndjson line 4: is not JSON, and is left out.\n' });
  expect(rest.stdout).toContain(`SHIPPED  ${runId}`);
  // What is left out may have been a vote: the verdict is shown, and proves nothing.
  expect(await here.jury('rejudge', 'broken.ndjson')).toMatchObject({
    status: 3,
    stderr: rest.stderr,
    stdout: expect.stringContaining('SHIPPED → SHIPPED'),
  });

  const doctor = await here.jury('doctor', '--json');
  expect(doctor.status).toBe(0);
  const { checks } = JSON.parse(doctor.stdout);
  expect(checks.map((check: { name: string }) => check.name)).toEqual(
    expect.arrayContaining([
      'node',
      'settings',
      'data folder',
      'database',
      'browser',
      'agent grounded',
      'terminal',
    ]),
  );
  const file = here.write('a-file', '');
  expect((await here.jury('doctor', '--data', file)).status).toBe(2);
});

test('serve: says where it listens, lets in by its address, ends in order, and refuses a port that is taken', async () => {
  using here = place();
  const asked: Promise<unknown>[] = [];
  const { status, stdout }: Ended = await here.start(['serve', '--port', '0', '--json'], (text, child) => {
    if (asked.length > 0 || !text.startsWith('{')) return;
    const { url, entryUrl } = JSON.parse(text);
    const answers = async () => {
      const statuses = [await fetch(`${url}/api/health`), await fetch(`${url}/api/projects`)].map(
        (answer) => answer.status,
      );
      const entered = await fetch(entryUrl, { redirect: 'manual' });
      const Cookie = entered.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
      const key = entered.headers.get('location')?.split('key=')[1] ?? '';
      const known = await fetch(`${url}/api/projects`, { headers: { Cookie, 'Jury-Key': key } });
      const again = await here.start(['open', '--json']);
      const other = await fetch(JSON.parse(again.stdout).url, { redirect: 'manual' });
      return [...statuses, entered.status, known.status, other.status];
    };
    asked.push(answers().finally(() => child.kill('SIGTERM')));
  });
  expect(await Promise.all(asked)).toEqual([[200, 401, 303, 200, 303]]);
  expect(status).toBe(0);
  const told = JSON.parse(stdout);
  expect(told).toMatchObject({ host: '127.0.0.1', socket: expect.stringMatching(/\.sock$/) });
  expect(told.entryUrl.startsWith(`${told.url}/enter?code=`)).toBe(true);
  const nobody = await here.jury('open');
  expect([nobody.status, nobody.stdout]).toEqual([2, '']);
  expect(nobody.stderr).toMatch(
    /^jury: No daemon runs on .+; start one with jury serve, or name its folder with --data\.\n$/,
  );

  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const { port } = taken.address() as AddressInfo;
  const refused = await here.jury('serve', '--port', String(port));
  taken.close();
  expect(refused).toEqual({
    status: 2,
    stdout: '',
    stderr: `jury: Port ${port} on 127.0.0.1 is in use; stop what listens there, or choose another with --port (0 takes a free one).\n`,
  });
});

test('every command explains itself', async () => {
  using here = place();
  const help = await here.start(['--help']);
  const commands = [...help.stdout.matchAll(/^ {2}([a-z]+) {2,}/gm)].map((match) => match[1] ?? '');
  expect(commands).toEqual(expect.arrayContaining(['review', 'serve', 'replay', 'rejudge', 'doctor']));
  expect((await here.start(['review', '--help'])).stdout).toContain('--update-baseline');
  // Also in the middle of a line; a word after -- is a name.
  const late = await here.start(['review', 'none.html', '--threshold', '9', '-h']);
  expect([late.status, late.stdout]).toEqual([0, expect.stringContaining('--update-baseline')]);
  expect((await here.start(['review', '--', '--help'])).status).toBe(2);
});
