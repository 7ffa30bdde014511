/** Runs of the Theater of every status, made by parser and scoreboard themselves, with the record the host would store. */
import { createHash } from 'node:crypto';
import { DEFAULT_CRITIQUE_CONFIG } from '@design-jury/contracts/defaults';
import { EXIT_OF_STATUS } from '@design-jury/contracts/exit-codes';
import { type TheaterRun, TheaterRunSchema } from '@design-jury/contracts/run';
import type { StopEnding } from '@design-jury/contracts/stop';
import type { CritiqueConfig, PanelEvent, PanelistRole } from '@design-jury/contracts/theater/critique';
import { createParser } from '../../../protocols/theater/parser.ts';
import * as render from '../../../protocols/theater/render.ts';
import { transition } from '../../../protocols/theater/scoreboard.ts';
import { createScoreboard, type ScoreboardInput } from '../../../protocols/theater/scoreboard-state.ts';

export interface MadeRun {
  run: TheaterRun;
  lines: string[];
  /** The page that shipped or is kept; null where there is none. */
  page: string | null;
}

export interface Script {
  id: string;
  agent: string;
  rounds: { votes: Partial<Record<PanelistRole, number>>; demands: PanelistRole[] }[];
  config?: Partial<CritiqueConfig>;
  /** Said once this many rounds are closed; nothing: the answer ends by itself. */
  stop?: { after: number; ending: StopEnding };
  /** Bytes the answer breaks off at, from its end. */
  cut?: number;
}

const ROLES: PanelistRole[] = ['critic', 'brand', 'a11y', 'copy'];

export function pageOf(round: number): string {
  return `<!doctype html><main><h1>Round ${round}</h1></main>`;
}

function textOf({ rounds }: Script, config: CritiqueConfig): string {
  const body = rounds.map(({ votes, demands }, index) =>
    [
      render.renderRoundOpen(index + 1),
      render.renderPanelist({
        role: 'designer',
        notes: 'Intent.',
        artifact: { mime: 'text/html', content: pageOf(index + 1) },
      } as render.PanelistText),
      ...ROLES.map((role) =>
        render.renderPanelist({
          role,
          notes: `Seen by ${role}.`,
          score: votes[role] ?? null,
          dims: [{ name: 'first', score: votes[role] ?? null, note: 'as seen' }],
          mustFix: demands.includes(role)
            ? [
                {
                  id: `${role}-demand`,
                  text: `Mend what ${role} saw.`,
                  dim: null,
                  target: 'h1',
                  severity: 'major',
                  evidence: 'line 1',
                  witness: null,
                },
              ]
            : [],
        } as render.PanelistText),
      ),
      render.renderRoundEnd({ round: index + 1, composite: 0, mustFix: 0, decision: 'continue', reason: '' }),
      render.ROUND_CLOSE,
    ].join(''),
  );
  const head = { maxRounds: config.maxRounds, threshold: config.scoreThreshold, scale: config.scoreScale };
  const ship = render.renderShip({ round: rounds.length, summary: 'Done.' } as render.ShipText);
  return `${render.renderRunOpen(head)}${body.join('')}${ship}${render.RUN_CLOSE}`;
}

