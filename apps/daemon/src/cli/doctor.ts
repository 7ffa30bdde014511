/** `jury doctor`: what is here, what is not, and what to do about it. Looks; asks no agent anything but its version. */

import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { EXIT } from '@design-jury/contracts/exit-codes';
import type { AgentInfo } from '@design-jury/contracts/http';
import type { SandboxKind } from '../agents/sandbox.ts';
import { juryCommand } from '../command-name.ts';
import { setAsideWord, stateWord } from '../outcome-words.ts';
import { clean } from '../report/clean.ts';
import { count, threshold } from '../report/words.ts';
import { DATABASE_FILE } from '../store/database-file.ts';
import { releaseDay, version } from '../version.ts';
import { knownAgents } from './agents.ts';
import { checkedDataDir, dataDirOf, shown } from './data-dir.ts';
import { noArguments, readFlags } from './flags.ts';
import { command } from './refusal.ts';
import type { Shell } from './shell.ts';
import { glyphsOf, type Paint, paintRow, type Row, span, type Tone } from './terminal/paint.ts';
import { padEnd, wrap } from './terminal/text.ts';
import { updateHint } from './version.ts';
import { withEngine } from './with-engine.ts';

export interface Check {
  name: string;
  /** `optional`: absent, and everything needed works without it. */
  state: 'ok' | 'optional' | 'problem';
  detail: string;
  /** What to do; null when there is nothing to do. */
  next: string | null;
}

type NewCheck = (name: string, detail: string, next?: string | null) => Check;
const check =
  (state: Check['state']): NewCheck =>
  (name, detail, next = null) => ({ name, state, detail, next });
const ok = check('ok');
const optional = check('optional');
const problem = check('problem');

/** The published package runs on older ones; a clone brings its own. */
const OLDEST_NODE = [22, 13] as const;
const REBUILD = `Run ${juryCommand()} doctor --rebuild: it rebuilds the database from the runs beside it, and keeps this one.`;

export const run = command(async (argv, shell) => {
  const { values, positionals } = readFlags('doctor', argv);
  noArguments('doctor', positionals);
  const dataDir = dataDirOf(shell, values.data);
  const changes = values.fix || values.rebuild;
  const rebuilt = values.rebuild ? await rebuilding(await checkedDataDir(shell, values.data)) : [];
  const { fixed: mended, browser }: Fixed = changes
    ? await fix(shell, await checkedDataDir(shell, values.data), values.fix === true)
    : NOTHING_FIXED;
  const fixed = [...rebuilt, ...mended];
  const checks = [
    versionCheck(),
    nodeCheck(shell),
    await configCheck(shell),
    await dataCheck(shell, dataDir, values.data),
    await databaseCheck(shell, dataDir),
    await browserCheck(shell, browser),
    ...(await agentChecks(shell, dataDir)),
    await sandboxCheck(shell),
    terminalCheck(shell),
  ];
  if (values.json) shell.out(`${JSON.stringify({ checks, fixed }, null, 2)}\n`);
  else
    shell.out(
      `${doctorLines(checks, fixed, { columns: shell.terminal.columns, paint: shell.outPaint }).join('\n')}\n`,
    );
  return checks.some((check) => check.state === 'problem') ? EXIT.usage : EXIT.ships;
});

interface Fixed {
  fixed: string[];
  /** A browser that was installed just now. */
  browser: string | null;
}

const NOTHING_FIXED: Fixed = { fixed: [], browser: null };

async function rebuilding(dataDir: string): Promise<string[]> {
  const { rebuild } = await import('./rebuild.ts');
  return rebuild(dataDir);
}

/** What can be mended without asking: a missing folder, runs a dead process left behind, a missing browser. */
async function fix(shell: Shell, dataDir: string, withBrowser: boolean): Promise<Fixed> {
  const fixed: string[] = [];
  if ((await stat(dataDir).catch(() => null)) === null) {
    fixed.push(`made the data folder ${shown(shell.cwd, dataDir)}`);
  }
  await withEngine(shell, { dataDir }, async ({ recovered }) => {
    for (const { runId, state } of recovered)
      fixed.push(`ended run ${runId} of a dead process: ${stateWord(state)}`);
  });
  if (!withBrowser) return { fixed, browser: null };
  const { findBrowser } = await import('../measure/browser/find.ts');
  if ((await findBrowser({ env: shell.env })) === null) {
    const { installBrowser } = await import('./browser-install.ts');
    const installed = await installBrowser(shell);
    if ('problem' in installed) shell.error(`jury: ${clean(installed.problem)}\n`);
    else {
      fixed.push(`installed a browser from ${installed.from}`);
      return { fixed, browser: installed.path };
    }
  }
  return { fixed, browser: null };
}

function versionCheck(): Check {
  const hint = updateHint(releaseDay(), Date.now());
  return hint === null ? ok('version', version()) : optional('version', version(), hint);
}

