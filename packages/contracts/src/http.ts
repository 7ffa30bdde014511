/** What crosses the HTTP boundary: requests, answers, the error body and the stream's unnumbered events. */
import { z } from 'zod';
import { CredentialsSchema } from './credentials.ts';
import { UNATTENDED_POLICIES } from './questions.ts';
import {
  ListedProjectSchema,
  ListedRunSchema,
  RunMustFixSchema,
  RunRecordSchema,
  RunRoundSchema,
  TheaterRunSchema,
} from './run.ts';
import { LaneInksSchema, PROJECT_SWITCH } from './skills.ts';
import { FALLBACK_POLICIES, GROUNDING_MODES, PANEL_MODES, PANELIST_ROLES } from './theater/critique.ts';
import type { CritiqueState } from './theater/fold.ts';

/** Ids reach paths and argument lists, so nothing but these characters, and never a leading dash. */
export const ID_PATTERN = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
export const IdSchema = z.string().regex(ID_PATTERN, 'not a valid id');

export const ERROR_CODES = [
  'bad_request',
  'unauthorized',
  'forbidden',
  'not_found',
  'method_not_allowed',
  'conflict',
  /** What is asked for is there, and is not what was stored. */
  'damaged',
  'too_large',
  'unsupported_media_type',
  'range_not_satisfiable',
  'too_many_requests',
  'unavailable',
  'internal',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** The one error body of the API. */
export const ErrorBodySchema = z.object({
  error: z.object({ code: z.enum(ERROR_CODES), message: z.string() }),
});
export type ErrorBody = z.infer<typeof ErrorBodySchema>;

/** An address that begins one session in a browser. */
export const EntrySchema = z.object({
  path: z.string(),
  url: z.url({ protocol: /^http$/ }),
  expiresInSeconds: z.int().positive(),
});

const MAX_NAME_CHARS = 200;
const MAX_TEXT_CHARS = 100_000;
const MAX_METADATA_KEYS = 100;

const name = z.string().trim().min(1).max(MAX_NAME_CHARS);
const metadata = z
  .record(z.string().max(MAX_NAME_CHARS), z.json())
  .refine((value) => Object.keys(value).length <= MAX_METADATA_KEYS, {
    message: `at most ${MAX_METADATA_KEYS} keys`,
  })
  .refine((value) => !Object.hasOwn(value, '__proto__'), { message: '__proto__ is not a key' })
  .refine((value) => value[PROJECT_SWITCH] == null || typeof value[PROJECT_SWITCH] === 'boolean', {
    path: [PROJECT_SWITCH],
    message: 'takes true, false, or null for no opinion',
  });

export const CreateProjectRequestSchema = z.strictObject({ name, metadata: metadata.optional() });
export type CreateProjectRequest = z.infer<typeof CreateProjectRequestSchema>;

/** Metadata is merged key by key; a key set to null is removed. */
export const PatchProjectRequestSchema = z
  .strictObject({ name: name.optional(), metadata: metadata.optional() })
  .refine((patch) => patch.name !== undefined || patch.metadata !== undefined, {
    message: 'give name, metadata or both',
  });
export type PatchProjectRequest = z.infer<typeof PatchProjectRequestSchema>;

/** What a run is called in lists. */
export const PatchRunRequestSchema = z.strictObject({ title: name });

/** A type and subtype, no parameters: the body is text, always UTF-8. */
const MIME_PATTERN = /^[a-z0-9][a-z0-9.+-]{0,63}\/[a-z0-9][a-z0-9.+-]{0,63}$/;

/**
 * Whether a page is also measured in a browser. `auto`: when one is there and the source leaves something open
 * that it can answer. `always`: a missing browser refuses the run. `never`: from the source alone.
 */
export const BROWSER_MODES = ['auto', 'always', 'never'] as const;
export type BrowserMode = (typeof BROWSER_MODES)[number];

/** Which WCAG level is asked of a page. AAA adds questions that most pages are not meant to meet. */
export const WCAG_LEVELS = ['AA', 'AAA'] as const;
export type WcagLevel = (typeof WCAG_LEVELS)[number];

/** What is judged (`artifact`), what is written (`brief`), or a page together with the brief it should meet. */
export const StartRunRequestSchema = z
  .strictObject({
    brief: z.string().trim().min(1).max(MAX_TEXT_CHARS).optional(),
    artifact: z
      .strictObject({
        content: z.string().min(1),
        mime: z.string().regex(MIME_PATTERN, 'not a mime type').default('text/html'),
        name: name.optional(),
      })
      .optional(),
    /** The text of a DESIGN.md. */
    design: z.string().max(MAX_TEXT_CHARS).optional(),
    agent: IdSchema.optional(),
    /** @default 'auto' */
    browser: z.enum(BROWSER_MODES).optional(),
    /** @default 'AA' */
    level: z.enum(WCAG_LEVELS).optional(),
    /** What blocks and could not be measured leaves the run without a verdict. @default false */
    strict: z.boolean().optional(),
    model: z.string().trim().min(1).max(MAX_NAME_CHARS).optional(),
    /** For a model API. Used for this run, kept nowhere: a rerun needs them again. */
    credentials: CredentialsSchema.optional(),
    skill: IdSchema.optional(),
    /** Further skills on the same run; the first one's template is used. */
    skills: z.array(IdSchema).max(8).optional(),
    /** A design system of the library, by its id; `design` is the text of one that is not there. */
    designSystem: IdSchema.optional(),
    /** This run's own word on whether the jury sits. A skill's policy comes before it. */
    critique: z.boolean().optional(),
    threshold: z.number().min(0).max(1000).optional(),
    maxRounds: z.int().min(1).max(20).optional(),
    /** Who judges, and what each vote weighs, is not the caller's to choose (docs/decisions/0019). */
    cast: z.never({ error: 'the cast of a jury is fixed; leave it out' }).optional(),
    weights: z.never({ error: 'the weights of the votes are read-only; leave them out' }).optional(),
    fallbackPolicy: z.enum(FALLBACK_POLICIES).optional(),
    /** What instruments may say about an agent's page. @default 'gate' */
    grounding: z.enum(GROUNDING_MODES).optional(),
    plateauRounds: z.int().min(0).max(20).optional(),
    maxTokens: z.int().positive().optional(),
    maxCostUsd: z.number().positive().optional(),
    /** @default 'single-session' */
    panelMode: z.enum(PANEL_MODES).optional(),
    /** Who sits where on an independent panel; every other seat is `agent`'s. */
    seats: z.partialRecord(z.enum(PANELIST_ROLES), IdSchema).optional(),
    /** How long the question whether to try again stays, should the run prove nothing: `pause` for ever. @default 'defer' */
    onUnattended: z.enum(UNATTENDED_POLICIES).optional(),
    perRoundTimeoutMs: z.int().positive().optional(),
    totalTimeoutMs: z.int().positive().optional(),
  })
  .refine((request) => request.brief !== undefined || request.artifact !== undefined, {
    path: ['brief'],
    message: 'give a brief, an artifact or both',
  })
  .refine(({ seats, panelMode }) => seats === undefined || panelMode === 'independent', {
    path: ['seats'],
    message: 'seats are given to an independent panel: set panelMode to independent',
  });
export type StartRunRequest = z.infer<typeof StartRunRequestSchema>;

/** Everything known of one run now. Also the data of the stream's `snapshot` event. */
export const RunSnapshotSchema = z.object({
  run: z.union([TheaterRunSchema, RunRecordSchema]),
  /** Whether some process has it. False for a run that is over, put aside, or whose process died. */
  held: z.boolean(),
  rounds: z.array(RunRoundSchema),
  mustFixes: z.array(RunMustFixSchema),
  /** 1 is the next to start; null when the run does not wait. */
  queuePosition: z.int().positive().nullable(),
  /** SSE id of the last event folded into `state`; before the first one the run's base, 0 while it waits. */
  lastEventId: z.int().min(0),
  /** The fold of every event up to that one: what a client that joins now starts from. */
  state: z.unknown(),
  /** What of its log is damaged and was passed over, in sentences; absent where nothing is. */
  damage: z.array(z.string()).optional(),
});
export type RunSnapshot = z.infer<typeof RunSnapshotSchema>;

/** Of a run of the Theater. Rounds and must-fixes are its alone; every other run has none. */
export const TheaterSnapshotSchema = RunSnapshotSchema.extend({
  run: TheaterRunSchema,
  state: z.custom<CritiqueState>((value) => typeof value === 'object' && value !== null && 'phase' in value),
});
export type TheaterSnapshot = z.infer<typeof TheaterSnapshotSchema>;

export function isTheaterSnapshot(snapshot: RunSnapshot): snapshot is TheaterSnapshot {
  return snapshot.run.protocol === 'theater';
}

/**
 * What the Theater wears of a run's design system. The inks are null when it names no colour that is one,
 * and so is the name when the run was given none.
 */
export const RunDesignSchema = z.object({ name: z.string().nullable(), laneInks: LaneInksSchema.nullable() });
export type RunDesign = z.infer<typeof RunDesignSchema>;

export const ProjectListSchema = z.object({ projects: z.array(ListedProjectSchema) });
export const RunListSchema = z.object({ runs: z.array(ListedRunSchema) });

/** What an agent can do: how it is spoken to, and how it answers. */
export const AgentCapabilitiesSchema = z.object({
  turns: z.enum(['one-shot', 'conversational']),
  deltas: z.enum(['token', 'block', 'end']),
  usage: z.boolean(),
  structured: z.enum(['native', 'text']),
  promptLimitBytes: z.int().positive().nullable(),
  transport: z.string(),
  /** False for one that is handed the page itself and cannot be asked questions. */
  readsPrompt: z.boolean(),
  /** True where what it says of a page was measured. */
  measures: z.boolean(),
  /** Whether it can write a page from a brief. */
  drafts: z.boolean(),
});

export const AgentInfoSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** False where its program is not installed. */
  available: z.boolean(),
  /** Why it cannot be used, or its version. */
  detail: z.string().nullable(),
  /** Null where it has none, or it could not be told. */
  version: z.string().nullable().optional(),
  /** The version its adapter was tried with; null where only its description was. Absent where it has none. */
  triedVersion: z.string().nullable().optional(),
  /** Null where it cannot be told without asking the agent, or where none is needed. */
  loggedIn: z.boolean().nullable().optional(),
  capabilities: AgentCapabilitiesSchema.nullable().optional(),
  /** What to do to use it, or to use it well; null where there is nothing to do. */
  next: z.string().nullable().optional(),
  /** Set aside after failing its checks, until then; null or absent while it is trusted. */
  degraded: z.object({ reason: z.string(), until: z.iso.datetime() }).nullable().optional(),
});
export type AgentInfo = z.infer<typeof AgentInfoSchema>;
export const AgentListSchema = z.object({ agents: z.array(AgentInfoSchema) });

