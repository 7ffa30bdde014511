/**
 * What a trace of Chromium says about frames and processor time.
 *
 * Frames, by Chromium's own reporter (`PipelineReporter`, one or two reports per tick of the display):
 * `STATE_DROPPED` was never shown; `STATE_PRESENTED_PARTIAL` was shown without what the main thread had to say, and is
 * a loss where Chromium marks it as one (`affects_smoothness`, the event `DroppedFrame`): the partial frames before the
 * page's own update of the same tick are none. `STATE_NO_UPDATE_DESIRED` had nothing to show.
 */
interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds. */
  ts: number;
  dur?: number;
  /** Processor time of the thread, in microseconds. */
  tdur?: number;
  args?: {
    name?: string;
    frameSeqId?: number;
    frame_reporter?: FrameReport;
    chrome_frame_reporter?: FrameReport;
  };
}

interface FrameReport {
  state: string;
  frame_sequence: number;
  affects_smoothness?: boolean;
}

/** A page under measurement marks when it starts and when it has ended. */
export const FROM_MARK = 'measured-from';
export const TO_MARK = 'measured-to';

export const FRAME_CATEGORIES = [
  'blink.user_timing',
  'devtools.timeline.frame',
  'disabled-by-default-devtools.timeline.frame',
];
export const THREAD_CATEGORIES = ['blink.user_timing', 'toplevel'];

export interface Frames {
  /** Frames that were shown, whole or in part. */
  presented: number;
  /** Frames that were lost, by Chromium's own account. Nothing is taken off. */
  dropped: number;
  /** Of these, never shown at all. */
  unseen: number;
  /** What Chromium takes for one tick of the display; 16.67 at 60 per second. */
  tickMs: number;
}

export function framesIn(trace: Buffer): Frames {
  const { events, page } = marked(trace);
  const begun = events.filter(({ name, pid }) => name === 'BeginFrame' && pid === page);
  const reports = events.flatMap(({ name, ph, pid, args }) => {
    const report = args?.frame_reporter ?? args?.chrome_frame_reporter;
    return name === 'PipelineReporter' && ph === 'b' && pid === page && report !== undefined ? [report] : [];
  });
  const numbers = (which: readonly FrameReport[]): Set<number> =>
    new Set(which.map(({ frame_sequence }) => frame_sequence));
  const unseen = numbers(reports.filter(({ state }) => state === 'STATE_DROPPED'));
  const lost = numbers(reports.filter(({ affects_smoothness }) => affects_smoothness === true));
  for (const { name, pid, args } of events)
    if (name === 'DroppedFrame' && pid === page && args?.frameSeqId !== undefined) lost.add(args.frameSeqId);
  return {
    presented: numbers(reports.filter(({ state }) => state.startsWith('STATE_PRESENTED'))).size,
    dropped: lost.union(unseen).size,
    unseen: unseen.size,
    tickMs: middle(begun.slice(1).map(({ ts }, before) => (ts - (begun[before]?.ts ?? ts)) / 1000)),
  };
}

/** Processor time by kind of thread, in milliseconds; the page's process, and the one that puts pictures together. */
export interface ThreadMs {
  main: number;
  compositor: number;
  raster: number;
  display: number;
}

export function threadMsIn(trace: Buffer): ThreadMs {
  const { events, page, names } = marked(trace);
  const spent = (wanted: string, ofPage: boolean): number => {
    let us = 0;
    /** Where the last task of each thread ends: what lies within it is part of it. */
    const ends = new Map<string, number>();
    for (const { ph, pid, tid, ts, dur = 0, tdur } of events) {
      const thread = `${pid}:${tid}`;
      if (ph !== 'X' || tdur === undefined || (pid === page) !== ofPage) continue;
      if (ts < (ends.get(thread) ?? 0) || !names.get(thread)?.startsWith(wanted)) continue;
      ends.set(thread, ts + dur);
      us += tdur;
    }
    return us / 1000;
  };
  return {
    main: spent('CrRendererMain', true),
    compositor: spent('Compositor', true),
    raster: spent('ThreadPoolForegroundWorker', true),
    display: spent('VizCompositorThread', false),
  };
}

/** The events between the two marks, and the process of the page that set them. */
function marked(trace: Buffer): { events: TraceEvent[]; page: number; names: Map<string, string> } {
  const { traceEvents } = JSON.parse(trace.toString('utf8')) as { traceEvents: TraceEvent[] };
  const from = traceEvents.find(({ name }) => name === FROM_MARK);
  const to = traceEvents.findLast(({ name }) => name === TO_MARK);
  if (from === undefined || to === undefined) throw new Error('the trace holds no marks of the page');
  const names = new Map<string, string>();
  for (const { name, pid, tid, args } of traceEvents)
    if (name === 'thread_name' && args?.name !== undefined) names.set(`${pid}:${tid}`, args.name);
  const events = traceEvents
    .filter(({ ts }) => ts >= from.ts && ts <= to.ts)
    .sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  return { events, page: from.pid, names };
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
