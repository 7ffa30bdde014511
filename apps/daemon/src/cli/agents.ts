/** `jury agents`: who can write and judge here, what they can do, and what keeps the others from it. */

import { EXIT } from '@design-jury/contracts/exit-codes';
import type { AgentInfo } from '@design-jury/contracts/http';
import { juryCommand } from '../command-name.ts';
import { setAsideWord } from '../outcome-words.ts';
import { clean } from '../report/clean.ts';
import { checkedDataDir } from './data-dir.ts';
import { readFlags } from './flags.ts';
import { command, quoted, Refusal } from './refusal.ts';
import type { Shell } from './shell.ts';
import { glyphsOf, type Paint, paintRow, type Row, span, type Tone } from './terminal/paint.ts';
import { padEnd, wrap } from './terminal/text.ts';

const CLEAR = 'clear-degraded';

export const run = command(async (argv, shell) => {
  const { values, positionals } = readFlags('agents', argv);
  const dataDir = await checkedDataDir(shell, values.data);
  const [action, id, ...rest] = positionals;
  if (action === CLEAR) {
    if (id === undefined || rest.length > 0)
      throw new Refusal(
        `${CLEAR} takes the id of one agent, such as ${juryCommand()} agents ${CLEAR} gemini.`,
      );
    return clear(shell, dataDir, id);
  }
  if (action !== undefined)
    throw new Refusal(`agents takes no ${quoted(action)}; see ${juryCommand()} agents --help.`);
  const list = await knownAgents(shell, dataDir);
  if (values.json) shell.out(`${JSON.stringify({ agents: list }, null, 2)}\n`);
  else {
    const { columns } = shell.terminal;
    shell.out(`${agentLines(list, { columns, paint: shell.outPaint, now: Date.now() }).join('\n')}\n`);
  }
  return EXIT.ships;
});

export async function knownAgents(shell: Shell, dataDir: string): Promise<AgentInfo[]> {
  const { loadAgents } = await import('../agents/registry.ts');
  const { groundedPanel } = await import('../protocols/theater/offline/grounded-panel.ts');
  const { DEFAULT_RUN_LIMITS } = await import('@design-jury/contracts/defaults');
  try {
    return await (
      await loadAgents(dataDir, shell.env, DEFAULT_RUN_LIMITS, [groundedPanel(shell.env)])
    ).list();
  } catch (error) {
    throw new Refusal(clean(error instanceof Error ? error.message : String(error)));
  }
}

async function clear(shell: Shell, dataDir: string, id: string): Promise<number> {
  const { clearDegraded } = await import('../agents/degraded.ts');
  const cleared = await clearDegraded(dataDir, id, Date.now());
  if (!cleared && !(await knownAgents(shell, dataDir)).some((agent) => agent.id === id))
    throw new Refusal(`There is no agent ${quoted(id)}; ${juryCommand()} agents lists those that are known.`);
  if (cleared) {
    const { logDecision } = await import('../telemetry/decision-log.ts');
    const returned = { level: 'info', event: 'adapter_returned', fields: { agent: id, by: 'hand' } } as const;
    await logDecision(returned, { dataDir, env: shell.env });
  }
  shell.out(cleared ? `${id} is in order again.\n` : `${id} was not marked degraded.\n`);
  return EXIT.ships;
}

type Standing = 'ready' | 'attention' | 'degraded' | 'missing';

const TONES: Record<Standing, Tone> = { ready: 'good', attention: 'warn', degraded: 'bad', missing: 'dim' };
const ID_CELLS = 18;
const NAME_CELLS = 23;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

export function agentLines(
  agents: readonly AgentInfo[],
  { columns, paint, now }: { columns: number; paint: Paint; now: number },
): string[] {
  const glyphs = glyphsOf(paint);
  const marks: Record<Standing, string> = {
    ready: glyphs.check,
    attention: glyphs.waiting,
    degraded: glyphs.cross,
    missing: glyphs.waiting,
  };
  const width = Math.max(20, Math.min(columns, 100) - ID_CELLS - 2);
  const rows: Row[] = [];
  for (const agent of agents) {
    const standing = standingOf(agent);
    rows.push([
      span(`${marks[standing]} `, TONES[standing]),
      span(padEnd(clean(agent.id), ID_CELLS), standing === 'missing' ? 'dim' : 'strong'),
      span(padEnd(clean(agent.name), NAME_CELLS), standing === 'missing' ? 'dim' : 'plain'),
      span(clean(factsOf(agent, paint)), 'dim'),
    ]);
    for (const words of remarksOf(agent, now))
      for (const line of wrap(clean(words), width))
        rows.push([span(`  ${' '.repeat(ID_CELLS)}${line}`, standing === 'degraded' ? 'bad' : 'dim')]);
  }
  rows.push([]);
  rows.push([span(`Use one with: ${juryCommand()} review page.html --agent <id>`)]);
  return rows.map((row) => paintRow(row, Number.POSITIVE_INFINITY, paint));
}

function standingOf({ available, degraded, next }: AgentInfo): Standing {
  if (!available) return 'missing';
  if (degraded != null) return 'degraded';
  return next == null ? 'ready' : 'attention';
}

const DELTAS = { token: 'token by token', block: 'block by block', end: 'at the end' } as const;

function factsOf(agent: AgentInfo, { unicode }: Paint): string {
  const { detail, loggedIn, capabilities } = agent;
  const facts = [
    detail,
    triedWords(agent),
    loginWords(loggedIn),
    capabilities == null ? null : capabilities.turns,
    capabilities == null ? null : DELTAS[capabilities.deltas],
    capabilities?.usage === true ? 'reports usage' : null,
  ];
  return facts.filter((fact) => fact !== null && fact !== undefined).join(unicode ? ' · ' : ', ');
}

function remarksOf({ id, degraded, next }: AgentInfo, now: number): string[] {
  const remarks = next == null ? [] : [next];
  if (degraded == null) return remarks;
  const left = remaining(Date.parse(degraded.until) - now);
  return [
    `off the panel for ${left}: ${setAsideWord(degraded.reason)}`,
    `${juryCommand()} agents ${CLEAR} ${id}`,
    ...remarks,
  ];
}

function remaining(ms: number): string {
  if (ms >= HOUR_MS) return `${Math.ceil(ms / HOUR_MS)} h`;
  return `${Math.max(1, Math.ceil(ms / MINUTE_MS))} min`;
}

/** Absent where there is no version to speak of. */
function triedWords({ version, triedVersion }: AgentInfo): string | null {
  if (triedVersion === undefined) return null;
  if (triedVersion === null) return 'never tried, known from its description';
  return version === triedVersion ? 'the version that was tried' : `tried with ${triedVersion}`;
}

function loginWords(loggedIn: boolean | null | undefined): string | null {
  if (loggedIn === undefined) return null;
  return loggedIn === null ? 'login not seen' : loggedIn ? 'logged in' : 'not logged in';
}
