/**
 * Alfa hashes the same few hundred names (properties, attributes, roles) millions of times and encodes each of
 * them anew, by hand. Remembering the bytes saves a tenth of a measurement; nothing else changes.
 */
import { Encoder } from '@siteimprove/alfa-encoding';

const MAX_REMEMBERED = 4_096;
const MAX_LENGTH = 64;

const remembered = new Map<string, Uint8Array>();
const encoder = new TextEncoder();

function encode(input: string): Uint8Array {
  const known = remembered.get(input);
  if (known !== undefined) return known;
  const bytes = encoder.encode(input);
  if (input.length <= MAX_LENGTH && remembered.size < MAX_REMEMBERED) remembered.set(input, bytes);
  return bytes;
}

export function speedUpAlfa(): void {
  Object.assign(Encoder, { encode });
}
