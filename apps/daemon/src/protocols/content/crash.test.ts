/** `kill -9` of a content run at random moments: it is resumed where it was, and ends as if nothing had been. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isOpen, type RunEvent } from '@design-jury/contracts/run';
import { expect, test } from 'vitest';
import { COMPILE_CACHE } from '../../../../../scripts/compile-cache.ts';
import { JURY_PROGRAM } from '../../../../../scripts/jury-program.ts';
import { endMarked } from '../../agents/process-group.ts';
import { ownAgents } from '../../agents/test/own-agents.ts';
import { openEngine } from '../../engine.ts';
import { findTranscript, readLog } from '../../host/log/transcript.ts';

/** `JURY_CRASH_POINTS=200` is the long mode, `npm run crash`. */
const MOMENTS = Math.min(Number(process.env.JURY_CRASH_POINTS ?? 6), 1_000);
const AT_ONCE = 2;
const AGENT = fileURLToPath(new URL('./test/answers-by-draft.mjs', import.meta.url));
const IDEA = fileURLToPath(new URL('../../../../../examples/ideas/tidewatch', import.meta.url));
const START = ['content', 'tidewatch', '--agent', 'scripted', '--deploy', 'serve', '--json'];

function prepared(): string {
  const folder = mkdtempSync(join(tmpdir(), 'jury-content-kill-'));
  cpSync(IDEA, join(folder, 'tidewatch'), { recursive: true });
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(folder, 'asked.txt'), '');
  const args = [AGENT, join(folder, 'asked.txt')];
  ownAgents(folder, [{ id: 'scripted', name: 'Scripted', command: process.execPath, args }]);
  return folder;
}

function jury(folder: string, args: readonly string[]) {
  return spawn(process.execPath, [...JURY_PROGRAM, ...args, '--data', join(folder, 'data')], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      ...COMPILE_CACHE,
      // The page is measured elsewhere.
      OD_BROWSER: '/nonexistent',
    },
    stdio: ['ignore', 'ignore', process.env.JURY_CRASH_LOUD === undefined ? 'ignore' : 'inherit'],
  });
}

/** Looked at by a process of its own kind: recovery, the log, the site and what was asked. */
async function inspect(folder: string) {
  const engine = await openEngine({ dataDir: join(folder, 'data'), env: { PATH: process.env.PATH } });
  try {
    const [run, ...more] = await engine.jury.allRuns({ protocols: ['content'] });
    if (run === undefined) return null;
    expect(more).toEqual([]);
    expect(endMarked(run.id)).toBe(0);
    const file = await findTranscript(engine.host.folder(run));
    const events: RunEvent[] = [];
    if (file !== null) for await (const { event } of readLog(file, { inputs: true })) events.push(event);
    return { run, events, approved: await engine.keyValues.get(`approved_content:${run.id}`) };
  } finally {
    await engine.close();
  }
}

const SIGNS = ['content.step_started', 'content.critic_asked', 'run.state', 'run.input'];

/** What must be the same however often it was killed. */
async function outcomeOf(folder: string) {
  const seen = await inspect(folder);
  if (seen === null) throw new Error('there is no run');
  const { run, events, approved } = seen;
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  expect(events.filter(({ type }) => type === 'run.ended')).toHaveLength(1);
  const facts = events.filter(({ type }) => !SIGNS.includes(type)).map(({ key, type }) => key ?? type);
  expect(new Set(facts).size).toBe(facts.length);
  const site = join(folder, 'data/sites/tidewatch');
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', join(site, 'repository'), ...args], { encoding: 'utf8' }).trim();
  return {
    state: run.state,
    outcome: run.outcome,
    exitCode: run.exitCode,
    text: (JSON.parse(approved ?? '{}') as { content?: string }).content,
    // Two critics answer side by side.
    facts: facts.toSorted(),
    commits: git('rev-list', '--count', 'HEAD'),
    tree: git('rev-parse', 'HEAD^{tree}'),
    html: readFileSync(join(site, 'public/index.html'), 'utf8'),
  };
}

function askedIn(folder: string): string[] {
  const file = join(folder, 'asked.txt');
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
}

async function uninterrupted() {
  const folder = prepared();
  try {
    const began = performance.now();
    await once(jury(folder, START), 'close');
    const ms = performance.now() - began;
    return { outcome: await outcomeOf(folder), asked: askedIn(folder), ms };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function killedAfter(afterMs: number) {
  const folder = prepared();
  try {
    const child = jury(folder, START);
    const ended = once(child, 'close');
    await Promise.race([delay(afterMs), ended]);
    child.kill('SIGKILL');
    await ended;
    const seen = await inspect(folder);
    const wasCut = seen !== null && isOpen(seen.run.state);
    if (wasCut) expect(seen.run.state).toBe('paused');
    // Nothing of it was stored: it is started as if for the first time.
    if (seen === null) await once(jury(folder, START), 'close');
    else if (wasCut) await once(jury(folder, ['content', 'tidewatch', '--resume', '--json']), 'close');
    return { outcome: await outcomeOf(folder), asked: askedIn(folder), wasCut };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test(`[B6] a content run killed at ${MOMENTS} moments and resumed ends like one that was not: one commit, one end`, {
  timeout: 3_600_000,
}, async () => {
  const whole = await uninterrupted();
  expect(whole.outcome).toMatchObject({ outcome: 'approved', exitCode: 0, commits: '1' });
  expect(whole.asked).toHaveLength(8);
  const moments = Array.from({ length: MOMENTS }, (_, n) => ((n + 0.5) / MOMENTS) * whole.ms * 1.1);
  let cut = 0;
  const worker = async (): Promise<void> => {
    for (let moment = moments.pop(); moment !== undefined; moment = moments.pop()) {
      const { outcome, asked, wasCut } = await killedAfter(moment);
      if (wasCut) cut++;
      expect(outcome, `killed after ${moment} ms`).toEqual(whole.outcome);
      // Only who was being asked when it was killed is asked again: at most both critics of a round.
      expect(new Set(asked)).toEqual(new Set(whole.asked));
      expect(asked.length - whole.asked.length).toBeLessThanOrEqual(2);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  console.log(`content crash points: ${cut} of ${MOMENTS} cut`);
  expect(cut).toBeGreaterThan(0);
});
