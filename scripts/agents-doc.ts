/**
 * `npm run docs:agents`: writes the tables of docs/agent-adapters.md, and the grades in README.md, from the agents' own table, the history in
 * conformance/history.ndjson and the matrix in conformance/matrix.json. `--check` says whether they are up to
 * date; `--add DIR` first takes over the cycles that `jury conformance --data DIR` has left there.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ConformanceCycle } from '@design-jury/contracts/conformance';
import { CLI_AGENTS, type CliAgent } from '../apps/daemon/src/agents/cli-table.ts';
import { addToHistory, historyFile, readHistory } from '../apps/daemon/src/agents/cycle-history.ts';
import { healthOf } from '../apps/daemon/src/agents/health.ts';
import { PROVIDERS } from '../apps/daemon/src/agents/models/providers.ts';
import { CONVERSATIONALISTS, type Conversationalist } from '../apps/daemon/src/agents/transports/agent.ts';
import { CONFORMANCE_DIR } from '../apps/daemon/src/conformance/binaries.ts';
import { ACTS } from '../apps/daemon/src/conformance/test/acts.ts';
import { type MatrixRow, readMatrix } from './conformance-matrix.ts';
import { ROOT } from './files.ts';

const FILE = 'docs/agent-adapters.md';
const README = 'README.md';
const COMMAND = 'npm run docs:agents';
const HISTORY = join(CONFORMANCE_DIR, 'history.ndjson');

export function withTables(
  page: string,
  history: readonly ConformanceCycle[],
  matrix: readonly MatrixRow[],
): string {
  return replaced(
    replaced(page, 'compatibility', compatibilityTable(CLI_AGENTS, history)),
    'failures',
    failureTable(matrix),
  );
}

/** The README, with a grade for each agent. */
export function withGrades(readme: string, history: readonly ConformanceCycle[]): string {
  return replaced(readme, 'grades', gradeTable(history));
}

/** By the last cycle: what came whole, could be read, and met all four assertions. */
export function gradeOf(cycle: ConformanceCycle | undefined): string {
  if (cycle === undefined) return 'not tried';
  const share = Math.min(cycle.complete, cycle.cleanParse, cycle.passed) / cycle.cases;
  if (share === 1) return 'A';
  if (share >= 0.9) return 'B';
  return share >= 0.6 ? 'C' : 'D';
}

/** By their grades, best first: a README has no room for a row of each. */
function gradeTable(history: readonly ConformanceCycle[]): string {
  const names = [...CLI_AGENTS, ...Object.values(PROVIDERS)].map(({ id, name }) => ({ id, name }));
  const graded = Map.groupBy(names, ({ id }) => gradeOf(history.findLast(({ agent }) => agent === id)));
  const rows = ['A', 'B', 'C', 'D', 'not tried'].flatMap((grade) => {
    const agents = graded.get(grade);
    return agents === undefined ? [] : [[grade, agents.map(({ name }) => name).join(', ')]];
  });
  const last = history.at(-1)?.at.slice(0, 10) ?? 'never';
  return table(['Conformance', `Agents and model APIs, last tried ${last}`], rows);
}

/** What stands between the two comments that name the table. */
function replaced(page: string, name: string, table: string): string {
  const [open, close] = [`<!-- ${name}: written by ${COMMAND} -->`, `<!-- /${name} -->`];
  const [from, to] = [page.indexOf(open), page.indexOf(close)];
  if (from === -1 || to < from) throw new Error(`the page lacks ${open} … ${close}`);
  return `${page.slice(0, from + open.length)}\n\n${table}\n${page.slice(to)}`;
}

