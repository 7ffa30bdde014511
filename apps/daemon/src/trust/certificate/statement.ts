/** From a run that is over to what is signed about it. What would not hold is not made. Pure. */
import { EXIT } from '@design-jury/contracts/exit-codes';
import {
  type Certified,
  EXTENSION,
  PREDICATE_TYPE,
  STATEMENT_TYPE,
  type Statement,
  SUBJECT,
} from '@design-jury/contracts/trust/certificate';
import { chainHead, transcriptHash } from './chain.ts';
import { sha256Of } from './envelope.ts';
import type { Supported } from './theater-verdict.ts';

type CertifiedInput = Omit<Certified, 'transcript' | 'votes'> & { lines: readonly string[] };

/** `supported` is what the events of the run come to, as whoever checks it will see them. */
export function statementOf({ lines, ...about }: CertifiedInput, supported: Supported): Statement {
  const transcript = transcriptOf(lines);
  const page = supported.page === null ? [] : [{ name: SUBJECT.page, digest: { sha256: supported.page } }];
  return {
    _type: STATEMENT_TYPE,
    subject: [...page, { name: SUBJECT.transcript, digest: { sha256: transcriptHash(lines) } }],
    predicateType: PREDICATE_TYPE,
    predicate: {
      result: resultOf(supported.exitCode),
      configuration: [{ name: 'config', digest: { sha256: configHash(about.run.config) } }],
      [EXTENSION]: { ...about, transcript, votes: supported.votes },
    },
  };
}

export function transcriptOf(lines: readonly string[]): Certified['transcript'] {
  return { count: lines.length, head: chainHead(lines), lines: [...lines] };
}

/** Of the two words in-toto has, only a yes is PASSED: what proved nothing did not pass. */
export function resultOf(exitCode: number): 'PASSED' | 'FAILED' {
  return exitCode === EXIT.ships ? 'PASSED' : 'FAILED';
}

/** The same for the same settings, in whatever order they stand. */
export function configHash(config: unknown): string {
  return sha256Of(inOneOrder(config));
}

/** The same text for the same value, in whatever order its keys stand. */
export function inOneOrder(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => inOrder(part));
}

function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
