/**
 * A model server on loopback that follows scripts: what conformance and tests put at the far end of a real CLI or
 * a real API client. A script is chosen by the address (`/scenario/<name>/…`), by the model's name or by the
 * API key (`…scenario-<name>`), in this order.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { type ModelRequest, promptText, type Scenario, tokensOf, type Usage } from './act.ts';
import type { DialectName } from './dialects/dialect.ts';
import { dialectAt, sideAnswer } from './dialects/routes.ts';
import { answerJson, respond } from './respond.ts';
import { SCENARIOS, type ScenarioName } from './scenarios.ts';

const MAX_BODY_BYTES = 64 * 1_048_576;
/** Requests that are kept; the oldest go first. */
const MAX_RECORDED = 2_000;
const SECRET_HEADERS = ['authorization', 'x-api-key', 'x-goog-api-key', 'api-key', 'cookie'];

const Temperature = z.looseObject({ temperature: z.number().optional() });
const Settings = Temperature.extend({
  generationConfig: Temperature.optional(),
  options: Temperature.optional(),
});

export interface RecordedRequest {
  method: string;
  /** Without the scenario's prefix and without the query, which may hold a key. */
  path: string;
  dialect: DialectName | null;
  scenario: string;
  bodyBytes: number;
  /** Secrets are replaced; `carriedKey` still tells whether a certain one was there. */
  headers: Readonly<Record<string, string>>;
  carriedKey(key: string): boolean;
  /** Null for side questions and for bodies that do not read. */
  request: ModelRequest | null;
  /** All text the client sent, roles left out. */
  prompt: string;
  /** Null where the client leaves it to the model. */
  temperature: number | null;
}

export interface ModelServerOptions {
  /** Scripts beside the built-in ones; the same name replaces one. */
  scenarios?: Readonly<Record<string, Scenario>>;
  /** @default 'good' */
  scenario?: string;
}

export interface ModelServer {
  /** `http://127.0.0.1:<port>`. */
  readonly url: string;
  /** The base address that follows one script. */
  urlFor(scenario: ScenarioName | (string & {})): string;
  readonly requests: readonly RecordedRequest[];
  /** Requests for an answer, without the side questions. */
  answers(): RecordedRequest[];
  /** What it told as used, in all. */
  used(): Usage;
  close(): Promise<void>;
}

export async function startModelServer(options: ModelServerOptions = {}): Promise<ModelServer> {
  const scenarios: Readonly<Record<string, Scenario>> = { ...SCENARIOS, ...options.scenarios };
  const recorded: RecordedRequest[] = [];
  const counts = new Map<string, number>();
  const closing = new AbortController();
  const used: Usage = { inputTokens: 0, outputTokens: 0 };
  let answered = 0;

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else answerJson(response, 400, { error: { message: (error as Error).message } });
    });
  });
  // A client's own parser may be slower than ours; nothing here is ended by Node's clock.
  server.requestTimeout = 0;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const body = await readBody(request);
    const place = placeOf(url.pathname);
    const dialect = request.method === 'POST' ? dialectAt(place.path) : null;
    const json = parseJson(body);
    const asked = dialect?.read(json, { path: place.path, query: url.searchParams }) ?? null;
    const keys = keysOf(request.headers, url.searchParams);
    const scenario =
      place.scenario ?? named(asked?.model) ?? keys.map(named).find(Boolean) ?? options.scenario ?? 'good';
    const prompt = asked === null ? '' : promptText(asked);
    record({
      method: request.method ?? '',
      path: place.path,
      dialect: dialect?.name ?? null,
      scenario,
      bodyBytes: body.length,
      headers: redacted(request.headers),
      carriedKey: carriedBy(keys),
      request: asked,
      prompt,
      temperature: temperatureIn(json),
    });
    if (dialect === null || asked === null) {
      const side = sideAnswer(request.method ?? '', place.path, json);
      if (side === null) answerJson(response, 404, { error: { message: `nothing at ${place.path}` } });
      else answerJson(response, 200, side);
      return;
    }
    const script = scenarios[scenario];
    if (script === undefined) {
      answerJson(response, 404, dialect.error(404, `there is no scenario ${scenario}`));
      return;
    }
    const nth = (counts.get(scenario) ?? 0) + 1;
    counts.set(scenario, nth);
    const left = new AbortController();
    response.once('close', () => left.abort());
    const usage = await respond(response, {
      dialect,
      head: {
        nth: ++answered,
        model: asked.model,
        inputTokens: tokensOf(prompt),
        wantsUsage: asked.wantsUsage,
      },
      stream: asked.stream,
      acts: script(asked, nth),
      signal: AbortSignal.any([left.signal, closing.signal]),
    });
    used.inputTokens += usage?.inputTokens ?? 0;
    used.outputTokens += usage?.outputTokens ?? 0;
  }

  function record(request: RecordedRequest): void {
    recorded.push(request);
    if (recorded.length > MAX_RECORDED) recorded.shift();
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    urlFor: (scenario) => `${url}/scenario/${scenario}`,
    requests: recorded,
    answers: () => recorded.filter(({ dialect }) => dialect !== null),
    used: () => ({ ...used }),
    async close() {
      closing.abort();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function placeOf(pathname: string): { path: string; scenario: string | null } {
  const [, scenario, path] = /^\/scenario\/([a-z0-9-]+)(\/.*)?$/.exec(pathname) ?? [];
  // Clients join base address and path with more slashes than one.
  const rest = (scenario === undefined ? pathname : (path ?? '/')).replace(/\/{2,}/g, '/');
  return { path: rest, scenario: scenario ?? null };
}

function named(text: string | undefined): string | undefined {
  return text === undefined ? undefined : /scenario-([a-z0-9-]+)/.exec(text)?.[1];
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > MAX_BODY_BYTES) throw new Error(`the body is larger than ${MAX_BODY_BYTES} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}

/** Each dialect has its own place for it. */
function temperatureIn(json: unknown): number | null {
  const body = Settings.safeParse(json).data;
  return body?.temperature ?? body?.generationConfig?.temperature ?? body?.options?.temperature ?? null;
}

function keysOf(headers: IncomingHttpHeaders, query: URLSearchParams): string[] {
  const values = SECRET_HEADERS.flatMap((name) => headers[name] ?? []);
  const inQuery = query.get('key');
  return [...values.map((value) => value.replace(/^Bearer /i, '')), ...(inQuery === null ? [] : [inQuery])];
}

function redacted(headers: IncomingHttpHeaders): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers))
    kept[name] = SECRET_HEADERS.includes(name) ? '[redacted]' : String(value);
  return kept;
}

/** Remembers digests, so that no record holds a key. */
function carriedBy(keys: readonly string[]): (key: string) => boolean {
  const digests = keys.map(digestOf);
  return (key) => digests.includes(digestOf(key));
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
