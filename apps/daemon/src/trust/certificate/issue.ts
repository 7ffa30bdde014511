/** A certificate of a run that is over, from what the run left. What its own events do not support is not signed. */
import type { KeyObject } from 'node:crypto';
import { isOpen, isTheaterRun, type RunRecord } from '@design-jury/contracts/run';
import { findTranscript, readTranscriptLines } from '../../host/log/transcript.ts';
import { readRequest } from '../../host/request-file.ts';
import { AUDITS } from '../../measure/audits/index.ts';
import { stateWord } from '../../outcome-words.ts';
import { version } from '../../version.ts';
import { panelAgents } from '../panel-agents.ts';
import { readTrustLine } from '../stored-line.ts';
import { envelopeText, sealed } from './envelope.ts';
import { statementOf, transcriptOf } from './statement.ts';
import { supportedBy } from './verify.ts';

export class CertifyError extends Error {
  override readonly name = 'CertifyError';
}

interface IssueInput {
  run: RunRecord;
  /** What the run left: its log, its request. */
  folder: string;
  key: KeyObject;
  now: number;
  /** Of the checkout it was run in; null where there is none. */
  commit: string | null;
}

/** The text of the certificate. Rejects with a `CertifyError`, or with `Refused` where the events do not bear it. */
export async function issueCertificate({ run, folder, key, now, commit }: IssueInput): Promise<string> {
  if (isOpen(run.state)) throw new CertifyError(`the run is not over: it is ${stateWord(run.state)}`);
  if (run.state === 'legacy') throw new CertifyError('nobody judged it, so there is no verdict to sign');
  const file = await findTranscript(folder);
  if (file === null) throw new CertifyError('its transcript is gone');
  const lines = await linesOf(file);
  const request = isTheaterRun(run) ? null : await readRequest(folder);
  const supported = await supportedBy({ run, request, transcript: transcriptOf(lines) });
  const statement = statementOf(
    {
      issuedAt: new Date(now).toISOString(),
      product: { name: 'design-jury', version: version() },
      run,
      request,
      lines,
      panel: { agents: await panelAgents(run, folder), audits: AUDITS.map(({ id }) => id) },
      trust: readTrustLine(folder),
      commit: commit === null ? null : { id: commit },
    },
    supported,
  );
  return envelopeText(sealed(Buffer.from(JSON.stringify(statement)), key));
}

/** Every line as it is stored; a log that is damaged proves nothing. */
async function linesOf(file: string): Promise<string[]> {
  const lines: string[] = [];
  const onSkip = (): never => {
    throw new CertifyError('its transcript has lines that cannot be read');
  };
  for await (const { line } of readTranscriptLines(file, { validation: 'shape', onSkip })) lines.push(line);
  return lines;
}
