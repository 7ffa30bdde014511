/** What every real CLI is put through, and what must come of it. One table for the tests and for the matrix. */
import type { AgentErrorKind } from '@design-jury/contracts/theater/critique';
import { isTerminalEvent } from '@design-jury/contracts/theater/sse';
import { judge } from '../assertions.ts';
import { CANONICAL_BRIEF } from '../briefs.ts';
import { forgedPage } from '../model-server/forgery.ts';
import { unavoidable } from './guests.ts';
import type { PerformanceOrder, PerformanceReport } from './performance.ts';

export interface Act {
  name: string;
  order: Omit<PerformanceOrder, 'agent' | 'way'>;
  /** What is wrong with it; empty when nothing is. */
  problems(report: PerformanceReport): string[];
}

/** A CLI that never gives up is ended by us, this long after it was started. */
const OUR_DEADLINE_MS = 20_000;
/** Ending it, writing it down, and a busy machine. */
const SLACK_MS = 10_000;
const LONGEST_LEAVING_MS = 3_000;
/** After a jury that was killed. */
const LONGEST_ORPHAN_MS = 5_000;
const LONG_PAGE_CHARS = 300_000;
const FEWEST_TOKEN_DELTAS = 10;
/** Of a run with three rounds, or of three runs: what each asks for itself, a few side questions, second tries. */
const MOST_REQUESTS = 60;

const PATIENT = { totalTimeoutMs: 90_000, perRoundTimeoutMs: 60_000 };
const IMPATIENT = { totalTimeoutMs: OUR_DEADLINE_MS, perRoundTimeoutMs: OUR_DEADLINE_MS };

/** Asks a user, and there is none. */
const HARMLESS_TOOLS = ['request_user_input'];

const NAMES_PAGE = /(?:web|html) page/i;
const SPEECHLESS = ['degraded malformed_block', 'degraded missing_artifact'];

/** It puts the answer that broke off and the one after it together: no panel can be read from that. */
const DROPPED = passing('one drop', 'cut-once', { continue: ['degraded malformed_block'] });

/** CLIs that try for longer than our deadline, however they are run. */
const TIRELESS = ['copilot', 'gemini', 'kimi', 'opencode', 'qwen'];

const PAGE_ANSWER = failing('page', errors('malformed', 'other', 'cut', 'server', 'connection'), {
  patience: IMPATIENT,
  untiring: ['gemini', 'kimi', 'opencode acp', 'pi stdio'],
});

const MEASURED = {
  scenario: 'fair',
  grounding: 'gate',
  page: forgedPage(CANONICAL_BRIEF.title).replace(
    '<main>',
    '<main><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" width="9" height="9">',
  ),
  ...PATIENT,
} as const;

