/** Keys and certificates for the tests: signed as the product signs them, and as somebody would who holds a key and lies. */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { EXTENSION, type Statement } from '@design-jury/contracts/trust/certificate';
import { NOTHING_KNOWN } from '@design-jury/contracts/trust/line';
import { keyIdOf, type PublicKey, parsePublicKey } from '../../../home/keys.ts';
import { envelopeText, sealed } from '../envelope.ts';
import { statementOf, transcriptOf } from '../statement.ts';
import { supportedBy } from '../verify.ts';
import type { MadeRun } from './runs.ts';

export interface Signer {
  key: KeyObject;
  known: PublicKey;
}

export function signer(name: string, expiresAt: string | null = null): Signer {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const der = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  const body = {
    kind: 'design-jury-key-v1' as const,
    id: keyIdOf(publicKey),
    name,
    publicKey: der,
    createdAt: '2026-01-01T00:00:00.000Z',
    expiresAt,
  };
  const signed = Buffer.from(JSON.stringify(Object.values(body)));
  const signature = sign(null, signed, privateKey).toString('base64');
  return { key: privateKey, known: parsePublicKey(JSON.stringify({ ...body, signature })) };
}

export async function statementFor({ run, lines }: MadeRun): Promise<Statement> {
  const supported = await supportedBy({ run, request: null, transcript: transcriptOf(lines) });
  return statementOf(
    {
      issuedAt: '2026-01-02T00:00:00.000Z',
      product: { name: 'design-jury', version: '0.0.0' },
      run,
      request: null,
      lines,
      panel: { agents: [{ id: run.agent, model: null, version: null }], audits: ['contrast'] },
      trust: NOTHING_KNOWN,
      commit: null,
    },
    supported,
  );
}

export function signed(statement: unknown, { key }: Signer): string {
  return envelopeText(sealed(Buffer.from(JSON.stringify(statement)), key));
}

/** The same statement with other events, and a chain that fits them. */
export function withLines(statement: Statement, lines: readonly string[]): Statement {
  const copy = structuredClone(statement);
  copy.predicate[EXTENSION].transcript = transcriptOf(lines);
  return copy;
}
