/** `jury converge` killed with -9 at random moments: the run goes on and ends as if nothing had happened. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { RunEvent, RunRecord } from '@design-jury/contracts/run';
import { expect, test } from 'vitest';
import { COMPILE_CACHE } from '../../../../../scripts/compile-cache.ts';
import { JURY_PROGRAM } from '../../../../../scripts/jury-program.ts';
import { machinePace } from '../../../../../scripts/machine-pace.ts';
import { artifactFolder } from '../../host/artifacts/artifacts.ts';
import { findTranscript, readLog } from '../../host/log/transcript.ts';
import {
  left,
  questionOf,
  SCRIPTED_PHASES,
  type ScriptedPhase,
} from '../../protocols/convergence/test/phases.ts';
import { repository, write } from '../../protocols/convergence/test/repository.ts';
import { WORKER } from '../../protocols/convergence/test/scripted.ts';
import { openStore } from '../../store/database.ts';
import { type Place, place } from '../test/jury.ts';

/** Moments; the long mode has 200. */
const POINTS = Number(process.env.JURY_CRASH_POINTS ?? 3);
/** Workers that are asked at once: so many questions may be under way when it is killed. */
const CONCURRENCY = 2;
const POINT_MS = 60_000 * machinePace();

function prepare(here: Place, { brief, plan, scripts }: ScriptedPhase): void {
  repository(join(here.folder, 'project'));
  const file = join(here.folder, 'asked.txt');
  const rows = Object.keys(scripts).map((id) => ({
    id,
    name: id,
    command: process.execPath,
    args: [WORKER, join(here.folder, 'scripts', `${id}.json`)],
  }));
  here.agents(rows);
  const pace = { analysis: 40, votes: 40, draft: 40, plan: 40, gaps: 40, candidates: 40, candidateVotes: 40 };
  write(here.folder, {
    'task/brief.md': brief,
    'task/manifest.json': JSON.stringify({
      key: 'LATE-7',
      project: '../project',
      ...(plan !== null && { plan: 'plan.md' }),
    }),
    ...(plan !== null && { 'task/plan.md': plan }),
    ...Object.fromEntries(
      Object.entries(scripts).map(([id, script]) => [
        `scripts/${id}.json`,
        JSON.stringify({ ...script, takes: pace, counts: { file, as: id } }),
      ]),
    ),
  });
}

function orderOf({ phase, scripts, critic, planMaxRounds = 1 }: ScriptedPhase): string[] {
  const workers = Object.keys(scripts).join(',');
  return [
    'converge',
    '--task',
    'task',
    '--type',
    phase,
    '--workers',
    workers,
    '--json',
    '--plan-rounds',
    String(planMaxRounds),
  ].concat(critic === null ? [] : ['--critic', critic]);
}

function askedIn(here: Place): string[] {
  const file = join(here.folder, 'asked.txt');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').toSorted() : [];
}

interface Left {
  status: number | null;
  result: unknown;
  files: Record<string, string>;
  asked: string[];
}

