/** Serves a folder on loopback from a thread of its own: those who measure wait for programs in theirs. */
import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';

const TYPES: Record<string, string> = { '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript' };

const server = createServer(({ url = '/' }, answer) => {
  const path = join(String(workerData), normalize(decodeURIComponent(new URL(url, 'http://x').pathname)));
  try {
    if (!statSync(path).isFile()) throw new Error('no file');
    answer.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' });
    answer.end(readFileSync(path));
  } catch {
    answer.writeHead(404).end();
  }
});
server.listen(0, '127.0.0.1', () => {
  const bound = server.address();
  parentPort?.postMessage(typeof bound === 'object' ? bound?.port : 0);
});
