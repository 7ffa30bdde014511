/**
 * A run that proved nothing asks one question: try again, and with whom? Pure: what is asked, and what an answer
 * means for the request the run was made from.
 */
import { DEFAULT_AGENT_ID } from '@design-jury/contracts/defaults';
import type { StartRunRequest } from '@design-jury/contracts/http';
import type { OperatorQuestion } from '@design-jury/contracts/questions';
import type { TheaterRun } from '@design-jury/contracts/run';
import { questionKey } from '../../host/questions/ask.ts';
import type { FinishedRun } from '../../store/store.ts';

/** Tries in a row that may ask for another: the run itself and its first retries. */
export const TRIES_THAT_ASK = 3;
/** Milliseconds until a question that nobody waits for is skipped by itself: what an agent is set aside for. */
const DEFER_MS = 24 * 60 * 60 * 1000;
/** Other agents that are offered, besides the grounded panel. */
const MOST_OTHERS = 2;
const LONGEST_TITLE = 80;
const LONGEST_ISSUE = 1_500;

/** Without a verdict that stands on its own. Whoever stopped a run by hand is not asked why. */
export function provedNothing({
  state,
  recoveryReason,
}: Pick<FinishedRun, 'state' | 'recoveryReason'>): boolean {
  switch (state) {
    case 'degraded':
    case 'failed':
    case 'timed_out':
      return true;
    case 'interrupted':
      return recoveryReason !== null;
    case 'shipped':
    case 'below_threshold':
    case 'legacy':
    case 'ended':
      return false;
  }
}

export function retryQuestionId(runId: string): string {
  return `${runId}.retry`;
}

export interface Ended {
  record: TheaterRun;
  finished: FinishedRun;
  request: StartRunRequest;
  /** A key was lent for the run, and not kept. */
  lent: boolean;
  /** Who could take it instead, best first; without the run's own agent and the grounded panel. */
  others: readonly { id: string; name: string }[];
  agentName: string;
  now: number;
}

type Option = OperatorQuestion['options'][number];

export function retryQuestion(ended: Ended): OperatorQuestion {
  const { record, finished, request, others, now } = ended;
  const { id: runId, projectId } = record;
  const { state, cause, message } = finished;
  const choices: { agent: string | null; option: Option }[] = [
    { agent: null, option: sameAgent(ended) },
    ...(record.agent !== DEFAULT_AGENT_ID && canBeMeasured(request)
      ? [{ agent: DEFAULT_AGENT_ID, option: groundedPanel(request) }]
      : []),
    ...others.slice(0, MOST_OTHERS).map(({ id, name }) => ({ agent: id, option: otherAgent(name) })),
  ];
  const askedAt = new Date(now).toISOString();
  return {
    id: retryQuestionId(runId),
    runId,
    retry: { projectId, runId, agents: choices.map(({ agent }) => agent) },
    protocol: 'theater',
    key: questionKey('theater', cause ?? state, record.agent),
    question: `The run of “${titleOf(record)}” ${ENDINGS[state] ?? state}: try again?`,
    issue: issueOf(finished, message ?? ''),
    why: 'It ended without a verdict, and another try costs what the first one did.',
    options: choices.map(({ option }) => option),
    status: 'open',
    answer: null,
    answeredBy: null,
    askedAt,
    answeredAt: null,
    deadlineAt: request.onUnattended === 'pause' ? null : new Date(now + DEFER_MS).toISOString(),
  };
}

const ENDINGS: Partial<Record<FinishedRun['state'], string>> = {
  degraded: 'was degraded',
  failed: 'failed',
  timed_out: 'ran out of time',
  interrupted: 'was cut off',
};

function issueOf({ cause, recoveryReason }: FinishedRun, message: string): string {
  const words = recoveryReason === null ? message : 'The process that had it ended before the run did.';
  return (words === '' ? (cause ?? '') : words).slice(0, LONGEST_ISSUE);
}

function titleOf({ subject }: TheaterRun): string {
  const title = subject.kind === 'brief' ? subject.text : (subject.name ?? 'a page');
  const line = title.trim().split('\n', 1)[0] ?? '';
  return line.length > LONGEST_TITLE ? `${line.slice(0, LONGEST_TITLE - 1)}…` : line;
}

function sameAgent({ agentName, finished: { cause }, lent }: Ended): Option {
  const con =
    cause === 'budget_exceeded'
      ? 'The same budget holds, and may be used up again.'
      : cause === 'storage_error'
        ? 'While the disk is full it fails again.'
        : lent
          ? 'The key that was lent for the run was not kept: it needs one of its own.'
          : 'What is wrong with the agent, if anything is, ends this try too.';
  return {
    label: `Try again with ${agentName}`,
    description: 'The same brief, page and settings.',
    pro: 'What went wrong may have been of the moment.',
    con,
  };
}

function groundedPanel({ artifact }: StartRunRequest): Option {
  return {
    label: artifact === undefined ? 'Draft and measure it without a model' : 'Measure it without a model',
    description: 'The grounded panel, on the same brief and page.',
    pro: 'Free, offline, and sure of a verdict.',
    con: 'It measures; it does not write and has no taste.',
  };
}

function otherAgent(name: string): Option {
  return {
    label: `Try the same with ${name}`,
    description: 'The same brief, page and settings, with its own model.',
    pro: 'What ails the first agent is not its trouble.',
    con: 'Another agent is another hand: the two are not comparable.',
  };
}

/** The grounded panel writes no page: there is one, or a template for one. */
function canBeMeasured({ artifact, skill }: StartRunRequest): boolean {
  return artifact !== undefined || skill !== undefined;
}

/** As it was asked for the first time; what belongs to one agent alone does not go to another. */
export function retryRequest(request: StartRunRequest, agent: string | null): StartRunRequest {
  if (agent === null) return request;
  const { model: _model, seats: _seats, panelMode: _mode, credentials: _lent, ...rest } = request;
  return { ...rest, agent };
}
