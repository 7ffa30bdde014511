/**
 * An event of a run as a line of the log: what a person looks for, in a few words, without the page or the words of an
 * agent. Pure. `critique` is the Theater's namespace; each other protocol has its own, and `run` is the host's.
 */
import type { RunEvent, RunRecord } from '@design-jury/contracts/run';
import { shownText } from '../shown-text.ts';

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface LogEntry {
  /** ISO, of the event. */
  ts: string;
  level: LogLevel;
  /** `critique`, `content`, `convergence`, `loop`, `question`, `run`, `host`, `http`. */
  ns: string;
  event: string;
  run?: string;
  project?: string;
  trace?: string;
  fields: Readonly<Record<string, unknown>>;
}

interface Rule {
  level: LogLevel;
  event: string;
  /** Fields of the event that are told. */
  tells: readonly string[];
}

/** A run that ended without a word of its own, as one whose page was written without a jury. Only telemetry says it. */
export const SILENT_END = 'run.silent_end';

const rule = (level: LogLevel, event: string, ...tells: string[]): Rule => ({ level, event, tells });

const RULES: Readonly<Record<string, Rule>> = {
  'critique.run_started': rule('info', 'run_started', 'protocolVersion', 'cast', 'maxRounds', 'threshold'),
  'critique.round_end': rule(
    'info',
    'round_closed',
    'round',
    'composite',
    'mustFix',
    'decision',
    'reason',
    'missing',
    'abstained',
  ),
  'critique.degraded': rule('warn', 'degraded', 'reason', 'message', 'position', 'bestRound'),
  'critique.interrupted': rule('info', 'run_interrupted', 'bestRound', 'composite', 'recoveryReason'),
  'critique.failed': rule('error', 'run_failed', 'cause', 'agentError', 'budget', 'message', 'bestRound'),
  'critique.parser_warning': rule('info', 'parser_recover', 'kind', 'position', 'detail'),
  'critique.agent_notice': rule('info', 'agent_notice', 'kind', 'message'),
  'critique.usage': rule('debug', 'usage', 'inputTokens', 'outputTokens', 'costUsd', 'atLeast'),
  'critique.grounding': rule('debug', 'grounding', 'round'),
  'content.started': rule('info', 'run_started', 'ideaId', 'contentType', 'maxRounds'),
  'content.critic_failed': rule('warn', 'critic_failed', 'round', 'advisorId', 'error'),
  'content.critic_scored': rule('debug', 'critic_scored', 'round', 'advisorId', 'score', 'pass'),
  'content.panel_chosen': rule('info', 'panel_chosen', 'by'),
  'content.decided': rule('info', 'round_closed', 'round', 'decision', 'score', 'reason'),
  'content.saved': rule('info', 'saved', 'round', 'belowSafetyValve'),
  'content.paused': rule('warn', 'paused', 'reason', 'message'),
  'content.resumed': rule('info', 'resumed'),
  'content.failed': rule('error', 'run_failed', 'cause', 'message'),
  'content.warning': rule('warn', 'warning', 'message'),
  'content.deployed': rule('info', 'deployed', 'place', 'commit'),
  'content.not_deployed': rule('warn', 'not_deployed', 'step', 'message'),
  'convergence.started': rule('info', 'run_started', 'taskType', 'workers'),
  'convergence.analysed': rule('info', 'analysed', 'worker', 'findings', 'error'),
  'convergence.round_ended': rule('info', 'round_closed', 'round'),
  'convergence.gate': rule('info', 'gate', 'result', 'reason'),
  'convergence.warning': rule('warn', 'warning', 'message'),
  'convergence.ended': rule('info', 'ended', 'finalState', 'totalRounds'),
  'loop.started': rule('info', 'run_started', 'file', 'perspectives'),
  'loop.fix_applied': rule('info', 'fix_applied', 'n', 'criterionId'),
  'loop.fix_failed': rule('warn', 'fix_failed', 'n', 'criterionId', 'message'),
  'loop.escalated': rule('info', 'asked', 'n'),
  'loop.chosen': rule('info', 'chosen', 'n', 'criterionId', 'choice', 'by'),
  'loop.pass_ended': rule('info', 'round_closed', 'totals'),
  'loop.warning': rule('warn', 'warning', 'message'),
  'loop.ended': rule('info', 'ended', 'status', 'totals'),
  'question.asked': rule('info', 'asked', 'id'),
  'question.answered': rule('info', 'answered', 'id', 'by', 'choice'),
  'run.state': rule('info', 'state', 'state', 'reason'),
  [SILENT_END]: rule('info', 'run_ended', 'state'),
  'run.ended': rule('info', 'run_ended', 'state', 'outcome', 'exitCode'),
};