function compatibilityTable(agents: readonly CliAgent[], history: readonly ConformanceCycle[]): string {
  const rows = agents.map((agent) => {
    const cycles = history.filter((cycle) => cycle.agent === agent.id);
    const talk: Conversationalist | undefined = (CONVERSATIONALISTS as Record<string, Conversationalist>)[
      agent.id
    ];
    const way = talk === undefined ? 'one process' : transportName(talk);
    return [
      `${agent.name} (\`${agent.id}\`)`,
      agent.triedVersion ?? 'from its description',
      way,
      talk === undefined ? agent.deltas : 'token',
      (talk?.usage ?? agent.usage) ? 'yes' : 'no',
      ...conformanceCells(cycles),
    ];
  });
  const apis = Object.values(PROVIDERS).map(({ id, name }) => [
    `${name} (\`${id}\`)`,
    'any',
    'its API',
    'token',
    'yes',
    ...conformanceCells(history.filter((cycle) => cycle.agent === id)),
  ]);
  return table(
    [
      'Agent',
      'Tried version',
      'Transport',
      'Text comes by',
      'Reports usage',
      'Complete',
      'Read cleanly',
      'All four',
      'Health',
      'Last tried',
    ],
    [...rows, ...apis],
  );
}

function conformanceCells(cycles: readonly ConformanceCycle[]): string[] {
  const last = cycles.at(-1);
  if (last === undefined) return ['not run', '–', '–', 'unknown', '–'];
  const of = (count: number): string => `${count} of ${last.cases}`;
  return [
    of(last.complete),
    of(last.cleanParse),
    of(last.passed),
    healthOf(cycles).state,
    last.version === null ? last.at.slice(0, 10) : `${last.at.slice(0, 10)}, ${last.version}`,
  ];
}

function transportName({ transport }: Conversationalist): string {
  switch (transport.kind) {
    case 'acp':
      return 'ACP';
    case 'codex-app-server':
      return 'its app server';
    case 'claude-stream':
      return 'JSON lines both ways';
    case 'pi-rpc':
      return 'its RPC mode';
  }
}

/** One row for each agent and transport, one column for each act. */
function failureTable(matrix: readonly MatrixRow[]): string {
  const acts = ACTS.map(({ name }) => name);
  const played = new Set(matrix.map(({ act }) => act));
  const players = [...new Set(matrix.map(({ agent, transport }) => `${agent}, ${transport}`))];
  const cell = (player: string, act: string): string => {
    const row = matrix.find((one) => `${one.agent}, ${one.transport}` === player && one.act === act);
    // Nobody has played it yet, or this one cannot.
    if (row === undefined) return played.has(act) ? '–' : 'not run';
    return row.problems.length === 0 ? row.outcome : `**${row.outcome}**`;
  };
  return table(
    ['Agent, transport', ...acts],
    players.map((player) => [player, ...acts.map((act) => cell(player, act))]),
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line), ''].join('\n');
}

export async function checkAgentsDoc(): Promise<string[]> {
  const page = readFileSync(join(ROOT, FILE), 'utf8');
  const history = await readHistory(HISTORY);
  const readme = readFileSync(join(ROOT, README), 'utf8');
  return [
    ...(page === withTables(page, history, readMatrix())
      ? []
      : [`${FILE} does not show conformance/history.ndjson and matrix.json; run ${COMMAND}`]),
    ...(readme === withGrades(readme, history)
      ? []
      : [`${README} does not show the grades of conformance/history.ndjson; run ${COMMAND}`]),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [flag, folder] = process.argv.slice(2);
  if (flag === '--check') {
    const problems = await checkAgentsDoc();
    for (const problem of problems) console.error(problem);
    if (problems.length > 0) process.exitCode = 1;
  } else {
    if (flag === '--add') {
      if (folder === undefined) throw new Error('--add takes the data folder of a jury conformance');
      await addToHistory(HISTORY, await readHistory(historyFile(folder)));
    }
    const page = readFileSync(join(ROOT, FILE), 'utf8');
    const history = await readHistory(HISTORY);
    writeFileSync(join(ROOT, FILE), withTables(page, history, readMatrix()));
    const readme = readFileSync(join(ROOT, README), 'utf8');
    writeFileSync(join(ROOT, README), withGrades(readme, history));
  }
}
