/** `jury converge` with real CLIs as workers, each before a model that answers from a script. Its order is its argument. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMPILE_CACHE } from '../../../../../../scripts/compile-cache.ts';
import { JURY_PROGRAM } from '../../../../../../scripts/jury-program.ts';
import { readPins } from '../../../conformance/binaries.ts';
import { promptText, type Scenario } from '../../../conformance/model-server/act.ts';
import { startModelServer } from '../../../conformance/model-server/server.ts';
import { makeSurroundings } from '../../../conformance/surroundings.ts';
import { repository, write } from './repository.ts';
import { answerTo, askedIn, type Script } from './script-answer.ts';

export interface RealPanelOrder {
  /** By the id of the CLI, in the order of the roster. */
  scripts: Readonly<Record<string, Script>>;
  phase: string;
  brief: string;
  critic: string | null;
}

export interface RealPanelReport {
  status: number | null;
  stderr: string;
  /** What the command printed with `--json`. */
  result: unknown;
  /** The state artifact, as it was written. */
  state: unknown;
  left: string;
  answers: number;
}

export async function realPanel({ scripts, phase, brief, critic }: RealPanelOrder): Promise<RealPanelReport> {
  const folder = await mkdtemp(join(tmpdir(), 'jury-real-panel-'));
  const server = await startModelServer({
    scenarios: Object.fromEntries(
      Object.entries(scripts).map(([id, script]) => [`${id}-worker`, scenarioOf(script)]),
    ),
  });
  try {
    const pins = await readPins();
    let env: Record<string, string> = {};
    for (const id of Object.keys(scripts)) {
      const pin = pins.find((candidate) => candidate.id === id);
      if (pin === undefined) throw new Error(`${id} is not pinned`);
      env = { ...env, ...(await makeSurroundings(pin, server.urlFor(`${id}-worker`), folder)) };
    }
    // Programs inside the working folder are not started: those under test lie beside it.
    const work = join(folder, 'work');
    const project = repository(join(work, 'project'));
    write(work, {
      'task/brief.md': brief,
      'task/manifest.json': JSON.stringify({ key: 'LATE-7', project: '../project' }),
    });
    const { status, stdout, stderr } = await jury(
      ['converge', '--task', 'task', '--type', phase, '--workers', Object.keys(scripts).join(','), '--json']
        .concat(critic === null ? [] : ['--critic', critic])
        .concat('--worker-timeout', '60'),
      { cwd: work, env },
    );
    const state = join(work, 'task/runs', phase, 'state', `convergence-${phase}-1.json`);
    return {
      status,
      stderr,
      result: stdout === '' ? null : JSON.parse(stdout),
      state: JSON.parse(await readFile(state, 'utf8').catch(() => 'null')),
      left: await changed(project),
      answers: server.answers().length,
    };
  } finally {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** A CLI wraps what it is told and asks for other things besides. */
function scenarioOf(script: Script): Scenario {
  return function* (request) {
    const own = request.messages.findLast(
      ({ role, text }) => role === 'user' && askedIn(text) !== null,
    )?.text;
    const asked = askedIn(own ?? promptText(request));
    const text = asked === null ? 'Understood.' : JSON.stringify(answerTo(script, asked, own ?? ''));
    yield { type: 'text', text };
  };
}

function jury(
  args: readonly string[],
  { cwd, env }: { cwd: string; env: Record<string, string> },
): Promise<{ status: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [...JURY_PROGRAM, ...args], {
    cwd,
    env: { ...env, ...COMPILE_CACHE },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  for (const channel of ['stdout', 'stderr'] as const)
    child[channel].setEncoding('utf8').on('data', (text: string) => {
      said[channel] += text;
    });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => resolve({ status, ...said }));
  });
}

async function changed(project: string): Promise<string> {
  const { execFileSync } = await import('node:child_process');
  return execFileSync('git', ['-C', project, 'status', '--porcelain', '--ignored'], { encoding: 'utf8' });
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.stdout.write(JSON.stringify(await realPanel(JSON.parse(process.argv[2] ?? '{}'))));
