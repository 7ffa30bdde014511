/**
 * An event of a run as a line of the log: what a person looks for, in a few words, without the page or the words of an
 * agent. Pure. `critique` is the Theater's namespace; each other protocol has its own, and `run` is the host's.
 */
import type { RunEvent, RunRecord } from '@design-jury/contracts/run';
import { shownText } from '../shown-text.ts';
import { isSaidToFail } from './run-end.ts';

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
  /** From its level to its trace as it stands in the line, where that is known already. */
  start?: string;
}

/** Whose lines they are: of one run, and the same in all of them. */
export interface Whose {
  run: RunRecord;
  trace: string;
  /** As it stands in a line. */
  text: string;
}

export function whoseOf(run: RunRecord, trace: string): Whose {
  return { run, trace, text: shown({ run: run.id, project: run.projectId, trace }) };
}

interface Rule {
  level: LogLevel;
  event: string;
  /** Fields of the event that are told. None has a name that the line has already. */
  tells: readonly string[];
}

/** A rule with what follows from it: nothing of it is of an event, so it is encoded once. */
interface Told extends Rule {
  ns: string;
  start: string;
}

/** A run that ended without a word of its own, as one whose page was written without a jury. Only telemetry says it. */
export const SILENT_END = 'run.silent_end';

/** Last words. The Theater has its own, and says the host's only where it could not say them. */
export const ENDS: ReadonlySet<string> = new Set([
  'critique.ship',
  'critique.degraded',
  'critique.interrupted',
  'critique.failed',
  'run.ended',
  SILENT_END,
]);

const rule = (level: LogLevel, event: string, ...tells: string[]): Rule => ({ level, event, tells });

const ENDED_FIELDS = ['state', 'outcome', 'exitCode', 'cause', 'message'] as const;

const EVENTS: Readonly<Record<string, Rule>> = {
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
  'content.decided': rule('info', 'round_closed', 'round', 'decision', 'avgScore', 'basis'),
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
  'run.ended': rule('info', 'run_ended', ...ENDED_FIELDS),
};

const toldAs = (type: string, { level, event, tells }: Rule): Told => {
  const [ns = 'run'] = type.split('.', 1);
  return { level, event, tells, ns, start: `"level":"${level}","ns":"${ns}","event":"${event}"` };
};
const RULES: ReadonlyMap<string, Told> = new Map(
  Object.entries(EVENTS).map(([type, rule]) => [type, toldAs(type, rule)]),
);

const SHIP = 'critique.ship';
const NOTICE = 'critique.agent_notice';
const SHIPPED = toldAs(SHIP, rule('info', 'run_shipped', 'status', 'round', 'composite'));
const KEPT = toldAs(SHIP, rule('warn', 'run_kept', 'status', 'round', 'composite', 'stoppedBy', 'partial'));
const FELL = toldAs('run.ended', rule('error', 'run_failed', ...ENDED_FIELDS));
const PROGRESS = toldAs(NOTICE, rule('debug', 'agent_notice', 'kind', 'message'));

/** Types of events that may be a line: all others are left by it, before anything is made of them. */
export const TOLD: ReadonlySet<string> = new Set([SHIP, ...RULES.keys()]);

/**
 * What may be told of an event: without secrets, and cut to what a line holds. Null where it is no line, or one below
 * `least`.
 */
export function entryOf(
  event: RunEvent,
  { run, trace, text }: Whose,
  least: LogLevel,
  redact: (text: string) => string,
): LogEntry | null {
  const found = ruleOf(event);
  if (found === undefined || !isTold(found.level, least)) return null;
  const fields: Record<string, unknown> = {};
  if (found.event === 'run_started') {
    fields.agent = bounded(run.agent, redact, 0);
    fields.model = bounded(run.model, redact, 0);
  }
  for (const name of found.tells) {
    const value = event[name];
    if (value !== undefined) fields[name] = typeof value === 'number' ? value : bounded(value, redact, 0);
  }
  return {
    ts: event.at,
    level: found.level,
    ns: found.ns,
    event: found.event,
    run: run.id,
    project: run.projectId,
    trace,
    fields,
    start: `${found.start},${text}`,
  };
}

/** Whether the log has lines of that level, where it begins at `least`. */
export function isTold(level: LogLevel, least: LogLevel): boolean {
  return RANKS[level] >= RANKS[least];
}

const RANKS: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warn: 2, error: 3 };

function ruleOf(event: RunEvent): Told | undefined {
  // The gate's last word is not always a yes.
  if (event.type === SHIP) return event.status === 'shipped' ? SHIPPED : KEPT;
  // How far an agent is, is for whoever watches; what it had to do twice is for whoever looks later.
  if (event.type === NOTICE && event.kind === 'progress') return PROGRESS;
  // A run of the other protocols that failed may have no other word of it.
  if (event.type === 'run.ended' && isSaidToFail(event)) return FELL;
  return RULES.get(event.type);
}

/** What a value may take of a line. */
const MAX_TEXT_CHARS = 1_000;
const MAX_ITEMS = 20;

/** As much for an entry that is of no event. */
export function toldEntry(entry: LogEntry, redact: (text: string) => string): LogEntry {
  const fields: Record<string, unknown> = {};
  for (const name of Object.keys(entry.fields)) fields[name] = bounded(entry.fields[name], redact, 0);
  return { ...entry, fields };
}

/**
 * One line, whatever the values hold: JSON in which nothing is an order to the terminal that shows it. Of an entry as it
 * may be told.
 */
export function lineOf(entry: LogEntry): string {
  const { ts, start, fields } = entry;
  if (start === undefined) return lineOfAny(entry);
  const text = shown(fields);
  return `{"ts":${MOMENT.test(ts) ? `"${ts}"` : shownText(JSON.stringify(ts), { color: false })},${start}${text === '' ? '' : ','}${text}}`;
}

const MOMENT = /^[\dTZ:.+-]*$/;

/** Of one that no rule made: the line's own names come first, and a field of the same name never takes their place. */
function lineOfAny({ ts, level, ns, event, run, project, trace, fields }: LogEntry): string {
  const head = { ts, level, ns, event, run, project, trace };
  const own: Record<string, unknown> = {};
  for (const name of Object.keys(fields)) if (!Object.hasOwn(head, name)) own[name] = fields[name];
  const text = shown(own);
  return `{${shown(head)}${text === '' ? '' : ','}${text}}`;
}

/** What stands between the braces of its JSON. */
function shown(value: Readonly<Record<string, unknown>>): string {
  return shownText(JSON.stringify(value).slice(1, -1), { color: false });
}

function bounded(value: unknown, redact: (text: string) => string, depth: number): unknown {
  if (typeof value === 'string') return boundedText(value, redact);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 2) return '…';
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item) => bounded(item, redact, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, MAX_ITEMS)
      .map(([name, item]) => [boundedText(name, redact), bounded(item, redact, depth + 1)]),
  );
}

function boundedText(value: string, redact: (text: string) => string): string {
  const text = redact(value.slice(0, MAX_TEXT_CHARS * 2));
  return text.length > MAX_TEXT_CHARS
    ? `${text.slice(0, MAX_TEXT_CHARS)}…`.toWellFormed()
    : text.toWellFormed();
}
