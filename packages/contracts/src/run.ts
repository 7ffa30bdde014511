/** A run of any protocol as the store and the API know it, and what the Theater's runs have beyond that. */
import { z } from 'zod';
import { DraftLackSchema, EnablementSchema } from './skills.ts';
import {
  CRITIQUE_STATUSES,
  CritiqueConfigSchema,
  FAILED_CAUSES,
  MustFixSchema,
  ROUND_DECISIONS,
} from './theater/critique.ts';

/** The protocols of this build. A record's protocol is a string: a run of a newer build can still be listed. */
export const PROTOCOL_IDS = ['theater', 'content', 'convergence', 'loop'] as const;
export type ProtocolId = (typeof PROTOCOL_IDS)[number];

/** Not over: `waiting` for a person, `paused` by a budget or a restart. Both can be resumed by any process. */
export const OPEN_STATES = ['queued', 'running', 'waiting', 'paused'] as const;
export type OpenState = (typeof OPEN_STATES)[number];
/** Over: the Theater ends with its own statuses, every other protocol with `ended` and its own `outcome`. */
export const RUN_STATES = [...OPEN_STATES, 'ended', ...CRITIQUE_STATUSES] as const;
export type RunState = (typeof RUN_STATES)[number];

/** How runs are told apart in lists, whatever their protocol: not over, over with a yes, over with anything else. */
export const RUN_OUTCOMES = ['open', 'passed', 'notPassed'] as const;
export type RunOutcome = (typeof RUN_OUTCOMES)[number];

export function isOpen(state: RunState): state is OpenState {
  return (OPEN_STATES as readonly string[]).includes(state);
}

export const RunRecordSchema = z.object({
  id: z.string(),
  projectId: z.string(),
  /** Names the run's folder: log, pages, what the protocol keeps beside them. */
  artifactId: z.string(),
  /** The run this one is another try of, with the same brief; absent on a first try. */
  retryOf: z.string().optional(),
  protocol: z.string(),
  state: z.enum(RUN_STATES),
  title: z.string(),
  /** What it is about, as its protocol names it: an idea, a task, a file. Empty for pages. */
  subjectKey: z.string(),
  /** The protocol's own terminal word; null while it is not over. */
  outcome: z.string().nullable(),
  /** What the command line ends with; null while it is not over. */
  exitCode: z.int().nullable(),
  agent: z.string(),
  model: z.string().nullable(),
  config: z.record(z.string(), z.unknown()),
  cause: z.string().nullable(),
  recoveryReason: z.string().nullable(),
  inputTokens: z.int().nullable(),
  outputTokens: z.int().nullable(),
  costUsd: z.number().nullable(),
  /**
   * SSE ids of this run's events are `eventBase + seq`: seq counts per run, ids per project. A resumed run gets a new
   * base, so that what it says next is newer than everything the project has said.
   */
  eventBase: z.int().nullable(),
  eventCount: z.int(),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  updatedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
});
export type RunRecord = z.infer<typeof RunRecordSchema>;

export const RunRoundSchema = z.object({
  n: z.int(),
  composite: z.number(),
  mustFix: z.int(),
  decision: z.enum(ROUND_DECISIONS),
  /** Content address of the round's artifact; null when the round carries none of its own. */
  artifactSha256: z.string().nullable(),
  artifactBytes: z.int().nullable(),
  artifactMime: z.string().nullable(),
});
export type RunRound = z.infer<typeof RunRoundSchema>;

export const TheaterRunSchema = RunRecordSchema.extend({
  protocol: z.literal('theater'),
  skill: z.string().nullable(),
  config: CritiqueConfigSchema,
  /** Whether the jury sits, and who decided it; absent on runs of an older version. */
  enablement: EnablementSchema.optional(),
  subject: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('artifact'),
      name: z.string().nullable(),
      mime: z.string(),
      /** Of a page that was drafted here from a brief. */
      lacks: z.array(DraftLackSchema).optional(),
    }),
    z.object({ kind: z.literal('brief'), text: z.string() }),
  ]),
  composite: z.number().nullable(),
  /** The round that shipped or was kept. */
  finalRound: z.int().nullable(),
  cause: z.enum(FAILED_CAUSES).nullable(),
});
export type TheaterRun = z.infer<typeof TheaterRunSchema>;

/** A run in a list of runs. `damaged`: its log or a page of it is, as far as it was looked at; its snapshot says how. */
export const ListedRunSchema = z.union([
  TheaterRunSchema.extend({ damaged: z.literal(true).optional() }),
  RunRecordSchema.extend({ damaged: z.literal(true).optional() }),
]);
export type ListedRun = z.infer<typeof ListedRunSchema>;

export function isTheaterRun(run: RunRecord): run is TheaterRun {
  return run.protocol === 'theater';
}

/** Whether it left a page: of the round that was kept, or written without a jury. */
export function keepsPage(run: RunRecord): boolean {
  return isTheaterRun(run) && (run.finalRound !== null || run.state === 'legacy');
}

export const RunMustFixSchema = MustFixSchema.extend({ runId: z.string() });
export type RunMustFix = z.infer<typeof RunMustFixSchema>;

/** One line of a run's log, whatever protocol wrote it. `type` begins with the protocol's word: `loop.pass_ended`. */
export const RunEventSchema = z.looseObject({ type: z.string(), seq: z.int(), at: z.iso.datetime() });
export type RunEvent = z.infer<typeof RunEventSchema>;

/** An input of the machine, written so that a run can be resumed. Never sent to a client. */
export const INPUT_EVENT = 'run.input';
/** What the host itself says of a run. The Theater's own events say the same, so its log has none of them. */
export type HostEvent =
  | { type: 'run.state'; runId: string; state: 'running' | 'waiting' | 'paused'; reason: string | null }
  | {
      type: 'run.ended';
      runId: string;
      state: RunState;
      outcome: string;
      exitCode: number;
      /** Why, where there is more to say than the outcome. */
      cause?: string;
      message?: string;
    };

export const ProjectSchema = z.object({
  id: z.string(),
  name: z.string(),
  metadata: z.record(z.string(), z.unknown()),
  createdAt: z.iso.datetime(),
});
export type Project = z.infer<typeof ProjectSchema>;

/** How a run stands, as far as a list shows it. Composite and threshold are the Theater's. */
export const RunStandingSchema = z.object({
  runId: z.string(),
  protocol: z.string(),
  state: z.enum(RUN_STATES),
  outcome: z.string().nullable(),
  exitCode: z.int().nullable(),
  composite: z.number().nullable(),
  threshold: z.number().nullable(),
  /** Whether it kept a page that can be shown. */
  hasPage: z.boolean(),
});
export type RunStanding = z.infer<typeof RunStandingSchema>;

/** A project in a list of projects; its newest run is null before its first. */
export const ListedProjectSchema = ProjectSchema.extend({ newestRun: RunStandingSchema.nullable() });
export type ListedProject = z.infer<typeof ListedProjectSchema>;

/** Which runs of all projects are listed. */
export interface RunFilter {
  protocols?: readonly string[];
  /** Part of its title, whatever the case. */
  text?: string;
  outcome?: RunOutcome;
  /** @default 50; never more than 200 */
  limit?: number;
}
