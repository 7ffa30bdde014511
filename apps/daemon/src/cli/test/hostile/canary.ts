/** What a stranger's checkout must never reach. Each canary says what was done to it. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createSocket } from 'node:dgram';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

export interface Canary {
  /** Comes into being when code of the checkout is run. */
  execFile: string;
  /** Lies outside; its words must appear nowhere. */
  secretFile: string;
  /** Lies outside; must stay as it is. */
  writeFile: string;
  /** Must never be asked for anything. */
  url: string;
  /** The value of the user's keys; must appear nowhere. */
  token: string;
  /** A process of the user, at the head of its own group; it must live. */
  victim: number;
}

export interface Watch {
  canary: Canary;
  /** What has been tripped since the last time, as sentences; `said` is all that a command printed. */
  trips(said: string): string[];
  /** The same of every file below a folder that was not there before. */
  tripsIn(folder: string, before: ReadonlySet<string>): string[];
  close(): Promise<void>;
}

/** Orders to a terminal: escapes, control characters, and what turns words around. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
const ORDERS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
/** Orders to who runs a build and reads its log: anywhere in a line, or where one begins. */
const BUILD_ORDERS = /##[A-Za-z]*\[|^\s*::[a-z-]+(?: .*)?::/m;
const MAX_FILE_BYTES = 50_000_000;

export async function watch(base: string): Promise<Watch> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end('ok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  // Also who connects and asks nothing, and who asks without a connection.
  server.on('connection', () => asked.push('a connection'));
  const datagrams = createSocket('udp4', () => asked.push('a datagram'));
  await new Promise<void>((resolve) => datagrams.bind(port, '127.0.0.1', resolve));
  const [secret, kept] = [`secret-${randomUUID()}`, `kept-${randomUUID()}`];
  for (const folder of ['ran', 'secret', 'kept']) mkdirSync(join(base, folder));
  const victim = spawn('/bin/sleep', ['3600'], { detached: true, stdio: 'ignore' });
  const canary: Canary = {
    execFile: join(base, 'ran/ran'),
    secretFile: join(base, 'secret/secret.md'),
    writeFile: join(base, 'kept/kept.md'),
    url: `http://127.0.0.1:${port}`,
    token: `token-${randomUUID()}`,
    victim: victim.pid ?? 0,
  };
  writeFileSync(canary.secretFile, secret);
  writeFileSync(canary.writeFile, kept);
  const { ino, mode } = statSync(canary.writeFile);
  const words: readonly (readonly [word: string, trip: string])[] = [
    [secret, 'a file outside was read'],
    [canary.token, 'a key of the user is shown'],
  ];
  return {
    canary,
    trips(said) {
      const found = words.flatMap(([word, trip]) => (said.includes(word) ? [trip] : []));
      if (readdirSync(join(base, 'ran')).length > 0) {
        found.push(`code was run: ${readdirSync(join(base, 'ran')).join(', ')}`);
        for (const name of readdirSync(join(base, 'ran'))) rmSync(join(base, 'ran', name));
      }
      const now = existsSync(canary.writeFile) ? lstatSync(canary.writeFile) : null;
      if (now?.ino !== ino || now.mode !== mode || readFileSync(canary.writeFile, 'utf8') !== kept)
        found.push('a file outside was written');
      for (const folder of ['secret', 'kept'])
        if (readdirSync(join(base, folder)).length !== 1) found.push(`a file was made in ${folder}`);
      if (victim.signalCode !== null) found.push('a process of the user was ended');
      if (asked.length > 0) found.push(`an address was asked: ${asked.splice(0).toSorted().join(', ')}`);
      const order = ORDERS.exec(said);
      if (order !== null) found.push(`an order to the terminal: ${JSON.stringify(order[0])}`);
      const build = BUILD_ORDERS.exec(said);
      if (build !== null) found.push(`an order to who runs the build: ${JSON.stringify(build[0])}`);
      return found;
    },
    tripsIn(folder, before) {
      return filesBelow(folder)
        .filter((file) => !before.has(file) && statSync(file).size < MAX_FILE_BYTES)
        .flatMap((file) => {
          const text = readFileSync(file, 'utf8');
          const found = words.flatMap(([word, trip]) => (text.includes(word) ? [`${file}: ${trip}`] : []));
          if (file.endsWith('report.html') && !isSafeReport(text)) found.push(`${file}: no safe report`);
          return found;
        });
    },
    close() {
      victim.kill('SIGKILL');
      datagrams.close();
      return new Promise((resolve) => void server.close(() => resolve()));
    },
  };
}

function isSafeReport(html: string): boolean {
  const policy = /<meta http-equiv="Content-Security-Policy" content="default-src 'none';/;
  return policy.test(html) && !/(?:href|src|action)="\s*(?:javascript|vbscript|data:text)/i.test(html);
}

/** Regular files alone: a pipe would be waited for. */
export function filesBelow(folder: string): string[] {
  const names = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
  return names.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path);
    return entry.isFile() ? [path] : [];
  });
}
