/** One call of every command, in the process of the test, as somebody makes it who has just cloned a checkout. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { JURY_PROGRAM } from '../../../../../../scripts/jury-program.ts';
import { machinePace } from '../../../../../../scripts/machine-pace.ts';
import { shownText } from '../../../shown-text.ts';
import type { CommandName } from '../../command-flags.ts';
import { type Shell, safeEnvironment } from '../../shell.ts';
import { callCommand } from '../jury.ts';
import { recordingShell } from '../recording-shell.ts';

/** A command that is not here fails the test that uses it. */
export const CALLS: Readonly<Partial<Record<CommandName, readonly (readonly string[])[]>>> = {
  review: [['index.html', '--plain', '--browser', 'never']],
  run: [['--brief', 'A page for a harbour', '--skill', 'saas-landing', '--plain', '--browser', 'never']],
  skills: [[]],
  serve: [['--port', '0', '--json']],
  replay: [['transcript.ndjson', '--speed', 'instant']],
  rejudge: [['transcript.ndjson']],
  key: [['list'], ['trust', 'key.json']],
  certify: [['transcript.ndjson']],
  verify: [['certificate.dsse.json', '--page', 'index.html']],
  // It reads what `check` reads, and then judges as often: once is enough.
  noise: [['index.html', '--times', '2']],
  stats: [[], ['--json']],
  witness: [['list'], ['add', 'transcript.ndjson']],
  drill: [[process.env.JURY_HOSTILE === 'long' ? 'index.html' : 'words.html', '--quiet']],
  agents: [[], ['--json']],
  conformance: [['--agent', 'claude', '--brief', 'canonical', '--quiet']],
  converge: [['--task', 'task', '--type', 'error-analysis']],
  'plan-check': [['plan.md']],
  accept: [['--task', 'task']],
  content: [['idea']],
  loop: [['spec.md', '--command', 'spec']],
  doctor: [[], ['--rebuild']],
  check: [['index.html'], ['index.html', '--base', 'HEAD', '--browser', 'never']],
  open: [[]],
  logs: [[], ['r-1', '--json']],
  data: [['--json'], ['--import'], ['prune', '--yes']],
  trust: [['--list'], ['--revoke']],
  mcp: [[]],
  token: [['list']],
  worker: [[]],
  db: [['status'], ['import']],
  init: [
    [
      '--yes',
      '--no-baseline',
      '--pages',
      'index.html',
      '--ci',
      'github',
      '--agent',
      'claude',
      '--agent',
      'cursor',
    ],
  ],
  completion: [['bash']],
  uninstall: [['--json']],
};

const LONGEST_MS = 60_000 * machinePace();

const UNDER_WAY_MS = 10_000;

/** What a browser asks first, and where deployed sites would be. */
const ASKED = ['/api/projects', '/api/runs', '/api/questions', '/api/skills', '/api/ideas', '/sites/idea/'];

/** What a coding agent asks, that a stranger's checkout has told what to ask for. */
const ASKED_OF_TOOLS = [
  ['check', { files: ['index.html'] }],
  ['check', { files: ['../home', '.env', '.git/config'] }],
  ['check', { files: ['{..,x}/secret/*', '[.][.]/secret/*.md', '{site,docs,skills}/*.md'] }],
  ['check', { files: ['index.html'], brief: '@../secret/secret.md' }],
  ['review', { file: '{..,x}/secret/secret.md' }],
  ['draft', { brief: '@../secret/secret.md', skill: 'saas-landing', design: '../secret/secret.md' }],
  ['content', { folder: 'idea', draft: '{..,x}/secret/secret.md' }],
  ['plan_check', { plan: 'plan.md' }],
  ['accept', { task: 'task' }],
] as const;

/** The pipes of such an agent: it asks, and goes when all is answered. */
function agentPipes(): { pipes: Shell['pipes']; answers(): string } {
  const input = new PassThrough();
  let said = '';
  const last = ASKED_OF_TOOLS.length + 1;
  const output = new Writable({
    write(chunk, _, done) {
      said += String(chunk);
      if (new RegExp(`"id":${last}\\b`).test(said)) input.end();
      done();
    },
  });
  const send = (message: object): boolean =>
    input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const clientInfo = { name: 'agent', version: '1' };
  send({
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
  });
  send({ method: 'notifications/initialized' });
  // One after the other would wait for each; the last is the longest, and answered last.
  for (const [index, [name, args]] of ASKED_OF_TOOLS.entries())
    send({ id: index + 2, method: 'tools/call', params: { name, arguments: args } });
  return { pipes: () => ({ input, output }), answers: () => said };
}

