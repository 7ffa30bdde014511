/**
 * Whether a certificate holds: by its bytes, a trusted key, and the events themselves. Needs no network and no data folder. A
 * signature alone proves nothing here: the verdict is made again from what was signed.
 */

import { isTheaterRun } from '@design-jury/contracts/run';
import {
  type Certified,
  EXTENSION,
  MAX_CERTIFICATE_BYTES,
  type Statement,
  StatementSchema,
  SUBJECT,
  type Verification,
} from '@design-jury/contracts/trust/certificate';
import { juryCommand } from '../../command-name.ts';
import { isExpired, keyObject, type PublicKey } from '../../home/keys.ts';
import { chainHead, transcriptHash } from './chain.ts';
import { opened, parseEnvelope, sha256Of } from './envelope.ts';
import { machineVerdict } from './machine-verdict.ts';
import { Refused } from './refused.ts';
import { configHash, resultOf } from './statement.ts';
import { type Supported, theaterVerdict } from './theater-verdict.ts';

interface VerifyOptions {
  keys: readonly PublicKey[];
  now: number;
  /** The page's bytes, where somebody wants to know whether it is the one. @default none */
  page?: Uint8Array | null;
}

/** Never rejects for a certificate that does not hold. */
export async function verifyCertificate(text: string, options: VerifyOptions): Promise<Verification> {
  try {
    return await held(text, options);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { holds: false, reason: error.reason, message: error.message };
  }
}

async function held(text: string, { keys, now, page = null }: VerifyOptions): Promise<Verification> {
  const envelope = parseEnvelope(text);
  const keyid = envelope.signatures[0]?.keyid;
  const key = keys.find(({ id }) => id === keyid);
  if (key === undefined)
    throw new Refused(
      'unknown_key',
      `nobody here trusts the key ${keyid?.slice(0, 12)}; if you know whose it is, give their public key file to ${juryCommand()} key trust`,
    );
  const payload = opened(envelope, keyObject(key));
  if (isExpired(key, now)) throw new Refused('expired_key', `the key ${key.name} ended on ${key.expiresAt}`);
  const statement = statementOf(payload);
  const certified = statement.predicate[EXTENSION];
  const supported = await supportedBy(certified);
  holdStatement(statement, certified, supported);
  if (page !== null && sha256Of(page) !== supported.page)
    throw new Refused(
      'page_differs',
      supported.page === null ? 'the run kept no page' : 'the page is not the one that was judged',
    );
  const { run, transcript, panel, issuedAt, commit, trust } = certified;
  return {
    holds: true,
    key: { id: key.id, name: key.name },
    runId: run.id,
    protocol: run.protocol,
    status: supported.status,
    exitCode: supported.exitCode,
    composite: supported.composite,
    page: { sha256: supported.page, matches: page === null ? null : true },
    events: transcript.count,
    agents: panel.agents.map(({ id }) => id),
    issuedAt,
    commit: commit?.id ?? null,
    trust,
  };
}

function statementOf(payload: Buffer): Statement {
  if (payload.length > MAX_CERTIFICATE_BYTES)
    throw new Refused('too_large', `it is larger than ${MAX_CERTIFICATE_BYTES} bytes`);
  try {
    return StatementSchema.parse(JSON.parse(payload.toString('utf8')));
  } catch (cause) {
    throw new Refused('not_a_certificate', 'what is signed is no statement about a verdict', { cause });
  }
}

/** The verdict, made again from the events of the certificate. */
export async function supportedBy({
  run,
  request,
  transcript,
}: Pick<Certified, 'run' | 'request' | 'transcript'>): Promise<Supported> {
  const { lines, count, head } = transcript;
  if (lines.length !== count)
    throw new Refused('truncated', `events signed for: ${count}, events that are there: ${lines.length}`);
  if (chainHead(lines) !== head)
    throw new Refused('broken_chain', 'its events are not the ones of its hash chain');
  const entries = lines.map(readLine);
  for (const [index, entry] of entries.entries()) {
    if (entry.seq !== index + 1)
      throw new Refused('out_of_order', `event ${entry.seq} stands where event ${index + 1} should`);
    if (entry.runId !== undefined && entry.runId !== run.id)
      throw new Refused('foreign_event', `event ${entry.seq} is of another run`);
  }
  if (isTheaterRun(run)) return theaterVerdict(run, entries);
  return machineVerdict(run, request, entries);
}

function readLine(line: string): { seq?: unknown; runId?: unknown } {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Said below.
  }
  throw new Refused('foreign_event', 'it has a line that is no event');
}

/** What stands around the events has to say the same as they do. */
function holdStatement(
  { subject, predicate }: Statement,
  { run, transcript, votes }: Certified,
  supported: Supported,
): void {
  const named = (name: string) => subject.filter((one) => one.name === name);
  const [page, ...pages] = named(SUBJECT.page);
  const [log, ...logs] = named(SUBJECT.transcript);
  if (pages.length + logs.length > 0 || log?.digest.sha256 !== transcriptHash(transcript.lines))
    throw new Refused('broken_chain', 'it is about another transcript than the one it carries');
  if ((page?.digest.sha256 ?? null) !== supported.page)
    throw new Refused('page_differs', 'it is about another page than the one its events end with');
  if (JSON.stringify(sortedVotes(votes)) !== JSON.stringify(sortedVotes(supported.votes)))
    throw new Refused('votes_differ', 'its votes are not the ones of its events');
  if (predicate.configuration[0]?.digest.sha256 !== configHash(run.config))
    throw new Refused('config_differs', 'its configuration is not the one of its run');
  if (predicate.result !== resultOf(supported.exitCode))
    throw new Refused(
      'unsupported_verdict',
      `it says that the run ${predicate.result === 'PASSED' ? 'passed' : 'failed'}, and its events do not`,
    );
}

function sortedVotes(votes: Certified['votes']): [string, number][] | null {
  return votes === null ? null : Object.entries(votes).toSorted(([a], [b]) => (a < b ? -1 : 1));
}
