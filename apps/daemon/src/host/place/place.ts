/**
 * Where a run's log, pages and request are kept: in a folder of this machine, or in the database of a fleet. Whoever
 * performs, reads or mends a run comes through here, and asks for no file by its path.
 */
import type { RunEvent, RunRecord } from '@design-jury/contracts/run';
import type { Stamped } from '@design-jury/contracts/theater/sse';
import type { TraceContext } from '../../trace-context.ts';
import type { ArtifactWriterOptions } from '../artifacts/artifact-writer.ts';
import type { ArtifactWriter, FinalPointer } from '../artifacts/artifacts.ts';
import type { EventLog, EventLogOptions, LogEvent } from '../log/event-log.ts';
import type { LogOptions } from '../log/transcript.ts';

/** What a process before this one left of a log. */
export interface LeftLines {
  lastSeq: number;
  /** The event that ended the run, if it was written. */
  terminal: RunEvent | null;
  /** Compressed at its end: nothing is added to it any more. */
  isSealed: boolean;
}

export interface LoggedEvent {
  event: RunEvent;
  line: string;
}

/** What is read of a log, wherever it is kept. */
export interface LogReading {
  /** As a person would call it: for sentences about damage. */
  readonly name: string;
  read(options?: LogOptions): AsyncGenerator<LoggedEvent>;
}

export interface RunPages {
  openArtifact(options?: ArtifactWriterOptions): ArtifactWriter;
  pointFinal(sha256: string): Promise<unknown>;
  /** Null while nothing is final. */
  readFinal(): Promise<FinalPointer | null>;
  removeFinal(): Promise<void>;
}

export interface RunPlace extends RunPages {
  /** On this machine, for what is only needed while the run is under way. */
  readonly folder: string;
  /** What the run was asked, and the trace of whoever asked: before there is a row of it. */
  writeRequest(request: unknown, trace: TraceContext | null): Promise<void>;
  /** Null for a run of 0.1, whose saved state is all it had. */
  readRequest(): Promise<unknown>;
  readTrace(): Promise<TraceContext | null>;
  /** There is no such run: nothing of it stays. */
  discard(): Promise<void>;
  /** Somebody asked it to stop: should its process die first, nobody needs to ask why. Never rejects. */
  noteStop(): Promise<void>;
  wasStopped(): Promise<boolean>;

  /** Null where nothing was written. What a crash left half written is cut off. */
  leftLog(isTerminal: (event: RunEvent) => boolean): Promise<LeftLines | null>;
  openLog(options: Omit<EventLogOptions, 'file'>): EventLog;
  /** Null where nothing was written. */
  log(): Promise<LogReading | null>;
  /** The log of a run that never began. Rejects where there is one already. */
  writeOnlyEvent<Event extends LogEvent>(
    event: Event,
    at: string,
  ): Promise<{ path: string; stamped: Stamped<Event> }>;
  /** The name under which a log that nobody writes any more is kept; null where there is none. */
  sealLog(): Promise<string | null>;
  /** As a file of this machine that can be sent. Null where nothing was written. */
  transcriptFile(): Promise<string | null>;
  /** A page as a file of this machine. Rejects with `corrupt` for one that is not what its hash says. */
  pageFile(name: string, sha256: string): Promise<string>;
  /** What writers of a dead process left behind. */
  removeAbandoned(): Promise<void>;
  /** The run is over or put aside, and nothing of it is running here any more. */
  leave(): Promise<void>;
}

/** `owner`: what is written is refused once another process has the run, where the place can tell. */
export type Places = (run: Pick<RunRecord, 'id' | 'artifactId'>, owner?: string) => RunPlace;