function nodeCheck({ nodeVersion }: Shell): Check {
  const [major = 0, minor = 0] = nodeVersion.split('.').map(Number);
  const isEnough = major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
  return isEnough
    ? ok('node', nodeVersion)
    : problem('node', nodeVersion, `Design Jury needs Node ${OLDEST_NODE.join('.')} or newer.`);
}

async function configCheck({ env }: Shell): Promise<Check> {
  const { readCritiqueConfig } = await import('../env.ts');
  try {
    const { scoreThreshold, scoreScale, maxRounds } = readCritiqueConfig(env);
    const detail = `threshold ${threshold(scoreThreshold)} of ${scoreScale}, at most ${count(maxRounds, 'round')}`;
    return ok('settings', detail);
  } catch (error) {
    return problem('settings', messageOf(error), 'Change or unset the variable.');
  }
}

async function dataCheck(shell: Shell, dataDir: string, named: string | undefined): Promise<Check> {
  const name = 'data folder';
  const near = shown(shell.cwd, dataDir);
  try {
    await checkedDataDir(shell, named);
  } catch (error) {
    return problem(name, messageOf(error), 'Do what it says; until then no run starts.');
  }
  const info = await stat(dataDir).catch(() => null);
  if (info !== null && !info.isDirectory())
    return problem(name, `${near} is a file`, 'Name a folder with --data or OD_DATA_DIR.');
  const place = info === null ? await existingParent(dataDir) : dataDir;
  try {
    // Only writing shows that writing works: rights, quotas and read-only mounts all answer here.
    await rm(await mkdtemp(join(place, '.jury-doctor-')), { recursive: true });
  } catch (error) {
    const detail = `${shown(shell.cwd, place)} cannot be written (${codeOf(error)})`;
    return problem(name, detail, 'Change its rights, or name another with --data or OD_DATA_DIR.');
  }
  return ok(name, info === null ? `${near}, made with the first run` : near);
}

async function existingParent(path: string): Promise<string> {
  const parent = dirname(path);
  return parent === path ||
    (await stat(parent).then(
      (info) => info.isDirectory(),
      () => false,
    ))
    ? parent
    : existingParent(parent);
}

async function databaseCheck(shell: Shell, dataDir: string): Promise<Check> {
  const name = 'database';
  const { DatabaseSync } = await import('node:sqlite');
  const memory = new DatabaseSync(':memory:');
  const engine = String(memory.prepare('select sqlite_version() as version').get()?.version);
  memory.close();
  const file = join(dataDir, DATABASE_FILE);
  const kept = (await readdir(join(dataDir, 'artifacts')).catch(() => [])).length;
  const info = await stat(file).catch(() => null);
  const near = shown(shell.cwd, file);
  const damaged = (detail: string): Check => problem(name, detail, REBUILD);
  // An emptied file is a database without a table: nothing would complain, and nothing would be listed.
  if (info === null || info.size === 0)
    return kept === 0
      ? ok(name, `SQLite ${engine}, no runs yet`)
      : damaged(
          `${near} is ${info === null ? 'not there' : 'empty'}, and ${kept === 1 ? '1 run is' : `${kept} runs are`} beside it`,
        );
  if (!info.isFile()) return damaged(`${near} is no file`);
  try {
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      const said = String(database.prepare('pragma quick_check(1)').get()?.quick_check);
      if (said !== 'ok') return damaged(`${near} is damaged: ${said}`);
      const known = Number(database.prepare('select count(*) as runs from runs').get()?.runs);
      // A run that is being started has a folder first.
      if (known === 0 && kept > 0)
        return damaged(`${near} has no run, and ${kept === 1 ? '1 is' : `${kept} are`} beside it`);
      return ok(name, `SQLite ${engine}, ${count(kept, 'run')} kept`);
    } finally {
      database.close();
    }
  } catch (error) {
    return damaged(`${near} cannot be read: ${messageOf(error)}`);
  }
}

async function browserCheck(shell: Shell, installed: string | null): Promise<Check> {
  if (installed !== null) return ok('browser', installed);
  const { findBrowser } = await import('../measure/browser/find.ts');
  const found = await findBrowser({ env: shell.env });
  if (found !== null) return ok('browser', found.executablePath);
  return optional(
    'browser',
    'none found; pages are measured without one, and reports have no pictures',
    `Run ${juryCommand()} doctor --fix, or install Chromium yourself (apt install chromium, brew install --cask chromium).`,
  );
}

