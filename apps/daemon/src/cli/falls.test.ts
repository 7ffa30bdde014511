/** The process where it is let down: a bug of ours that nobody awaits, a reader that goes away. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COMPILE_CACHE } from '../../../../scripts/compile-cache.ts';
import { JURY_PROGRAM } from '../../../../scripts/jury-program.ts';
import { GOOD_PAGE, type Place, place } from './test/jury.ts';

const SECRET = 'planted-c0ffee00-secret-value';

/** Rounds without an end, a word at a time; and another process that does nothing. */
const TALKER = `
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
const idle = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
writeFileSync(process.argv[2], JSON.stringify([process.pid, idle.pid]));
const words = ['<ROUND>', '<PANELIST role="designer"><ARTIFACT mime="text/html"><h1>Tide</h1></ARTIFACT></PANELIST>'];
for (const role of ['critic', 'brand', 'a11y', 'copy']) words.push('<PANELIST role="' + role + '" score="3"></PANELIST>');
words.push('<ROUND_END></ROUND_END></ROUND>');
let at = 0;
process.stdout.write('<CRITIQUE_RUN version="1">');
setInterval(() => process.stdout.write(words[at++ % words.length]), 200);
`;

function withTalker(here: Place): string {
  const pids = join(here.folder, 'pids.json');
  const args = [here.write('talker.mjs', TALKER), pids];
  here.agents([{ id: 'talker', name: 'Talker', command: process.execPath, args }]);
  here.write('page.html', GOOD_PAGE);
  return pids;
}

function start(here: Place, before: string, args: string[]) {
  const child = spawn(process.execPath, [...before.split('\n').filter(Boolean), ...JURY_PROGRAM, ...args], {
    cwd: here.folder,
    env: {
      PATH: process.env.PATH,
      HOME: here.folder,
      LANG: 'C.UTF-8',
      OD_TOKEN: SECRET,
      ...COMPILE_CACHE,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const heard = { text: '' };
  for (const channel of [child.stdout, child.stderr])
    channel.setEncoding('utf8').on('data', (text: string) => {
      heard.text += text;
    });
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  return { child, heard, ended };
}

async function until(what: () => boolean, child: ChildProcess): Promise<void> {
  while (!what()) {
    if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode} too early`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A process that ended and was not yet collected is dead all the same.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

test.each(['throw', 'Promise.reject'])(
  'a bug nobody awaits (%s) is a report without secrets, no verdict, and leaves no agent behind',
  async (how) => {
    using here = place();
    const pids = withTalker(here);
    const fault = `const e = new Error('lost with ${SECRET}'); ${how === 'throw' ? 'throw e' : 'Promise.reject(e)'};`;
    const fall = `import { existsSync } from 'node:fs'; const t = setInterval(() => { if (!existsSync(${JSON.stringify(pids)})) return; clearInterval(t); setTimeout(() => { ${fault} }, 200); }, 20); t.unref();`;
    const { heard, ended } = start(here, `--import\n${here.write('fall.mjs', fall)}`, [
      ...['review', 'page.html', '--agent', 'talker', '--data', '.'],
    ]);
    expect(await ended).toBe(3);
    expect(heard.text).toContain('jury: internal error: Error: lost with [redacted]');
    expect(heard.text).toContain('This is a bug in Design Jury, not a verdict.');
    expect(heard.text).not.toContain(SECRET);
    const [, id] = /\(report ([0-9a-f]{8}): jury logs \1\)\.$/m.exec(heard.text) ?? [];
    const log = readFileSync(join(here.folder, 'logs/jury.ndjson'), 'utf8');
    expect(log).toMatch(
      new RegExp(`"event":"internal_fault","report":"${id}","message":"lost with \\[redacted\\]"`),
    );
    expect(log).not.toContain(SECRET);
    expect(heard.text).not.toMatch(/Node\.js v\d/);
    for (const pid of JSON.parse(readFileSync(pids, 'utf8'))) expect(lives(pid)).toBe(false);
  },
);

test('a reader that goes away is no yes: the run is stopped and nothing of its agent is left', async () => {
  using here = place();
  const pids = withTalker(here);
  const { child, heard, ended } = start(here, '', [
    ...['review', 'page.html', '--agent', 'talker', '--plain', '--data', '.'],
  ]);
  await until(() => existsSync(pids) && heard.text.includes('round 1 page'), child);
  child.stderr.destroy();
  child.stdout.destroy();
  expect(await ended).toBe(130);
  for (const pid of JSON.parse(readFileSync(pids, 'utf8'))) expect(lives(pid)).toBe(false);
});
