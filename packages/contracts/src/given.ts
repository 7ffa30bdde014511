/** What starts a loop or a cross-check over HTTP: its documents come along, no path of the daemon's machine is named. */
import { z } from 'zod';
import { GIVEN_LIMITS, GIVEN_PHASES } from './given-limits.ts';

const { files, fileBytes, briefChars } = GIVEN_LIMITS;
/** Four characters for three bytes. */
const MAX_BASE64 = Math.ceil(fileBytes / 3) * 4;
/** Longer than any that is taken: which one is too long is said by whoever names it. */
const LONGEST_PATH = 4_096;
const MOST_WORKERS = 8;

const document = z.strictObject({
  /** Relative, with `/`. */
  path: z.string().min(1).max(LONGEST_PATH),
  /** The bytes, as base64. */
  content: z.string().max(MAX_BASE64, `a document may have at most ${fileBytes} bytes`),
});
export type SentDocument = z.infer<typeof document>;

const documents = z.array(document).max(files, `at most ${files} documents`);
const agentId = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/, 'not a valid id');
const agent = agentId.default('grounded');
const model = z.string().trim().min(1).max(200).optional();
const workers = z.array(agentId).min(1).max(MOST_WORKERS).default(['grounded']);
/** What the task is called; later runs of the same name belong together. */
const name = z.string().trim().min(1).max(120);
const brief = z.string().min(1).max(briefChars);

export const StartGivenRequestSchema = z.discriminatedUnion('kind', [
  z
    .strictObject({
      kind: z.literal('loop'),
      document,
      /** One of the built-in sets, by name. */
      command: z.string().max(40).optional(),
      /** A set of one's own, YAML or JSON; it may count, and run nothing. */
      criteria: document.optional(),
      agent,
      model,
      cap: z.int().min(1).max(50).optional(),
      perspectives: z.union([z.literal(1), z.literal(3)]).default(1),
    })
    .refine(({ command, criteria }) => (command === undefined) !== (criteria === undefined), {
      path: ['command'],
      message: 'give command or criteria, one of them',
    }),
  z.strictObject({
    kind: z.literal('plan-check'),
    document,
    /** What the plan is about; files it names are looked for here. */
    documents: documents.default([]),
    workers,
  }),
  z.strictObject({
    kind: z.literal('converge'),
    name,
    phase: z.enum(GIVEN_PHASES),
    brief,
    /** For the planning phase. */
    plan: document.optional(),
    documents: documents.min(1, 'give at least one document'),
    workers,
    maxRounds: z.int().min(1).max(3).optional(),
  }),
  z.strictObject({
    kind: z.literal('accept'),
    name,
    brief,
    documents: documents.min(1, 'give what was delivered'),
    workers,
  }),
]);
export type StartGivenRequest = z.infer<typeof StartGivenRequestSchema>;
