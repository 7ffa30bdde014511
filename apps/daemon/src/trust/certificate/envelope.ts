/** DSSE: bytes with their type, and a signature over both. Pure but for the key. */
import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import {
  type Envelope,
  EnvelopeSchema,
  MAX_CERTIFICATE_BYTES,
  PAYLOAD_TYPE,
} from '@design-jury/contracts/trust/certificate';
import { keyIdOf } from '../../home/keys.ts';
import { Refused } from './refused.ts';

/** Base64 is a third longer; the rest of an envelope is less than a page. */
const MAX_ENVELOPE_CHARS = Math.ceil(MAX_CERTIFICATE_BYTES / 3) * 4 + 4_096;

export function sealed(payload: Buffer, key: KeyObject): Envelope {
  const sig = sign(null, preAuthenticated(PAYLOAD_TYPE, payload), key).toString('base64');
  return {
    payloadType: PAYLOAD_TYPE,
    payload: payload.toString('base64'),
    signatures: [{ keyid: keyIdOf(createPublicKey(key)), sig }],
  };
}

/** The one way an envelope is written: no byte of the file is free to change. */
export function envelopeText({ payloadType, payload, signatures }: Envelope): string {
  const written = { payloadType, payload, signatures: signatures.map(({ keyid, sig }) => ({ keyid, sig })) };
  return `${JSON.stringify(written, null, 2)}\n`;
}

export function parseEnvelope(text: string): Envelope {
  if (text.length > MAX_ENVELOPE_CHARS)
    throw new Refused('too_large', `it is larger than ${MAX_CERTIFICATE_BYTES} bytes`);
  let envelope: Envelope;
  try {
    envelope = EnvelopeSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new Refused('unreadable', 'it is no DSSE envelope of a certificate', { cause });
  }
  if (envelopeText(envelope) !== text)
    throw new Refused('not_canonical', 'its envelope was changed since it was written');
  return envelope;
}

/** The payload, once the signature of this key over it holds. */
export function opened({ payloadType, payload, signatures }: Envelope, key: KeyObject): Buffer {
  const bytes = fromBase64(payload);
  const signature = fromBase64(signatures[0]?.sig ?? '');
  if (!verify(null, preAuthenticated(payloadType, bytes), key, signature))
    throw new Refused('bad_signature', 'its signature does not hold: something in it was changed');
  return bytes;
}

/** Other spellings of the same bytes are refused: they are changes that no signature would notice. */
function fromBase64(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') !== text)
    throw new Refused('not_canonical', 'its base64 was changed since it was written');
  return bytes;
}

/** DSSE's pre-authentication encoding, version 1. */
function preAuthenticated(type: string, body: Buffer): Buffer {
  const head = `DSSEv1 ${Buffer.byteLength(type)} ${type} ${body.length} `;
  return Buffer.concat([Buffer.from(head), body]);
}

export function sha256Of(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
