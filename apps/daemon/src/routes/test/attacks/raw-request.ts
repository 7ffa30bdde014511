/** Bytes to a port, and what comes back: nothing between the test and the daemon that would refuse to send them. */
import { connect } from 'node:net';

export interface RawAnswer {
  /** 0: closed without a word. */
  status: number;
  headers: ReadonlyMap<string, string>;
  body: string;
  /** How many requests were answered on the one connection; that the rest cannot be read is no answer. */
  answers: number;
}

/** Longer than the daemon lets anything half sent wait, were it not told that no more will come. */
const MAX_WAIT_MS = 20_000;

export async function rawRequest(port: number, bytes: Buffer): Promise<RawAnswer> {
  const chunks: Uint8Array[] = [];
  const closed = Promise.withResolvers<void>();
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const timer = setTimeout(() => socket.destroy(), MAX_WAIT_MS);
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', () => {}).on('close', () => closed.resolve());
  socket.on('end', () => socket.destroy());
  socket.end(bytes);
  await closed.promise;
  clearTimeout(timer);
  return readAnswer(Buffer.concat(chunks).toString('latin1'));
}

function readAnswer(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n');
  const [first = '', ...lines] = text.slice(0, end === -1 ? undefined : end).split('\r\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? 0),
    headers: new Map(headers),
    body: end === -1 ? '' : text.slice(end + 4),
    answers: text.split(/HTTP\/1\.1 (?!400)\d{3} /).length - 1,
  };
}

/** A character is a byte. The connection is for one request unless `headers` say otherwise. */
export function requestBytes(
  method: string,
  target: string,
  headers: readonly string[],
  body: string | Buffer = '',
): Buffer {
  const data = typeof body === 'string' ? Buffer.from(body, 'utf8') : body;
  const has = (name: string) => headers.some((line) => line.toLowerCase().startsWith(`${name}:`));
  const lines = [`${method} ${target} HTTP/1.1`, ...headers];
  if (!has('connection')) lines.push('Connection: close');
  if (data.length > 0 && !has('content-length') && !has('transfer-encoding'))
    lines.push(`Content-Length: ${data.length}`);
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), data]);
}