/** Those that can be used, and what keeps them from being used well; the rest is for `jury agents`. */
async function agentChecks(shell: Shell, dataDir: string): Promise<Check[]> {
  let agents: AgentInfo[];
  try {
    agents = await knownAgents(shell, dataDir);
  } catch (error) {
    return [problem('agents', messageOf(error), 'Correct the file, or move it away.')];
  }
  const usable = agents.filter(({ available }) => available);
  const checks = usable.map((agent): Check => {
    const { id, name, detail, degraded, next = null } = agent;
    if (degraded != null)
      return optional(
        `agent ${id}`,
        `off the panel until ${degraded.until}: ${setAsideWord(degraded.reason)}`,
        `Wait, or remove the mark: ${juryCommand()} agents clear-degraded ${id}`,
      );
    const words = id === name || detail === null ? (detail ?? '') : `${name}, ${detail}`;
    return (next === null ? ok : optional)(`agent ${id}`, words, next);
  });
  if (usable.length > 1) return checks;
  return [
    ...checks,
    optional(
      'model agents',
      'none found; pages are judged by measuring them',
      `To have a model write and judge, install one of those that ${juryCommand()} agents lists.`,
    ),
  ];
}

const SANDBOXES = {
  bubblewrap: 'bubblewrap: agents see no other process, write to their own folder and their home only',
  namespaces:
    'namespaces: agents see no other process, and the project is read-only; other files are not limited',
} as const;

async function sandboxCheck({ env }: Shell): Promise<Check> {
  const { findSandbox, sandboxModeOf } = await import('../agents/sandbox.ts');
  const name = 'sandbox';
  const mode = sandboxModeOf(env);
  const kind = await findSandbox();
  if (mode === 'off') return optional(name, 'off, as OD_AGENT_SANDBOX says', 'Unset it to use one.');
  const network = kind === null ? '' : `; ${await networkWords(kind, env)}`;
  if (kind === 'bubblewrap') return ok(name, `${SANDBOXES[kind]}${network}`);
  return (kind === null && mode === 'require' ? problem : optional)(
    name,
    kind === null
      ? 'none; agents that were tried work in a private folder without one'
      : `${SANDBOXES[kind]}${network}`,
    'Install bubblewrap (apt install bubblewrap, dnf install bubblewrap) on Linux.',
  );
}

/** For whom the network is limited to the model's addresses, and for whom not. */
async function networkWords(kind: SandboxKind, env: Shell['env']): Promise<string> {
  const [{ canLimitNetwork }, { CLI_AGENTS }, { addressesOf }] = await Promise.all([
    import('../agents/sandbox.ts'),
    import('../agents/cli-table.ts'),
    import('../agents/model-addresses.ts'),
  ]);
  if (!(await canLimitNetwork(kind)))
    return 'the network is not limited: this machine gives them none of their own';
  const free: string[] = [];
  for (const { id, network } of CLI_AGENTS) if (!(await addressesOf(network, env)).known) free.push(id);
  return free.length === 0
    ? 'they reach the addresses of their model and nothing else'
    : `they reach the addresses of their model and nothing else, but for ${free.join(', ')}, whose addresses are not known (OD_AGENT_HOSTS names them)`;
}

function terminalCheck({ errorPaint, outIsTty, errorIsTty, terminal }: Shell): Check {
  const { unicode, color } = errorPaint;
  const kind =
    outIsTty && errorIsTty ? `${terminal.columns} columns, live view` : 'not a terminal, plain lines';
  const detail = `${kind}, ${unicode ? 'UTF-8' : 'ASCII'}, ${color ? 'colours' : 'no colours'}`;
  return ok(
    'terminal',
    detail,
    unicode ? null : 'For full characters set a UTF-8 locale, such as LANG=C.UTF-8.',
  );
}

const MARKS: Record<Check['state'], Tone> = { ok: 'good', optional: 'dim', problem: 'bad' };
const NAME_CELLS = 16;

export function doctorLines(
  checks: readonly Check[],
  fixed: readonly string[],
  { columns, paint }: { columns: number; paint: Paint },
): string[] {
  const glyphs = glyphsOf(paint);
  const mark = { ok: glyphs.check, optional: glyphs.waiting, problem: glyphs.cross };
  const rows: Row[] = fixed.map((what) => [span('fixed: ', 'good'), span(clean(what))]);
  for (const { name, state, detail, next } of checks) {
    rows.push([
      span(`${mark[state]} `, MARKS[state]),
      span(padEnd(clean(name), NAME_CELLS), 'strong'),
      span(clean(detail)),
    ]);
    if (next === null) continue;
    for (const line of wrap(next, Math.max(20, Math.min(columns, 100) - NAME_CELLS - 4)))
      rows.push([span(`  ${' '.repeat(NAME_CELLS)}${line}`, 'dim')]);
  }
  const problems = checks.filter((check) => check.state === 'problem').length;
  rows.push([]);
  rows.push(
    problems === 0
      ? [span('Ready. ', 'good'), span(`Try: ${juryCommand()} review page.html`)]
      : [span(`${problems === 1 ? 'One thing is' : `${problems} things are`} in the way; see above.`, 'bad')],
  );
  return rows.map((row) => paintRow(row, Number.POSITIVE_INFINITY, paint));
}

function messageOf(error: unknown): string {
  return clean(error instanceof Error ? error.message : String(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : messageOf(error);
}
