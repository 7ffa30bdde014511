/** A wire to the daemon that can be cut and mended. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Wire {
  url: string;
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function openWire(target: string): Promise<Wire> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let whole = true;
  const keep = (socket: Socket): void => {
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => socket.destroy());
  };
  const server = createServer((client) => {
    keep(client);
    if (!whole) {
      client.destroy();
      return;
    }
    const upstream = connect(Number(port), hostname);
    keep(upstream);
    client.pipe(upstream).pipe(client);
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = (): void => {
    whole = false;
    for (const socket of open) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    mend() {
      whole = true;
    },
    async close() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
