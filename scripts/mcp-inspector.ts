/**
 * `npm run mcp:inspector`: the CLI of MCP's Inspector against `jury mcp`: lists its tools, and calls each of them once in a project of
 * examples. Ends with 1 where a tool is not called here, or answers with "wrong usage".
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bring, runBeside } from './programs-of-others.ts';

const INSPECTOR = ['@modelcontextprotocol/inspector', '2.12.0'] as const;
const ROOT = join(import.meta.dirname, '..');
const WRONG_USAGE = 2;

/** In this order: `apply_fix` takes what `review` made, `rejudge` the run it came from. */
const CALLS: readonly (readonly [tool: string, ...args: string[]])[] = [
  ['check', 'files=["landing.html"]'],
  ['review', 'file=landing.html'],
  ['apply_fix', 'file=landing.html'],
  ['explain_finding', 'rule=contrast-text'],
  ['rejudge', 'run=RUN', 'threshold=1'],
  ['draft', 'brief=A landing page for a logbook of small boats', 'skill=saas-landing'],
  ['plan_check', 'plan=tasks/plan-good/plan.md'],
  ['accept', 'task=tasks/delivered'],
  ['converge', 'task=tasks/late-fee', 'type=requirements-discovery'],
  ['loop', 'file=specs/booking.md', 'command=spec'],
  ['content', 'folder=ideas/tidewatch', 'type=blog-post'],
  ['questions'],
  ['answer_question', 'id=nobody', 'choice=skip'],
];

interface Answer {
  tools?: { name: string }[];
  isError?: boolean;
  resources?: { uri: string }[];
  structuredContent?: { exit?: number; meaning?: string };
}

const program = join(bring(...INSPECTOR), 'clients/launcher/build/index.js');
const folder = mkdtempSync(join(tmpdir(), 'jury-inspector-'));
const project = join(folder, 'project');
mkdirSync(join(folder, 'home'));
cpSync(join(ROOT, 'examples'), project, { recursive: true });
// A brief that names a command is refused to a client: whoever delivered here asks for none.
const delivered = join(project, 'tasks/delivered');
cpSync(join(project, 'tasks/late-fee'), delivered, { recursive: true });
const brief = join(delivered, 'brief.md');
writeFileSync(brief, readFileSync(brief, 'utf8').replace(/^.*`node --test .*\n/m, ''));
const env = { PATH: process.env.PATH, HOME: join(folder, 'home'), OD_BROWSER: '/nonexistent' };

async function ask(method: string, ...more: string[]): Promise<Answer> {
  const argv = [program, '--cli', '--method', method, ...more, '--cwd', project, join(ROOT, 'jury'), 'mcp'];
  const { status, said, out } = await runBeside(argv, project, env);
  try {
    return JSON.parse(out);
  } catch {
    throw new Error(`the Inspector ended with ${status}: ${said.slice(-800)}`);
  }
}

try {
  const listed = ((await ask('tools/list')).tools ?? []).map(({ name }) => name);
  console.log(`tools/list: ${listed.length}`);
  const missing = listed.filter((name) => !CALLS.some(([tool]) => tool === name));
  if (missing.length > 0 || listed.length === 0) process.exitCode = 1;
  for (const name of missing) console.log(`${name}: listed, and not called here`);
  for (const [tool, ...args] of CALLS) {
    const uri = args.includes('run=RUN') ? (await ask('resources/list')).resources : undefined;
    const run =
      /r-[0-9a-f-]{36}/.exec(uri?.find((one) => one.uri.startsWith('jury://runs/'))?.uri ?? '')?.[0] ?? '';
    const given = args.flatMap((pair) => ['--tool-arg', pair.replace('RUN', run)]);
    const { structuredContent: said, isError = false } = await ask(
      'tools/call',
      '--tool-name',
      tool,
      ...given,
    );
    const isRight = tool === 'answer_question' ? isError : said !== undefined && said.exit !== WRONG_USAGE;
    console.log(`${isRight ? 'ok' : 'NOT'} ${tool}: ${said?.meaning ?? (isError ? 'refused' : 'answered')}`);
    if (!isRight) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