/** The same machine as a live run's, over a text. */
export function makeRun(script: Script): MadeRun {
  const config: CritiqueConfig = { ...DEFAULT_CRITIQUE_CONFIG, enabled: true, ...script.config };
  const identity = {
    runId: script.id,
    adapter: script.agent,
    artifactRef: { projectId: 'p-1', artifactId: 'a-1' },
  };
  let board = createScoreboard(identity, 'one-shot', 'stored');
  const lines: string[] = [];
  const feed = (input: ScoreboardInput): void => {
    const [next, effects] = transition(board, input, config);
    board = next;
    for (const effect of effects) {
      if (effect.type !== 'emit') continue;
      const seq = lines.length + 1;
      const at = new Date(Date.UTC(2026, 0, 1) + seq * 1000).toISOString();
      lines.push(JSON.stringify({ ...effect.event, seq, at }));
    }
  };
  let body = createHash('sha256');
  const hashed = (event: PanelEvent): PanelEvent => {
    if (event.type === 'artifact_open') body = createHash('sha256');
    else if (event.type === 'artifact_chunk') body.update(event.text);
    else if (event.type === 'artifact_close') return { ...event, sha256: body.digest('hex') };
    return event;
  };
  const parser = createParser(config);
  feed({ type: 'begin' });
  const whole = textOf(script, config);
  const text = script.cut === undefined ? whole : whole.slice(0, -script.cut);
  const steps = [parser.write(text), parser.end()];
  for (const { events, error } of steps) {
    for (const event of events) {
      feed(hashed(event));
      if (event.type === 'round_close' && script.stop?.after === event.round)
        feed({ type: 'stop', ending: script.stop.ending });
    }
    if (error !== null) {
      const { reason, message, position } = error;
      feed({ type: 'stop', ending: { type: 'unreadable', reason, message, position } });
    }
  }
  if (script.stop?.after === 0) feed({ type: 'stop', ending: script.stop.ending });
  feed({ type: 'stream_end' });
  const { outcome } = board;
  if (outcome === null) throw new Error(`${script.id} did not end`);
  const run = TheaterRunSchema.parse({
    id: script.id,
    projectId: 'p-1',
    artifactId: 'a-1',
    protocol: 'theater',
    state: outcome.status,
    title: 'page.html',
    subjectKey: '',
    outcome: outcome.status,
    exitCode: EXIT_OF_STATUS.theater[outcome.status],
    agent: script.agent,
    model: null,
    config,
    cause: null,
    recoveryReason: null,
    inputTokens: null,
    outputTokens: null,
    costUsd: null,
    eventBase: 0,
    eventCount: lines.length,
    createdAt: '2026-01-01T00:00:00.000Z',
    startedAt: null,
    updatedAt: '2026-01-01T00:00:00.000Z',
    endedAt: null,
    skill: null,
    subject: { kind: 'artifact', name: 'page.html', mime: 'text/html' },
    composite: outcome.composite,
    finalRound: outcome.round,
  });
  return { run, lines, page: outcome.round === null ? null : pageOf(outcome.round) };
}

const AGENTS = ['grounded', 'claude', 'codex', 'gemini', 'opencode', 'qwen', 'kimi', 'openai', 'anthropic'];
const POLICIES = ['ship_best', 'ship_last', 'fail'] as const;

const STOPS: readonly StopEnding[] = [
  { type: 'interrupted', recoveryReason: null },
  { type: 'interrupted', recoveryReason: 'daemon_restart' },
  { type: 'timed_out', cause: 'total_timeout', message: 'Time ran out.' },
  { type: 'failed', cause: 'agent_error', message: 'It was refused.' },
  { type: 'unreadable', reason: 'malformed_block', message: 'It could not be read.', position: 7 },
];

/** The script of a number: together they end in every way there is. */
export function scriptOf(n: number): Script {
  const good = { critic: 8 + (n % 20) / 10, brand: 9, a11y: 8.5, copy: 9.1 };
  const poor = { critic: 4 + (n % 7) / 10, brand: 7, a11y: 6, copy: n % 3 === 0 ? 5 : 8 };
  const rounds = Array.from({ length: 1 + (n % 3) }, (_, index) => {
    const isLast = index === n % 3;
    const demands = isLast && n % 2 === 0 ? [] : ROLES.filter((_role, at) => (n + index + at) % 3 === 0);
    return { votes: isLast && n % 2 === 0 ? good : poor, demands };
  });
  const base = { id: `r-${n}`, agent: AGENTS[n % AGENTS.length] ?? 'grounded', rounds };
  const config = {
    fallbackPolicy: POLICIES[n % 3] ?? 'ship_best',
    scoreThreshold: n % 5 === 0 ? 7.5 : 8,
    maxRounds: rounds.length,
  };
  const ending = STOPS[n % STOPS.length];
  if (n % 4 === 1 && ending !== undefined) return { ...base, config, stop: { after: n % 3, ending } };
  if (n % 11 === 7) return { ...base, config, cut: 120 + n };
  return { ...base, config };
}
