/** Every refusal leaves through here: one body, one status per code, no stack traces. */
import { basename } from 'node:path';
import type { ErrorBody, ErrorCode } from '@design-jury/contracts/http';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { type FaultReport, withReport } from '../fault-report.ts';
import { ArtifactError } from '../host/artifacts/artifact-error.ts';
import { EventLogError } from '../host/log/event-log-error.ts';
import { TranscriptError } from '../host/log/transcript-lines.ts';
import { JuryError } from '../jury-error.ts';
import { StoreError } from '../store/errors.ts';
import { FILE_ADVICE, fileErrorReason } from '../store/file-error.ts';

const STATUS = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  damaged: 409,
  too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
} as const satisfies Record<ErrorCode, ContentfulStatusCode>;

const RETRY_AFTER_SECONDS = '5';

/** A refusal decided by the HTTP layer itself; the engine's are `JuryError`s. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly code: ErrorCode;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.code = code;
    this.headers = headers;
  }
}

/** `report` gets what is our fault, with its cause; the client gets a sentence, and the id that finds the rest in the log. */
export function createErrorHandler(report: FaultReport) {
  return (error: Error, c: Context): Response => {
    if (error instanceof HttpError) return refuse(c, error.code, error.message, error.headers);
    if (error instanceof JuryError) {
      const id = error.code === 'internal' ? report(error) : undefined;
      return refuse(c, error.code, withReport(error.message, id));
    }
    const fileFault = refusalOfFile(error);
    if (fileFault !== null) {
      report(error);
      // What the system itself says names a path and no way out.
      if (error instanceof ArtifactError) return refuse(c, fileFault, error.message);
      if (!(error instanceof TranscriptError)) return refuse(c, fileFault, FILE_ADVICE.full);
      return refuse(c, fileFault, error.message.replace(error.file, basename(error.file)));
    }
    const id = report(error);
    // A locked or full database is a state of the machine, and its message says what to do.
    if (error instanceof StoreError) return refuse(c, 'unavailable', error.message);
    const known = typeof id === 'string' ? '; its log says what' : '';
    return refuse(c, 'internal', withReport(`something went wrong inside the daemon${known}`, id));
  };
}

/** A file that is gone, is not what was stored, or has no room: what to do is in its message. Null for any other fault. */
function refusalOfFile(error: Error): ErrorCode | null {
  if (error instanceof ArtifactError || error instanceof TranscriptError)
    switch (error.reason) {
      case 'missing':
        return 'not_found';
      case 'full':
      case 'readonly':
        return 'unavailable';
      default:
        return 'damaged';
    }
  if (error instanceof EventLogError) return error.reason === 'full' ? 'unavailable' : null;
  return fileErrorReason(error) === 'full' ? 'unavailable' : null;
}

export function refuse(
  c: Context,
  code: ErrorCode,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const extra = code === 'unavailable' ? { 'Retry-After': RETRY_AFTER_SECONDS, ...headers } : headers;
  return c.json({ error: { code, message } } satisfies ErrorBody, STATUS[code], extra);
}
