/** How much may be given to a run over HTTP. Without zod: the browser says the same before it sends anything. */
export const GIVEN_LIMITS = {
  /** Of one run. */
  files: 400,
  /** Of one document: what a loop reads at most. */
  fileBytes: 2_000_000,
  /** Of all documents of a run; as base64 they fit into one body. */
  totalBytes: 8_000_000,
  /** Of a path, in UTF-8. */
  pathBytes: 240,
  /** Names in a path. */
  depth: 12,
  /** Of a brief. */
  briefChars: 100_000,
} as const;

/** What can be started with documents that are sent along, by the command that does the same at the terminal. */
export const GIVEN_KINDS = ['loop', 'plan-check', 'converge', 'accept'] as const;
export type GivenKind = (typeof GIVEN_KINDS)[number];

/** Phases of a cross-check that need no more than documents: the work on a plan begins where its approval lies. */
export const GIVEN_PHASES = [
  'requirements-discovery',
  'error-analysis',
  'implementation-planning',
  'release-handoff',
] as const;
export type GivenPhase = (typeof GIVEN_PHASES)[number];
