/**
 * `npm run fixtures:agents -- <id> [name …]`: records what a real CLI prints in `__fixtures__/agents/<id>/`, played
 * against the scripted model server in a network of its own. Ids, times and paths are replaced, so that two
 * recordings are alike. What they decode to is written by the test of the decoders; read that diff before you
 * commit it.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CLI_AGENTS } from '../apps/daemon/src/agents/cli-table.ts';
import { argumentsFor, detect } from '../apps/daemon/src/agents/detect.ts';
import { childEnvironment } from '../apps/daemon/src/agents/environment.ts';
import { readPins } from '../apps/daemon/src/conformance/binaries.ts';
import { isolatingPrefix } from '../apps/daemon/src/conformance/isolation.ts';
import type { Scenario } from '../apps/daemon/src/conformance/model-server/act.ts';
import { startModelServer } from '../apps/daemon/src/conformance/model-server/server.ts';
import { makeSurroundings } from '../apps/daemon/src/conformance/surroundings.ts';
import { ROOT } from './files.ts';

const PROMPT = 'Judge the page. CRITIQUE_RUN';
const LONGEST_MS = 15_000;
const STDERR_TAIL = 1_500;
const HALF =
  '<ROUND n="1">\n<PANELIST role="critic" score="7.5">\n<DIM name="type" score="7.5">Looked at 3 of 7';

/** Name of the recording → what the model does. A word is a script of the server itself. */
const RECORDINGS: Readonly<Record<string, string | Scenario>> = {
  thinks: function* () {
    yield { type: 'thinking', text: 'First the headline. ' };
    yield { type: 'thinking', text: 'Then the action.' };
    yield { type: 'text', text: 'Done: one round.' };
  },
  'server-error': '500',
  'rate-limited': '429',
  'cut-stream': function* () {
    yield { type: 'text', text: HALF };
    yield { type: 'cut' };
  },
  'cut-stream-once': function* (_request, nth) {
    yield { type: 'text', text: HALF };
    if (nth === 1) yield { type: 'cut' };
    yield { type: 'text', text: ' headings.</DIM>\n</PANELIST>\n</ROUND>\n' };
  },
  declined: 'refusal',
  'says-nothing': 'empty',
};

const [id = '', ...names] = process.argv.slice(2).filter((word) => word !== '--isolated');
if (process.argv.includes('--isolated')) await recordAll(id, names);
else {
  const args = [...isolatingPrefix(), process.execPath, import.meta.filename, id, ...names, '--isolated'];
  const [command = '', ...rest] = args;
  // Nothing of this machine's environment reaches the program.
  const env = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8' };
  process.exitCode = spawnSync(command, rest, { env, stdio: 'inherit' }).status ?? 1;
}

async function recordAll(agent: string, wanted: readonly string[]): Promise<void> {
  for (const name of wanted.length === 0 ? Object.keys(RECORDINGS) : wanted) await record(agent, name);
}

async function record(agent: string, name: string): Promise<void> {
  const row = CLI_AGENTS.find((candidate) => candidate.id === agent);
  const pin = (await readPins()).find((candidate) => candidate.id === agent);
  const act = RECORDINGS[name];
  if (row === undefined || pin === undefined || act === undefined)
    throw new Error(`nothing to record: ${agent} ${name}; names: ${Object.keys(RECORDINGS).join(', ')}`);
  const folder = mkdtempSync(join(tmpdir(), 'jury-record-'));
  const server = await startModelServer(typeof act === 'string' ? {} : { scenarios: { recorded: act } });
  const env = await makeSurroundings(pin, server.urlFor(typeof act === 'string' ? act : 'recorded'), folder);
  const installed = await detect(row, env);
  if (installed === null)
    throw new Error(`${agent} is not installed; npm run conformance:install -- ${agent}`);
  const isRead = row.prompt === 'stdin' || row.prompt === 'stdin-file';
  const args = [...(await argumentsFor(row, row.run, installed, env)), ...(isRead ? [] : [PROMPT])];
  const child = spawn(installed.command, args, {
    cwd: folder,
    env: childEnvironment(row.environment, env, folder),
    detached: true,
  });
  let [out, errors, isEnded] = ['', '', false];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  child.stdin.on('error', () => {});
  child.stdin.end(isRead ? PROMPT : '');
  const end = (): void => {
    isEnded = true;
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  };
  const timer = setTimeout(end, LONGEST_MS);
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) =>
    child.once('close', (...exit) => resolve(exit)),
  );
  clearTimeout(timer);
  await server.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  // Recorded up to where we ended it: a name of its own, so that nobody takes it for the program's own end.
  const file = join(ROOT, '__fixtures__/agents', agent, isEnded ? `${name}-until-ended` : name);
  const clean = cleaner(folder);
  mkdirSync(join(ROOT, '__fixtures__/agents', agent), { recursive: true });
  writeFileSync(`${file}.${row.deltas === 'end' ? 'txt' : 'jsonl'}`, clean(out));
  const exit = { code, signal, stderrTail: clean(errors).trim().slice(-STDERR_TAIL) };
  writeFileSync(`${file}.exit.json`, `${JSON.stringify(exit, null, 2)}\n`);
  console.log(
    `${agent} ${name}: ${out.length} characters, ${isEnded ? 'ended by us' : `exit ${code ?? signal}`}`,
  );
}

/** Replaces what differs from one recording to the next; the same value becomes the same word. */
function cleaner(folder: string): (text: string) => string {
  const seen = new Map<string, number>();
  const nth = (value: string): string => {
    if (!seen.has(value)) seen.set(value, seen.size + 1);
    return String(seen.get(value)).padStart(12, '0');
  };
  return (text) =>
    text
      .replaceAll(folder, '<home>')
      .replaceAll(ROOT, '<root>')
      .replace(/\/tmp\/(?:cc-socks\/)?\d+\.sock/g, '/tmp/1.sock')
      .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:1')
      .replace(
        /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g,
        (uuid) => `00000000-0000-4000-8000-${nth(uuid)}`,
      )
      .replace(/\b(ses|msg|prt|evt|call|session)_[A-Za-z0-9]{12,}\b/g, (word, kind) => `${kind}_${nth(word)}`)
      .replace(/20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, '2026-01-01T00:00:00.000Z')
      .replace(/\b1[789]\d{11}\b/g, '1767225600000')
      .replace(/"(\w*(?:duration|ttft|time_to_request)\w*)":[\d.]+/gi, '"$1":1');
}
