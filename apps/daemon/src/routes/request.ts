/** Reading a request: ids, numbers and JSON bodies are checked here, before they reach anything. */
import { ID_PATTERN } from '@design-jury/contracts/http';
import type { Context } from 'hono';
import type { z } from 'zod';
import { HttpError } from './errors.ts';

/** Ids beyond this are cut in messages, which end up in logs and terminals. */
const SHOWN_CHARS = 40;
const MAX_SHOWN_ISSUES = 5;

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

/** Reads bodies of up to `maxBytes`, counted as they arrive: Content-Length may be absent. */
export function createBodyReader(maxBytes: number) {
  return async <Schema extends z.ZodType>(c: Context, schema: Schema): Promise<z.infer<Schema>> => {
    const type = c.req.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
    if (type !== 'application/json')
      throw new HttpError('unsupported_media_type', 'send the body as Content-Type: application/json');
    if (c.req.header('content-encoding') !== undefined)
      throw new HttpError('unsupported_media_type', 'send the body without Content-Encoding');
    const result = schema.safeParse(parseJson(await readText(c, maxBytes)));
    if (result.success) return result.data;
    const issues = result.error.issues.slice(0, MAX_SHOWN_ISSUES);
    throw new HttpError('bad_request', issues.map(issueSentence).join('; '));
  };
}

export type BodyReader = ReturnType<typeof createBodyReader>;

async function readText(c: Context, maxBytes: number): Promise<string> {
  const tooLarge = () => new HttpError('too_large', `the body may have at most ${maxBytes} bytes`);
  if (Number(c.req.header('content-length') ?? 0) > maxBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of c.req.raw.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpError('bad_request', 'the body is not JSON');
  }
}

function issueSentence(issue: z.core.$ZodIssue): string {
  const field = issue.path.map(String).join('.');
  return field === '' ? issue.message : `${field}: ${issue.message}`;
}

function shown(value: string): string {
  return JSON.stringify(value.length > SHOWN_CHARS ? `${value.slice(0, SHOWN_CHARS)}…` : value);
}
