/** Reading a request: ids, numbers and JSON bodies are checked here, before they reach anything. */

import { ID_PATTERN } from '@design-jury/contracts/http';
import type { Context } from 'hono';
import type { z } from 'zod';
import { issueSentence } from '../issue-words.ts';
import { HttpError } from './errors.ts';
import { isDeeperThan } from './json-depth.ts';

/** Ids beyond this are cut in messages, which end up in logs and terminals. */
const SHOWN_CHARS = 40;
const MAX_SHOWN_ISSUES = 5;
const MAX_JSON_DEPTH = 32;

export function idParam(c: Context, name: string): string {
  const value = c.req.param(name) ?? '';
  if (!ID_PATTERN.test(value))
    throw new HttpError('bad_request', `${name}: ${shown(value)} is not a valid id`);
  return value;
}

export function idQuery(c: Context, name: string): string | null {
  const value = c.req.query(name);
  if (value === undefined) return null;
  if (!ID_PATTERN.test(value))
    throw new HttpError('bad_request', `${name}: ${shown(value)} is not a valid id`);
  return value;
}

/** A whole number in decimal digits; anything else is refused by name. */
export function wholeNumber(name: string, value: string, range: { min: number; max: number }): number {
  const number = /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN;
  if (Number.isSafeInteger(number) && number >= range.min && number <= range.max) return number;
  throw new HttpError(
    'bad_request',
    `${name}: ${shown(value)} is not a whole number from ${range.min} to ${range.max}`,
  );
}

const LIST_LIMIT = { min: 1, max: 500 };
const DEFAULT_LIST_LIMIT = 100;

export function listLimit(c: Context): number {
  const value = c.req.query('limit');
  return value === undefined ? DEFAULT_LIST_LIMIT : wholeNumber('limit', value, LIST_LIMIT);
}

export interface BodyLimits {
  /** Of one body. */
  maxBodyBytes: number;
  /** Of all bodies that are being read or worked on. @default MAX_TOTAL_BODY_BYTES */
  maxTotalBodyBytes?: number;
}

export const MAX_TOTAL_BODY_BYTES = 64 * 1024 * 1024;

export type BodyReader = <Schema extends z.ZodType>(c: Context, schema: Schema) => Promise<z.infer<Schema>>;

export interface Bodies {
  /** Counts bytes as they arrive: Content-Length may be absent, or promise what never comes. */
  read: BodyReader;
  /** The same request with its body whole, held to the same limits, for a reader that is not ours. */
  whole(c: Context): Promise<Request>;
  /** The request is done with, and so is its body. */
  release(c: Context): void;
}

export function createBodies(limits: BodyLimits): Bodies {
  const maxTotalBytes = limits.maxTotalBodyBytes ?? MAX_TOTAL_BODY_BYTES;
  const held = new WeakMap<Request, number>();
  let total = 0;
  const hold = (request: Request, bytes: number): void => {
    if (total + bytes > maxTotalBytes)
      throw new HttpError('unavailable', 'too much is being sent to the daemon at once; send it again later');
    total += bytes;
    held.set(request, (held.get(request) ?? 0) + bytes);
  };
  const bytesOf = async (c: Context): Promise<Buffer> => {
    const type = c.req.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
    if (type !== 'application/json')
      throw new HttpError('unsupported_media_type', 'send the body as Content-Type: application/json');
    if (c.req.header('content-encoding') !== undefined)
      throw new HttpError('unsupported_media_type', 'send the body without Content-Encoding');
    const bytes = await readBytes(c, limits.maxBodyBytes, (count) => hold(c.req.raw, count));
    // Before it is parsed: what reads nested values calls itself, and there is only so much stack.
    if (isDeeperThan(bytes, MAX_JSON_DEPTH))
      throw new HttpError('bad_request', `the body is nested more than ${MAX_JSON_DEPTH} levels deep`);
    return bytes;
  };
  return {
    async whole(c) {
      const { url, method, headers, signal } = c.req.raw;
      if (method !== 'POST') return new Request(url, { method, headers, signal });
      return new Request(url, { method, headers, signal, body: new Uint8Array(await bytesOf(c)) });
    },
    async read(c, schema) {
      const result = schema.safeParse(parseJson(await bytesOf(c)));
      if (result.success) return result.data;
      const issues = result.error.issues.slice(0, MAX_SHOWN_ISSUES);
      throw new HttpError('bad_request', issues.map(issueSentence).join('; '));
    },
    release(c) {
      total -= held.get(c.req.raw) ?? 0;
      held.delete(c.req.raw);
    },
  };
}

async function readBytes(c: Context, maxBytes: number, hold: (bytes: number) => void): Promise<Buffer> {
  const tooLarge = () => new HttpError('too_large', `the body may have at most ${maxBytes} bytes`);
  if (Number(c.req.header('content-length') ?? 0) > maxBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of c.req.raw.body ?? []) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLarge();
      hold(chunk.length);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof HttpError) throw error;
    // The client left, or its chunks cannot be read: no fault of the daemon's.
    throw new HttpError('bad_request', 'the body did not arrive whole');
  }
  return Buffer.concat(chunks);
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new HttpError('bad_request', 'the body is not JSON');
  }
}

function shown(value: string): string {
  return JSON.stringify(value.length > SHOWN_CHARS ? `${value.slice(0, SHOWN_CHARS)}…` : value);
}