function leftBy(here: Place, { status, stdout }: { status: number | null; stdout: string }): Left {
  const { run: _run, ...result } = JSON.parse(stdout) as Record<string, unknown>;
  const names = readdirSync(join(here.folder, 'task'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const files = names.map((name) => [
    name.slice(here.folder.length),
    readFileSync(name, 'utf8').replace(/"runId": "[^"]*"/, ''),
  ]);
  return { status, result, files: Object.fromEntries(files) as Left['files'], asked: askedIn(here) };
}

/** So many lines of the log, and a little later. */
interface Moment {
  lines: number;
  ms: number;
}

/** Anywhere in the run; a quarter of them where it may not even be stored. */
function randomMoment(lines: number): Moment {
  const isEarly = Math.random() < 0.25;
  return {
    lines: isEarly ? 0 : Math.floor(Math.random() * lines),
    ms: Math.random() * (isEarly ? 2_000 : 40),
  };
}

function linesIn(here: Place): number {
  const artifacts = join(here.dataDir, 'artifacts');
  const [run] = existsSync(artifacts) ? readdirSync(artifacts) : [];
  const file = join(artifacts, run ?? '', 'transcript.ndjson');
  return run !== undefined && existsSync(file) ? readFileSync(file, 'latin1').split('\n').length - 1 : 0;
}

/** Resolves when it is gone, killed or ended by itself before. */
async function killAt(here: Place, args: readonly string[], { lines, ms }: Moment): Promise<void> {
  const child = spawn(process.execPath, [...JURY_PROGRAM, ...args], {
    cwd: here.folder,
    env: { PATH: process.env.PATH, HOME: here.folder, LANG: 'C.UTF-8', ...COMPILE_CACHE },
    stdio: 'ignore',
  });
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let isOver = false;
  void closed.then(() => {
    isOver = true;
  });
  while (!isOver && linesIn(here) < lines) await delay(5);
  await Promise.race([closed, delay(ms)]);
  child.kill('SIGKILL');
  await closed;
}

async function storedRun(here: Place): Promise<RunRecord | null> {
  const file = join(here.dataDir, 'jury.db');
  if (!existsSync(file)) return null;
  const store = await openStore(file);
  try {
    return (await store.listAllRuns({ protocols: ['convergence'] }))[0] ?? null;
  } finally {
    await store.close();
  }
}

async function logOf(here: Place, run: RunRecord): Promise<RunEvent[]> {
  const file = await findTranscript(artifactFolder(here.dataDir, run.artifactId));
  const events: RunEvent[] = [];
  if (file !== null) for await (const { event } of readLog(file, { inputs: true })) events.push(event);
  return events;
}

/** Processes that carry the run's mark. */
function orphansOf(runId: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return (
        /^\d+$/.test(pid) &&
        readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`DESIGN_JURY_RUN=${runId}`)
      );
    } catch {
      return false;
    }
  });
}

test.each(SCRIPTED_PHASES)(
  '[W6] $phase, killed at any moment, goes on and ends the same: one end, nobody asked twice, no orphan',
  { timeout: POINT_MS * (POINTS + 1) },
  async (scripted) => {
    const order = orderOf(scripted);
    using whole = place();
    prepare(whole, scripted);
    const expected = leftBy(whole, await whole.jury(...order));
    const lines = linesIn(whole);
    const points = Math.ceil(POINTS / SCRIPTED_PHASES.length);
    let midway = 0;
    for (let point = 0; point < points; point++) {
      const moment = randomMoment(lines);
      const what = `killed ${Math.round(moment.ms)} ms after line ${moment.lines} of ${lines}`;
      using here = place();
      prepare(here, scripted);
      await killAt(here, order, moment);
      const run = await storedRun(here);
      // Nothing was stored yet: nobody was asked, and there is nothing to go on with.
      if (run === null) {
        expect(askedIn(here), what).toEqual([]);
        continue;
      }
      const answered = (await logOf(here, run)).flatMap(({ type, input }) =>
        type === 'run.input' ? (questionOf(input as never, scripted.critic) ?? []) : [],
      );
      if (run.state === 'running') midway++;
      if (run.state !== 'ended') {
        const resumed = await here.jury('converge', '--resume', run.id, '--json');
        const found = leftBy(here, resumed);
        expect({ ...found, asked: [] }, `${what}: ${resumed.stderr}`).toEqual({ ...expected, asked: [] });
        // Asked again is at most who was being asked, and nobody whose answer is in the log.
        const again = left(found.asked, expected.asked);
        expect(left(again, left(expected.asked, answered)), what).toEqual([]);
        expect(again.length, what).toBeLessThanOrEqual(CONCURRENCY);
        expect(left(expected.asked, found.asked), what).toEqual([]);
      }
      const after = await storedRun(here);
      expect(after?.state, what).toBe(scripted.phase === 'error-analysis' ? 'waiting' : 'ended');
      const log = await logOf(here, run);
      const ends = log.filter(({ type }) => type === 'run.ended' || type === 'convergence.ended');
      expect(
        ends.map(({ type }) => type),
        what,
      ).toEqual(
        scripted.phase === 'error-analysis' ? ['convergence.ended'] : ['convergence.ended', 'run.ended'],
      );
      const questions = log.filter(({ type }) => type === 'question.asked').map(({ id }) => id);
      expect(questions.length, what).toBe(new Set(questions).size);
      expect(
        log.map(({ seq }) => seq),
        what,
      ).toEqual(log.map((_, index) => index + 1));
      expect(orphansOf(run.id), what).toEqual([]);
    }
    console.log(`convergence crash points, ${scripted.phase}: ${midway} of ${points} midway`);
    // Most moments fall into the run itself; else little was shown.
    if (points >= 10) expect(midway).toBeGreaterThan(points / 3);
  },
);