/** Whether an event of this type may be a line: asked of every event, before anything is made of it. */
export function isTold(type: string): boolean {
  return type === SHIP || Object.hasOwn(RULES, type);
}

/** Null where the event is no line, or one below `least`. */
export function entryOf(
  event: RunEvent,
  run: RunRecord,
  trace: string,
  least: LogLevel = 'debug',
): LogEntry | null {
  const found = ruleOf(event);
  if (found === undefined || LOG_LEVELS.indexOf(found.level) < LOG_LEVELS.indexOf(least)) return null;
  const [ns = 'run'] = event.type.split('.', 1);
  const fields: Record<string, unknown> =
    found.event === 'run_started' ? { agent: run.agent, model: run.model } : {};
  for (const name of found.tells) if (event[name] !== undefined) fields[name] = event[name];
  return {
    ts: event.at,
    level: found.level,
    ns,
    event: found.event,
    run: run.id,
    project: run.projectId,
    trace,
    fields,
  };
}

function ruleOf(event: RunEvent): Rule | undefined {
  // The gate's last word is not always a yes.
  if (event.type === SHIP) return event.status === 'shipped' ? SHIPPED : KEPT;
  // How far an agent is, is for whoever watches; what it had to do twice is for whoever looks later.
  if (event.type === 'critique.agent_notice' && event.kind === 'progress') return PROGRESS;
  return Object.hasOwn(RULES, event.type) ? RULES[event.type] : undefined;
}

const SHIP = 'critique.ship';
const SHIPPED = rule('info', 'run_shipped', 'status', 'round', 'composite');
const KEPT = rule('warn', 'run_kept', 'status', 'round', 'composite', 'stoppedBy', 'partial');
const PROGRESS = rule('debug', 'agent_notice', 'kind', 'message');

/** What a value may take of a line. */
const MAX_TEXT_CHARS = 1_000;
const MAX_ITEMS = 20;

/** What may be told of an entry: without secrets, and cut to what a line holds. Once for all who are told. */
export function toldEntry(entry: LogEntry, redact: (text: string) => string): LogEntry {
  const fields: Record<string, unknown> = {};
  for (const name of Object.keys(entry.fields)) fields[name] = bounded(entry.fields[name], redact, 0);
  return { ...entry, fields };
}

/**
 * One line, whatever the values hold: JSON in which nothing is an order to the terminal that shows it. Of an entry as it
 * may be told.
 */
export function lineOf({ fields, ...head }: LogEntry): string {
  const line: Record<string, unknown> = head;
  // The line's own names come first, and a field of the same name never takes their place.
  for (const name of Object.keys(fields)) if (!Object.hasOwn(line, name)) line[name] = fields[name];
  return shownText(JSON.stringify(line), { color: false });
}

function bounded(value: unknown, redact: (text: string) => string, depth: number): unknown {
  if (typeof value === 'string') {
    const text = redact(value.slice(0, MAX_TEXT_CHARS * 2));
    return text.length > MAX_TEXT_CHARS
      ? `${text.slice(0, MAX_TEXT_CHARS)}…`.toWellFormed()
      : text.toWellFormed();
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 2) return '…';
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item) => bounded(item, redact, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, MAX_ITEMS)
      .map(([name, item]) => [name, bounded(item, redact, depth + 1)]),
  );
}