export const HealthSchema = z.object({
  /** `recovering`: it listens, and still ends what an earlier process left. */
  status: z.enum(['ok', 'recovering']),
  version: z.string(),
  uptimeMs: z.number().min(0),
  running: z.int().min(0),
  queued: z.int().min(0),
});
export type Health = z.infer<typeof HealthSchema>;

export const ReadinessSchema = z.object({
  ready: z.boolean(),
  checks: z.array(z.object({ name: z.string(), ok: z.boolean(), detail: z.string().nullable() })),
});
export type Readiness = z.infer<typeof ReadinessSchema>;

/** Stream events without an `id:`; they describe the present and are never replayed. */
export const SNAPSHOT_EVENT = 'snapshot';
export const QUEUE_POSITION_EVENT = 'queue_position';
/** Some process has written: what was listed may stand otherwise now. */
export const STORE_CHANGED_EVENT = 'store.changed';
/** A run without a jury is over: it has no event of its own to say so. Data: `{ runId, state }`. */
export const RUN_ENDED_EVENT = 'run_ended';

/** First event for a client that joins without `Last-Event-ID`. `run` is null in a project that never ran. */
export const StreamSnapshotSchema = z.object({
  lastEventId: z.int().min(0),
  run: RunSnapshotSchema.nullable(),
});
export type StreamSnapshot = z.infer<typeof StreamSnapshotSchema>;

export const QueuePositionSchema = z.object({ runId: z.string(), position: z.int().positive().nullable() });
export type QueuePosition = z.infer<typeof QueuePositionSchema>;
