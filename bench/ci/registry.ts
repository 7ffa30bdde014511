/** A registry on loopback that has one package of ours, and sends whoever wants another on to the real one. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

export interface RegistryInput {
  tarball: string;
  manifest: { name: string; version: string };
  /** Of the registry that has the others. */
  upstream: string;
}

const { tarball, manifest, upstream } = workerData as RegistryInput;
const bytes = readFileSync(tarball);
const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
const shasum = createHash('sha1').update(bytes).digest('hex');

const server = createServer((request, answer) => {
  const { host = '' } = request.headers;
  if (request.url === `/${manifest.name}`) {
    const dist = { tarball: `http://${host}/package.tgz`, integrity, shasum };
    answer.writeHead(200, { 'content-type': 'application/json' });
    answer.end(
      JSON.stringify({
        name: manifest.name,
        'dist-tags': { latest: manifest.version },
        versions: { [manifest.version]: { ...manifest, dist } },
      }),
    );
  } else if (request.url === '/package.tgz') answer.writeHead(200).end(bytes);
  else answer.writeHead(302, { location: new URL(`.${request.url}`, upstream).href }).end();
});
server.listen(0, '127.0.0.1', () => {
  const bound = server.address();
  parentPort?.postMessage(typeof bound === 'object' ? bound?.port : 0);
});
