/** The event bus: what a run host publishes, every listener and every open stream of the project receives. */
import type { RunEvent } from '@design-jury/contracts/run';
import {
  Channel,
  DEFAULT_MAILBOX,
  type Frame,
  type MailboxLimits,
  type Reader,
  type Sink,
} from './mailbox.ts';

/** An event with its place in the project. `line` is its JSON, encoded exactly once for log and streams. */
export interface PublishedItem {
  projectId: string;
  runId: string;
  /** The SSE id, `run.eventBase + event.seq`: grows within a project. */
  id: number;
  event: RunEvent;
  line: string;
}

/** Something about the present (a queue position) that is neither numbered, stored nor replayed. */
export interface Notice {
  projectId: string;
  runId: string;
  name: string;
  data: unknown;
}

/** In the place of a project's id: what concerns all of them. No project has this id. */
export const EVERY_PROJECT = '*';

/**
 * What a run came to while nobody could follow it: it never began, or its process was gone. Viewers get a notice of it, or
 * find it so. `event` is its last word as its log has it; null where it said none.
 */
export interface QuietWord {
  projectId: string;
  runId: string;
  /** Of whoever asked for the run; null where it is its own. */
  traceId: string | null;
  event: RunEvent | null;
}

export type BusListener = (item: PublishedItem) => void;

export interface Bus {
  /** Never blocks and never waits for a client. The item must be readable from the log already. */
  publish(item: PublishedItem): void;
  announce(notice: Notice): void;
  /** For who observes, and no stream: it is on file, and its row is written. */
  remark(word: QuietWord): void;
  /** The newest id published of a project; 0 before the first. */
  lastId(projectId: string): number;
  /** For code in this process; called synchronously, must not throw. Returns how to stop. */
  listen(projectId: string, listener: BusListener): () => void;
  /** As `listen`, for every project; and what nobody could follow. */
  observe(listener: BusListener, quiet: (word: QuietWord) => void): () => void;
  /** Joins held: see `Reader.release`. */
  subscribe(projectId: string, sink: Sink, runId: string | null): Reader;
  /** One heartbeat to every stream; the server's timer calls it. */
  beat(): void;
  /** Ends every stream, after what it still lacks. */
  shutdown(): void;
  readonly streams: number;
}

const PING = Buffer.from(': ping\n\n');

export function createBus(limits: MailboxLimits = DEFAULT_MAILBOX): Bus {
  const channels = new Map<string, Channel>();
  const listeners = new Map<string, Set<BusListener>>();
  const observers = new Set<{ hear: BusListener; quiet: (word: QuietWord) => void }>();
  const lastIds = new Map<string, number>();

  return {
    publish(item) {
      lastIds.set(item.projectId, item.id);
      for (const { hear } of observers) hear(item);
      for (const listener of listeners.get(item.projectId) ?? []) listener(item);
      channels.get(item.projectId)?.push(encodeItem(item));
    },
    lastId: (projectId) => lastIds.get(projectId) ?? 0,
    announce({ projectId, runId, name, data }) {
      channels
        .get(projectId)
        ?.push({ id: null, runId, bytes: encodeEvent(null, name, JSON.stringify(data)) });
    },
    remark(word) {
      for (const { quiet } of observers) quiet(word);
    },
    listen(projectId, listener) {
      const all = listeners.get(projectId) ?? new Set();
      listeners.set(projectId, all.add(listener));
      return () => {
        all.delete(listener);
        if (all.size === 0 && listeners.get(projectId) === all) listeners.delete(projectId);
      };
    },
    observe(hear, quiet) {
      const observer = { hear, quiet };
      observers.add(observer);
      return () => void observers.delete(observer);
    },
    subscribe(projectId, sink, runId) {
      const channel = channels.get(projectId) ?? new Channel(limits);
      channels.set(projectId, channel);
      const reader = channel.join(sink, runId);
      return {
        ...reader,
        close() {
          reader.close();
          if (channel.size === 0 && channels.get(projectId) === channel) channels.delete(projectId);
        },
      };
    },
    beat() {
      for (const channel of channels.values()) channel.beat(PING);
    },
    shutdown() {
      for (const channel of channels.values()) channel.shutdown();
    },
    get streams() {
      let count = 0;
      for (const channel of channels.values()) count += channel.size;
      return count;
    },
  };
}

export function encodeItem(item: PublishedItem): Frame {
  return { id: item.id, runId: item.runId, bytes: encodeEvent(item.id, item.event.type, item.line) };
}

/** `json` is one JSON value; a line break can stand in it only as white space, and would end the SSE field. */
export function encodeEvent(id: number | null, name: string, json: string): Buffer {
  const data = /[\r\n]/.test(json) ? json.replace(/[\r\n]+/g, ' ') : json;
  return Buffer.from(`${id === null ? '' : `id: ${id}\n`}event: ${name}\ndata: ${data}\n\n`);
}
