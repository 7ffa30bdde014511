/** What the benchmark's three processes say to each other. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const SERVER_KINDS = ['ours', 'raw', 'hono'] as const;
export type ServerKind = (typeof SERVER_KINDS)[number];

export const EVENTS_PATH = '/api/projects/bench/events';

/** Ends a burst; short enough to be found in the tail of a chunk. */
export const endMark = (burst: number): string => `#end-${burst}#`;

export interface Burst {
  burst: number;
  events: number;
  perTick: number;
  bytes: number;
  /** Milliseconds between ticks; 0 goes as fast as the loop. */
  pauseMs: number;
}

export type ToServer = { do: 'publish'; burst: Burst } | { do: 'memory' } | { do: 'streams' };
export type FromServer =
  | { did: 'listen'; port: number }
  /** `at` is the machine's monotonic clock, which all processes share. */
  | { did: 'publish'; at: number; cpuMs: number; heapGrowthBytes: number }
  | { did: 'memory'; rss: number; held: number }
  | { did: 'streams'; count: number };

export type ToClients =
  | { do: 'connect'; group: string; port: number; count: number; stuck: number }
  | { do: 'await'; group: string; burst: number }
  | { do: 'disconnect'; group: string };
export type FromClients =
  | { did: 'connect' }
  | { did: 'await'; at: number; complete: number }
  | { did: 'disconnect' };

export function now(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** A child that answers each message with one message. */
export interface Peer<To, From> {
  ask<Kind extends To>(message: Kind): Promise<From>;
  first: Promise<From>;
  stop(): void;
}

const ANSWER_TIMEOUT_MS = 60_000;

export function startPeer<To extends object, From>(script: URL, args: string[]): Peer<To, From> {
  const path = fileURLToPath(script);
  const child: ChildProcess = fork(path, args, {
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const answer = (): Promise<From> => {
    const { promise, resolve, reject } = Promise.withResolvers<From>();
    const timer = setTimeout(() => reject(new Error(`${path} did not answer`)), ANSWER_TIMEOUT_MS);
    child.once('message', (message) => {
      clearTimeout(timer);
      resolve(message as From);
    });
    return promise;
  };
  return {
    first: answer(),
    ask(message) {
      const pending = answer();
      child.send(message);
      return pending;
    },
    stop: () => void child.kill(),
  };
}
