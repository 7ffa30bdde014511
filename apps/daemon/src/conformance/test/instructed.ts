/**
 * A real coding agent in a project with the file that `jury init --agent` wrote for it. The scripted model does what it reads: it runs the
 * command that the instructions name, with the agent's own tool, and is handed what that said. Takes one order as JSON and prints one
 * report: see `stage.ts`.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPins } from '../binaries.ts';
import { type Act, type ModelRequest, promptText } from '../model-server/act.ts';
import { startModelServer } from '../model-server/server.ts';
import { ROOT, runReal } from './run-real.ts';

export interface InstructedOrder {
  agent: 'claude' | 'codex' | 'gemini' | 'copilot';
}

export interface InstructedReport {
  exit: number | null;
  /** The command as the model read it in the instructions; null where they did not reach it. */
  command: string | null;
  /** What went back to the model after the command. */
  answered: string;
  said: string;
}

const PROMPT = 'You have changed page.html. Do what this project asks of you.';
const COMMAND = /npx design-jury check [^\n`]+/;
/** Copilot tells its model where the instructions for a kind of file are, and to read them first. */
const LISTED = /\.github\/instructions\/design-jury\.instructions\.md/;

/** Asked one question, without a person, and free to run programs: it is alone in a folder and a network of its own. */
const CALLS: Record<InstructedOrder['agent'], readonly string[]> = {
  claude: ['-p', PROMPT, '--no-session-persistence', '--max-turns', '4', '--allowedTools', 'Bash'],
  codex: [
    'exec',
    '--skip-git-repo-check',
    '--ephemeral',
    '--color',
    'never',
    '-s',
    'danger-full-access',
    PROMPT,
  ],
  gemini: ['--approval-mode', 'yolo', '--skip-trust', '-p', PROMPT],
  copilot: ['-p', PROMPT, '--allow-all-tools', '--no-color'],
};

/** The tool that runs programs, by each of its names, and how a command is put into it. */
const SHELLS: Readonly<Record<string, (command: string) => Record<string, unknown>>> = {
  Bash: (command) => ({ command, description: 'asks the jury' }),
  bash: (command) => ({ command, description: 'asks the jury', mode: 'sync', initial_wait: 60 }),
  exec_command: (cmd) => ({ cmd, yield_time_ms: 60_000 }),
  shell_command: (command) => ({ command }),
  shell: (command) => ({ command: ['bash', '-c', command] }),
  run_shell_command: (command) => ({ command, description: 'asks the jury' }),
};

/** A project that has the package installed, as its instructions expect. */
function makeProject(folder: string, agent: string): string {
  const project = join(folder, 'project');
  mkdirSync(join(project, 'node_modules/.bin'), { recursive: true });
  spawnSync('git', ['init', '--quiet', project]);
  writeFileSync(join(project, 'package.json'), '{ "private": true }');
  symlinkSync(join(ROOT, 'jury'), join(project, 'node_modules/.bin/design-jury'));
  cpSync(join(ROOT, 'examples/landing.html'), join(project, 'page.html'));
  const env = { PATH: process.env.PATH, HOME: join(folder, 'home'), OD_BROWSER: '/nonexistent' };
  mkdirSync(env.HOME, { recursive: true });
  const init = ['init', '--yes', '--no-baseline', '--agent', agent];
  const { status, stderr } = spawnSync(join(ROOT, 'jury'), init, { cwd: project, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`jury init ended with ${status}: ${stderr}`);
  return project;
}

async function play({ agent }: InstructedOrder): Promise<InstructedReport> {
  const pin = (await readPins()).find(({ id }) => id === agent);
  if (pin === undefined) throw new Error(`${agent} is not pinned`);
  const folder = mkdtempSync(join(tmpdir(), 'jury-instructed-'));
  const project = makeProject(folder, agent);
  let hasLooked = false;
  let command: string | null = null;
  let answered = '';
  const scenario = function* (request: ModelRequest): Iterable<Act> {
    const read = COMMAND.exec(promptText(request))?.[0];
    const listed = LISTED.exec(promptText(request))?.[0];
    if (read === undefined && listed !== undefined && !hasLooked && request.tools.includes('view')) {
      hasLooked = true;
      yield { type: 'tool_call', name: 'view', input: { path: join(project, listed) } };
      return;
    }
    const name = request.tools.find((tool) => SHELLS[tool] !== undefined);
    const input = SHELLS[name ?? ''];
    if (command === null && read !== undefined && name !== undefined && input !== undefined) {
      command = read;
      yield { type: 'tool_call', name, input: input(read) };
      return;
    }
    if (command !== null && answered === '') answered = request.messages.at(-1)?.text ?? '';
    yield { type: 'text', text: 'The jury has spoken.' };
  };
  const server = await startModelServer({ scenarios: { instructed: scenario } });
  try {
    const place = { url: server.urlFor('instructed'), folder, project };
    const { exit, said } = await runReal(pin, CALLS[agent], place);
    const tools = new Set(server.answers().flatMap(({ request }) => request?.tools ?? []));
    return {
      exit,
      command,
      answered,
      said: command === null ? `${said}\noffered: ${[...tools].join(' ')}` : said,
    };
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

process.stdout.write(JSON.stringify(await play(JSON.parse(process.argv[2] ?? '{}'))));