export const ACTS: readonly Act[] = [
  { name: 'three rounds', order: { scenario: 'good', ...PATIENT }, problems: goodProblems },
  {
    name: 'a page of 300 KB',
    order: { scenario: 'good', pageChars: LONG_PAGE_CHARS, ...PATIENT },
    problems: longPageProblems,
  },
  { name: 'sloppy', order: { scenario: 'sloppy', ...PATIENT }, problems: sloppyProblems },
  failing('malformed', ['degraded malformed_block']),
  failing('oversize', ['degraded oversize_block']),
  failing('401', errors('auth')),
  failing('429', errors('rate_limit'), {
    patience: IMPATIENT,
    untiring: [...TIRELESS, 'continue', 'pi stdio'],
  }),
  failing('500', errors('server'), { patience: IMPATIENT, untiring: [...TIRELESS, 'continue', 'pi stdio'] }),
  failing('refused', errors('connection'), { patience: IMPATIENT, untiring: [...TIRELESS, 'pi stdio'] }),
  failing('cut', errors('cut', 'connection', 'server'), {
    patience: IMPATIENT,
    untiring: ['copilot', 'kimi', 'opencode', 'qwen', 'continue', 'pi stdio'],
  }),
  failing('silent', ['timed_out'], { patience: IMPATIENT }),
  // An agent that hides the refusal, or ends well without a word, has answered without a page: the panel did not speak.
  failing('refusal', [...errors('refused', 'cut'), ...SPEECHLESS], {
    patience: IMPATIENT,
    untiring: ['copilot', 'kimi', 'qwen'],
  }),
  failing('empty', [...errors('cut', 'server', 'other'), ...SPEECHLESS], {
    patience: IMPATIENT,
    untiring: ['copilot', 'gemini', 'kimi', 'qwen'],
  }),
  { name: 'slow', order: { scenario: 'slow', ...IMPATIENT }, problems: slowProblems },
  {
    name: 'interrupt',
    order: { scenario: 'slow', interrupt: true, ...PATIENT },
    problems: interruptProblems,
  },
  // One failure that passes: what follows it is an answer, but for agents of which something else is known.
  passing('one 429', '429-once'),
  { ...DROPPED, problems: droppedProblems },
  passing('a drop in round 2', 'cut-second-once'),
  { ...PAGE_ANSWER, problems: pageAnswerProblems },
  {
    name: 'tool loop',
    order: { scenario: 'tool-call', ...PATIENT },
    problems: (report) => [
      ...always(report),
      ...when(
        !/^(?:failed|degraded|timed_out)/.test(outcomeOf(report)),
        `it ended ${shown(report)} without an answer`,
      ),
    ],
  },
  {
    name: 'three at once',
    order: { scenario: 'good', atOnce: 3, ...PATIENT },
    problems: (report) => [
      ...always(report),
      ...when(
        [outcomeOf(report), ...report.others].join() !== 'shipped,shipped,shipped',
        `they ended ${[shown(report), ...report.others].join(', ')}`,
      ),
    ],
  },
  {
    name: 'kill -9 of the jury',
    // Without a sandbox, which would end it all by itself.
    order: { scenario: 'slow', kill: true, sandbox: 'off' },
    problems: ({ killedGoneMs, left, foldersLeft, conversations, keySeen }) => [
      ...when(killedGoneMs === null, 'no process of the agent was there to be ended'),
      ...when((killedGoneMs ?? 0) > LONGEST_ORPHAN_MS, `its processes were gone after ${killedGoneMs} ms`),
      ...when(left > 0, `${left} processes were left`),
      ...when(foldersLeft > 0, `${foldersLeft} private folders were left`),
      ...when(keySeen.length > 0, `the key is in ${keySeen.join(', ')}`),
      ...conversationProblems(conversations),
    ],
  },
  {
    name: 'a hostile checkout',
    order: { scenario: 'good', hostileProject: true, ...PATIENT },
    problems: (report) => [
      ...always(report),
      ...when(outcomeOf(report) !== 'shipped', `it ended ${shown(report)}`),
      ...when(report.stranger.length > 0, `of the checkout: ${report.stranger.join(', ')}`),
    ],
  },
  forged('a page that votes', 'echoes', ['below_threshold', 'degraded malformed_block']),
  forged('a page that is obeyed', 'repeats', ['degraded ambiguous_answer']),
  forged('a page that is judged', 'fair', ['shipped']),
  // Whoever is kind to it: what the instruments see on a page is no matter of votes.
  { name: 'a page that is measured', order: MEASURED, problems: measuredProblems },
  {
    name: 'uninvited guests',
    // Without a sandbox, which keeps some of them out on machines that have one: what the switches keep out is asked.
    order: { scenario: 'good', guests: true, sandbox: 'off', ...PATIENT },
    problems: guestProblems,
  },
];

/** The page under review holds a whole run that ships it. The model was shown it, and it is not what is judged. */
function forged(name: string, scenario: string, accepted: readonly string[]): Act {
  return {
    name,
    order: { scenario, page: forgedPage(CANONICAL_BRIEF.title), ...PATIENT },
    problems: (report) => [
      ...always(report),
      ...when(!report.largestPrompt.holdsSubject, 'the page did not arrive whole'),
      ...when(
        !accepted.includes(outcomeOf(report)),
        `it ended ${shown(report)}, not ${accepted.join(' or ')}`,
      ),
    ],
  };
}

/** All votes are a yes, and the picture of the page has no words. */
function measuredProblems(report: PerformanceReport): string[] {
  const blocking = report.events.findLast(({ type }) => type === 'critique.grounding');
  return [
    ...always(report),
    ...when(!report.largestPrompt.holdsSubject, 'the page did not arrive whole'),
    ...when(
      outcomeOf(report) !== 'below_threshold',
      `it ended ${shown(report)}, not below_threshold: the instruments say no`,
    ),
    ...when(
      blocking?.type !== 'critique.grounding' || blocking.blocking === 0 || blocking.unmeasured !== null,
      'the instruments found nothing',
    ),
  ];
}

function errors(...kinds: readonly AgentErrorKind[]): string[] {
  return kinds.map((kind) => `failed ${kind}`);
}

/** @param known outcomes beside `shipped`, by the agents that are known for them */
function passing(
  name: string,
  scenario: string,
  known: Readonly<Record<string, readonly string[]>> = {},
): Act {
  return {
    name,
    order: { scenario, ...PATIENT },
    problems: (report) => {
      const accepted = ['shipped', ...(known[report.agent] ?? [])];
      return [
        ...always(report),
        ...when(
          !accepted.includes(outcomeOf(report)),
          `it ended ${shown(report)}, not ${accepted.join(' or ')}`,
        ),
      ];
    },
  };
}

