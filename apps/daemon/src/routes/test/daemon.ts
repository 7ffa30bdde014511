/** A real server on a free port with a scripted jury behind it. */
import { onTestFinished } from 'vitest';
import { type Bus, createBus } from '../../host/stream/bus.ts';
import { createServer, type JuryServer, type ServerOptions } from '../../server.ts';
import type { OwnSocket } from '../access/socket.ts';
import { createScriptedJury, type ScriptedJury } from './scripted-jury.ts';

export interface TestDaemon {
  url: string;
  entryUrl: string;
  socket: OwnSocket | null;
  port: number;
  bus: Bus;
  jury: ScriptedJury;
  server: JuryServer;
  reported: unknown[];
}

/** Has the project `p1` with the run `r1`; gone when the test is. */
export async function startDaemon(options: Partial<ServerOptions> = {}): Promise<TestDaemon> {
  const bus = createBus();
  const jury = createScriptedJury(bus);
  jury.addProject('p1');
  jury.addRun('p1', 'r1');
  const reported: unknown[] = [];
  const server = createServer({ jury, bus, report: (error) => reported.push(error), ...options });
  const { url, entryUrl, port, socket } = await server.listen();
  onTestFinished(() => server.close(100));
  return { url, entryUrl, port, socket, bus, jury, server, reported };
}
