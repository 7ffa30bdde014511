/** A signed verdict: an in-toto Statement v1 in a DSSE envelope, and what a check of one says. */
import { z } from 'zod';
import { RunRecordSchema, TheaterRunSchema } from '../run.ts';
import { PANELIST_ROLES } from '../theater/critique.ts';
import { TrustLineSchema } from './line.ts';

export const PAYLOAD_TYPE = 'application/vnd.in-toto+json';
export const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1';
export const PREDICATE_TYPE = 'https://in-toto.io/attestation/test-result/v0.1';
/** Where what is ours stands in the predicate: in-toto lets a URI name an extension. */
export const EXTENSION = 'urn:design-jury:certificate:v1';

/** Decoded; a transcript of the largest run, with what it was started with. */
export const MAX_CERTIFICATE_BYTES = 67_108_864;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const DescriptorSchema = z.strictObject({ name: z.string(), digest: z.strictObject({ sha256 }) });

export const EnvelopeSchema = z.strictObject({
  payloadType: z.literal(PAYLOAD_TYPE),
  payload: z.string(),
  signatures: z.array(z.strictObject({ keyid: sha256, sig: z.string() })).length(1),
});
export type Envelope = z.infer<typeof EnvelopeSchema>;

const CertifiedSchema = z.strictObject({
  issuedAt: z.iso.datetime(),
  product: z.strictObject({ name: z.literal('design-jury'), version: z.string() }),
  /** The record of the run, as it was stored when it was over. */
  run: z.union([TheaterRunSchema, RunRecordSchema]),
  /** What it was started with, where its machine needs it to be played again; null for runs of the Theater. */
  request: z.unknown(),
  transcript: z.strictObject({
    count: z.int().positive(),
    /** The last link of the hash chain over the lines. */
    head: sha256,
    lines: z.array(z.string()),
  }),
  panel: z.strictObject({
    agents: z.array(
      z.strictObject({ id: z.string(), model: z.string().nullable(), version: z.string().nullable() }),
    ),
    /** Ids of the instruments that could speak, in order. */
    audits: z.array(z.string()),
  }),
  /** Of the round that shipped or is kept; null where votes are not what decides. */
  votes: z.partialRecord(z.enum(PANELIST_ROLES), z.number()).nullable(),
  trust: TrustLineSchema,
  commit: z.strictObject({ id: z.string().regex(/^[0-9a-f]{40,64}$/) }).nullable(),
});
export type Certified = z.infer<typeof CertifiedSchema>;

export const StatementSchema = z.strictObject({
  _type: z.literal(STATEMENT_TYPE),
  subject: z.array(DescriptorSchema).min(1).max(2),
  predicateType: z.literal(PREDICATE_TYPE),
  predicate: z.strictObject({
    result: z.enum(['PASSED', 'FAILED']),
    configuration: z.array(DescriptorSchema).length(1),
    [EXTENSION]: CertifiedSchema,
  }),
});
export type Statement = z.infer<typeof StatementSchema>;

/** Names of the two subjects: the page, where one is kept, and the transcript. */
export const SUBJECT = { page: 'page', transcript: 'transcript.ndjson' } as const;

const REFUSED_REASONS = [
  'too_large',
  'unreadable',
  /** The bytes of the envelope are not the ones we write: somebody changed what no signature covers. */
  'not_canonical',
  'unknown_key',
  'expired_key',
  'bad_signature',
  'not_a_certificate',
  'broken_chain',
  'truncated',
  'out_of_order',
  'foreign_event',
  'config_differs',
  'votes_differ',
  'unsupported_verdict',
  'page_differs',
] as const;
export type RefusedReason = (typeof REFUSED_REASONS)[number];

const VerificationSchema = z.discriminatedUnion('holds', [
  z.object({ holds: z.literal(false), reason: z.enum(REFUSED_REASONS), message: z.string() }),
  z.object({
    holds: z.literal(true),
    key: z.object({ id: z.string(), name: z.string() }),
    runId: z.string(),
    protocol: z.string(),
    /** The word its protocol ended with, which the events support. */
    status: z.string(),
    exitCode: z.int(),
    composite: z.number().nullable(),
    page: z.object({
      sha256: z.string().nullable(),
      /** Null where no page was given to compare. */
      matches: z.literal(true).nullable(),
    }),
    events: z.int(),
    agents: z.array(z.string()),
    issuedAt: z.string(),
    commit: z.string().nullable(),
    trust: TrustLineSchema,
  }),
]);
export type Verification = z.infer<typeof VerificationSchema>;
export type Held = Extract<Verification, { holds: true }>;