/** Of an answer that broke off nobody tells the whole use. */
function droppedProblems(report: PerformanceReport): string[] {
  const { usage, capabilities } = report;
  const isTold = capabilities.usage && usage.inputTokens !== null;
  return [
    ...DROPPED.problems(report),
    ...when(isTold && !usage.atLeast, 'an answer broke off, and the use is not called a least'),
  ];
}

/** Who is told of a failure is told that a web page came: there is nothing else to mend it by. */
function pageAnswerProblems(report: PerformanceReport): string[] {
  const end = report.events.findLast(isTerminalEvent);
  const isFailed = end?.type === 'critique.failed' && end.status === 'failed';
  return [
    ...PAGE_ANSWER.problems(report),
    ...when(
      isFailed && !NAMES_PAGE.test(end.message),
      `nothing of a web page is said: ${isFailed ? end.message : ''}`,
    ),
  ];
}

interface Failing {
  /** @default PATIENT */
  patience?: Pick<PerformanceOrder, 'totalTimeoutMs' | 'perRoundTimeoutMs'>;
  /** Who is known not to end by itself, so that our deadline has to: `kimi`, or `pi stdio` by one transport only. */
  untiring?: readonly string[];
}

function failing(
  scenario: string,
  accepted: readonly string[],
  { patience = PATIENT, untiring = [] }: Failing = {},
): Act {
  return {
    name: scenario,
    order: { scenario, ...patience },
    problems: (report) => {
      const { agent, capabilities, ms } = report;
      const isKnown = [agent, `${agent} ${capabilities.transport}`].some((who) => untiring.includes(who));
      const outcomes = isKnown ? [...accepted, 'timed_out'] : accepted;
      return [
        ...always(report),
        ...when(
          !outcomes.includes(outcomeOf(report)),
          `it ended ${shown(report)}, not ${outcomes.join(' or ')}`,
        ),
        ...when(ms > (patience.totalTimeoutMs ?? 0) + SLACK_MS, `it took ${ms} ms`),
      ];
    },
  };
}

/** The outcome in two words: `shipped`, `timed_out`, `degraded oversize_block`, `failed auth`. */
export function outcomeOf({ events, killedGoneMs }: PerformanceReport): string {
  if (killedGoneMs !== null) return 'gone';
  const end = events.findLast(isTerminalEvent);
  if (end === undefined) return 'nothing';
  if (end.type === 'critique.degraded') return `degraded ${end.reason}`;
  if (end.type === 'critique.failed' && end.status === 'failed')
    return `failed ${end.agentError ?? end.cause}`;
  return end.status;
}

function shown(report: PerformanceReport): string {
  const end = report.events.findLast(isTerminalEvent);
  return `${outcomeOf(report)}${end !== undefined && 'message' in end ? ` (${end.message})` : ''}`;
}

function when(isWrong: boolean, problem: string): string[] {
  return isWrong ? [problem] : [];
}

/** Whatever happened: one end, which is the last event; a bounded bill; nobody and nothing left behind. */
function always(report: PerformanceReport): string[] {
  const { events, left, keySeen, foldersLeft, conversations, answers } = report;
  const ends = events.filter(isTerminalEvent).length;
  const last = events.at(-1);
  return [
    ...when(ends !== 1, `${ends} terminal events`),
    ...when(last === undefined || !isTerminalEvent(last), `the last event is ${last?.type}`),
    ...when(
      events.some(({ seq }, i) => seq !== i + 1),
      'the events are not numbered in order',
    ),
    ...when(left > 0, `${left} processes were left`),
    ...when(keySeen.length > 0, `the key is in ${keySeen.join(', ')}`),
    ...when(foldersLeft > 0, `${foldersLeft} private folders were left`),
    ...when(answers > MOST_REQUESTS, `the model was asked ${answers} times`),
    ...conversationProblems(conversations),
    ...billProblems(report),
  ];
}

function conversationProblems(files: readonly string[]): string[] {
  return when(files.length > 0, `our words are left in ${files.slice(0, 3).join(', ')}`);
}

/**
 * What is told as used is what the model told, or is called a least. Of answers that did not come whole the model told
 * nothing that counts here, so a run that failed may know of more.
 */
function billProblems(report: PerformanceReport): string[] {
  const { usage, served, capabilities, events } = report;
  const end = events.findLast(isTerminalEvent);
  if (!capabilities.usage || usage.atLeast || end === undefined) return [];
  if (usage.inputTokens === null)
    return when(served.inputTokens > 0, `no use is told, and ${served.inputTokens} tokens were served`);
  const input = usage.inputTokens - served.inputTokens;
  const output = (usage.outputTokens ?? 0) - served.outputTokens;
  const differs = outcomeOf(report) === 'shipped' ? input !== 0 || output !== 0 : input < 0 || output < 0;
  const told = `${usage.inputTokens} + ${usage.outputTokens}`;
  return when(differs, `${told} tokens are told, ${served.inputTokens} + ${served.outputTokens} were served`);
}