export interface Called {
  code: number;
  said: string;
}

export interface Caller {
  folder: string;
  /** The user's, with their state folder in it. */
  home: string;
  /** What their keys are. */
  token: string;
  /** What their environment says besides. */
  env: Readonly<Record<string, string | undefined>>;
}

function environmentOf({ folder, home, token, env }: Caller): Record<string, string | undefined> {
  return {
    PATH: [folder, '.', 'bin', join(folder, 'node_modules/.bin'), '/usr/bin', '/bin'].join(':'),
    HOME: home,
    XDG_STATE_HOME: join(home, 'state'),
    XDG_CONFIG_HOME: join(home, 'config'),
    GITHUB_TOKEN: token,
    ANTHROPIC_API_KEY: token,
    OPENAI_API_KEY: token,
    CI: '1',
    ...env,
  };
}

/** In a process of its own, as its users have it: what Node itself would take from a folder is taken. */
export async function start(argv: readonly string[], caller: Caller): Promise<Called> {
  const child = spawn(process.execPath, [...JURY_PROGRAM, ...argv], {
    cwd: caller.folder,
    env: { LANG: 'C.UTF-8', NO_COLOR: '1', OD_BROWSER: '/nonexistent', ...environmentOf(caller) },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LONGEST_MS,
    killSignal: 'SIGKILL',
  });
  let said = '';
  for (const channel of [child.stdout, child.stderr])
    channel.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.on('error', reject);
  child.on('close', resolve);
  return { code: (await promise) ?? -1, said };
}

export async function call(argv: readonly string[], caller: Caller): Promise<Called> {
  const { folder } = caller;
  const recorded = recordingShell(folder);
  const env = { ...recorded.shell.env, ...environmentOf(caller) };
  let answered = '';
  const agent = argv[0] === 'mcp' ? agentPipes() : null;
  const shell: Shell = {
    ...recorded.shell,
    env: safeEnvironment(env, folder),
    ...(agent !== null && { pipes: agent.pipes }),
    // A server is asked for what it has as soon as it has said where it is, and then ended.
    onStop(listener) {
      if (argv[0] !== 'serve') return () => {};
      const timer = setInterval(() => {
        if (recorded.output() === '') return;
        clearInterval(timer);
        void answersOf(recorded.output()).then((said) => {
          answered = said;
          listener('SIGTERM');
        });
      }, 20);
      return () => clearInterval(timer);
    },
    exitNow: () => {
      throw new Error('left at once');
    },
  };
  const { status, stdout, stderr } = await callCommand(argv, { ...recorded, shell });
  return {
    code: status,
    // A client reads these lines, and no build does: words that would be orders to one are none there.
    said:
      stdout +
      stderr +
      (agent?.answers() ?? '').replaceAll('##', '#') +
      shownText(answered, { color: false }),
  };
}

/** As a browser has them that was let in by the printed address. */
async function answersOf(printed: string): Promise<string> {
  const { url, entryUrl } = JSON.parse(printed);
  const entered = await fetch(entryUrl, { redirect: 'manual' });
  const headers = {
    Cookie: entered.headers.get('set-cookie')?.split(';', 1)[0] ?? '',
    'Jury-Key': entered.headers.get('location')?.split('key=')[1] ?? '',
  };
  const answers = await Promise.all(
    ASKED.map(async (path) => {
      const answer = await fetch(`${url}${path}`, { headers });
      if (answer.status >= 500) return `    at ${path}:${answer.status}:0 `;
      return answer.text();
    }),
  );
  // What is under way is over before it is ended: a program that is being started has then left its mark.
  for (const until = Date.now() + UNDER_WAY_MS; Date.now() < until; await delay(50)) {
    const { runs } = await (await fetch(`${url}/api/runs`, { headers })).json();
    if (!runs?.some(({ endedAt }: { endedAt: string | null }) => endedAt === null)) break;
  }
  return answers.join('\n');
}
