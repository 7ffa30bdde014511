/**
 * `npm run mcp:conformance`: the conformance suite of MCP against the "everything" server, which is made of the parts
 * that serve ours. The suite is brought from the registry, pinned, into conformance/optional/. Ends with 1 where a scenario that a
 * revision requires, or one of the tasks extension, does not pass.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { everything } from '../apps/daemon/src/cli/mcp/test/everything/everything.ts';

const SUITE = { name: '@modelcontextprotocol/conformance', version: '0.2.0-alpha.12' };
const FOLDER = join(import.meta.dirname, '../conformance/optional/mcp');
const PACKAGE = join(FOLDER, 'node_modules', SUITE.name);
const REVISIONS = ['2026-07-28', '2025-11-25'] as const;
const NPM_TIMEOUT_MS = 5 * 60_000;
const SUITE_TIMEOUT_MS = 5 * 60_000;
/** `✓ name: 2 passed, 0 failed` of the suite's summary. */
const LINE = /^(✓|✗) ([\w/-]+): \d+ passed, (\d+) failed/;
const NOT_SCORED = /^ {2}(?:✓|✗) ([\w/-]+) \((extension|pending|added-after-release)\)/;

interface Outcome {
  passed: string[];
  failed: string[];
}

function installed(): boolean {
  const file = join(PACKAGE, 'package.json');
  return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).version === SUITE.version;
}

function install(): void {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, 'package.json'), '{ "private": true }\n');
  // npm runs on the Node it came with; a `.bin` in front of the PATH would change that.
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => basename(folder) !== '.bin');
  const args = [
    'install',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-package-lock',
    '--loglevel=error',
  ];
  const { status, stderr } = spawnSync('npm', [...args, `${SUITE.name}@${SUITE.version}`], {
    cwd: FOLDER,
    env: { ...process.env, PATH: path.join(delimiter) },
    encoding: 'utf8',
    timeout: NPM_TIMEOUT_MS,
  });
  if (status !== 0 || !installed())
    throw new Error(`npm could not bring the suite: ${stderr.trim().slice(-500)}`);
}

/** Beside the server it asks: this process answers meanwhile. */
function runSuite(url: string, revision: string): Promise<string> {
  const out = mkdtempSync(join(tmpdir(), 'mcp-conformance-'));
  const argv = [
    join(PACKAGE, 'dist/index.js'),
    'server',
    '--url',
    url,
    '--requirements',
    revision,
    '-o',
    out,
  ];
  const child = spawn(process.execPath, argv, {
    cwd: out,
    timeout: SUITE_TIMEOUT_MS,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const take = (bytes: Buffer): void => {
    said += bytes.toString();
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  child.once('error', reject).once('close', () => {
    rmSync(out, { recursive: true, force: true });
    resolve(said);
  });
  return promise;
}

/** Required scenarios and the others apart, as the suite itself tells them apart. */
function read(said: string): { required: Outcome; tasks: Outcome; others: Outcome } {
  const lines = said.split('\n');
  const notScored = new Set(lines.flatMap((line) => NOT_SCORED.exec(line)?.[1] ?? []));
  const [required, tasks, others] = [0, 1, 2].map((): Outcome => ({ passed: [], failed: [] }));
  if (required === undefined || tasks === undefined || others === undefined) throw new Error('never');
  for (const line of lines) {
    const [, mark, name] = LINE.exec(line) ?? [];
    if (name === undefined) continue;
    const group = !notScored.has(name) ? required : name.startsWith('tasks-') ? tasks : others;
    (mark === '✓' ? group.passed : group.failed).push(name);
  }
  return { required, tasks, others };
}

function tell(what: string, { passed, failed }: Outcome): void {
  const all = passed.length + failed.length;
  console.log(
    `${what}: ${passed.length} of ${all}${failed.length === 0 ? '' : `; not: ${failed.join(', ')}`}`,
  );
}

if (!installed()) install();
const server = await everything();
try {
  for (const revision of REVISIONS) {
    const { required, tasks, others } = read(await runSuite(server.url, revision));
    tell(`${revision}, required`, required);
    if (revision === '2026-07-28') tell('tasks extension', tasks);
    tell(`${revision}, not scored by the suite`, others);
    if (required.passed.length === 0 || required.failed.length + tasks.failed.length > 0)
      process.exitCode = 1;
  }
} finally {
  await server.close();
}