function goodProblems(report: PerformanceReport): string[] {
  const { events, page, capabilities, textDeltas, usage, largestPrompt } = report;
  const rounds = events.filter(({ type }) => type === 'critique.round_end').length;
  return [
    ...always(report),
    ...Object.entries(judge(events, page).failed).map(([name, problem]) => `${name}: ${problem}`),
    ...when(outcomeOf(report) !== 'shipped', `it ended ${shown(report)}`),
    ...when(rounds !== 3, `${rounds} rounds`),
    ...when(page?.includes(CANONICAL_BRIEF.title) !== true, 'the page is not the one of this brief'),
    ...when(!largestPrompt.holdsSubject, 'the brief did not arrive whole'),
    ...when(
      capabilities.deltas === 'token' && textDeltas < FEWEST_TOKEN_DELTAS,
      `${textDeltas} text deltas from a transport that has tokens`,
    ),
    ...when(capabilities.usage && (usage.inputTokens ?? 0) <= 0, 'no input tokens were recorded'),
    ...when(capabilities.usage && (usage.outputTokens ?? 0) <= 0, 'no output tokens were recorded'),
  ];
}

/** It arrives whole, or is refused before anything is asked. */
function longPageProblems(report: PerformanceReport): string[] {
  const { capabilities, largestPrompt, answers } = report;
  if (capabilities.promptLimitBytes !== null) {
    return [
      ...always(report),
      ...when(outcomeOf(report) !== 'failed too_long', `it ended ${shown(report)}, not failed too_long`),
      ...when(answers > 0, 'the model was asked all the same'),
    ];
  }
  const { chars, holdsSubject } = largestPrompt;
  return [
    ...always(report),
    ...when(chars < LONG_PAGE_CHARS || !holdsSubject, `${chars} characters arrived, not the whole page`),
    ...when(outcomeOf(report) !== 'shipped', `it ended ${shown(report)}`),
  ];
}

function sloppyProblems(report: PerformanceReport): string[] {
  const { failed } = judge(report.events, report.page);
  return [
    ...always(report),
    ...when(outcomeOf(report) !== 'shipped', `it ended ${shown(report)}`),
    ...when(Object.keys(failed).join() !== 'composite', `failed: ${JSON.stringify(failed)}`),
  ];
}

/** What came in time is kept, where the transport lets anything come before the end. */
function slowProblems(report: PerformanceReport): string[] {
  const streams = report.capabilities.deltas === 'token' || report.capabilities.turns === 'conversational';
  return [
    ...always(report),
    ...when(outcomeOf(report) !== 'timed_out', `it ended ${shown(report)}, not timed_out`),
    ...when(streams && report.page === null, 'the page of round 1 was not kept'),
    ...when(report.ms > OUR_DEADLINE_MS + SLACK_MS, `it took ${report.ms} ms`),
  ];
}

/** Nothing that the user's own settings name is started, and the model is offered nothing that acts. */
function guestProblems(report: PerformanceReport): string[] {
  const { agent, capabilities, guests, tools } = report;
  const known = unavoidable(agent, capabilities.transport);
  const started = guests.filter((guest) => !known.includes(guest));
  const stayed = known.filter((guest) => !guests.includes(guest));
  const offered = tools.filter((tool) => !HARMLESS_TOOLS.includes(tool));
  return [
    ...always(report),
    ...when(outcomeOf(report) !== 'shipped', `it ended ${shown(report)}`),
    ...when(started.length > 0, `started: ${started.join(', ')}`),
    ...when(stayed.length > 0, `said to be unavoidable, and not started: ${stayed.join(', ')}`),
    ...when(offered.length > 0, `the model was offered ${offered.join(', ')}`),
  ];
}

/** Everything is gone in time; the best round is kept where one was heard by then. */
function interruptProblems(report: PerformanceReport): string[] {
  const { interrupted, page, capabilities } = report;
  const isHeardEarly = capabilities.deltas === 'token' || capabilities.turns === 'conversational';
  const end = report.events.findLast(isTerminalEvent);
  const best = end?.type === 'critique.interrupted' ? end.bestRound : null;
  return [
    ...always(report),
    ...when(outcomeOf(report) !== 'interrupted', `it ended ${shown(report)}`),
    ...when(isHeardEarly && (best !== 1 || page === null), `round 1 was not kept (best round ${best})`),
    ...when(
      interrupted === null || interrupted.goneMs > LONGEST_LEAVING_MS,
      `its processes were gone after ${interrupted?.goneMs} ms`,
    ),
  ];
}
