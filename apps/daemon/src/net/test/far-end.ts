/** A real server on a loopback address, and a guard that lets it be reached by a name. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface FarEnd {
  port: number;
  /** `METHOD path` of every request that came. */
  seen: string[];
}

export async function serveOn(address: string, answer: RequestListener, port = 0): Promise<FarEnd> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  server.listen(port, address);
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return { port: (server.address() as AddressInfo).port, seen };
}
