/** Many stored runs judged again at once: every transcript below a folder, as one table. */
import { lstat, readdir } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { EXIT, type ExitCode, exitOf } from '@design-jury/contracts/exit-codes';
import type { TranscriptEvent } from '@design-jury/contracts/theater/sse';
import { findTranscript, readTranscript } from '../host/log/transcript.ts';
import { clean } from '../report/clean.ts';
import { composite, count, phaseWord } from '../report/words.ts';
import { type Rejudged, type Rules, rejudge } from '../trust/rejudge.ts';
import { quoted, Refusal } from './refusal.ts';
import type { Shell } from './shell.ts';
import { glyphsOf, type Paint, paintRow, type Row, span } from './terminal/paint.ts';
import { padEnd } from './terminal/text.ts';
import { phaseTone, scoreTone } from './terminal/tones.ts';

const MOST_FOLDERS = 20_000;
const MOST_TRANSCRIPTS = 5_000;
const DEEPEST = 6;

export interface RejudgedRun {
  /** As below the named folder. */
  transcript: string;
  judged: Rejudged;
  exit: ExitCode;
}

export interface RejudgedFolder {
  runs: RejudgedRun[];
  /** Transcripts that cannot be judged again, each with why. */
  left: { transcript: string; problem: string }[];
  summary: { runs: number; shippedThen: number; shippedNow: number; changed: number };
}

interface Below {
  folder: string;
  transcripts: string[];
}

/** Null where a run or a single transcript is named. */
export async function transcriptsBelow(shell: Shell, named: string): Promise<Below | null> {
  const folder = resolve(shell.cwd, named);
  const info = await lstat(folder).catch(() => null);
  if (info === null || !info.isDirectory() || (await findTranscript(folder)) !== null) return null;
  const transcripts: string[] = [];
  let seen = 0;
  const look = async (place: string, depth: number): Promise<void> => {
    seen += 1;
    if (seen > MOST_FOLDERS)
      throw new Refusal(
        `${quoted(named)} has more than ${MOST_FOLDERS} folders; name one nearer to the runs.`,
      );
    const found = depth === 0 ? null : await findTranscript(place);
    if (found !== null) transcripts.push(found);
    if (transcripts.length > MOST_TRANSCRIPTS)
      throw new Refusal(
        `${quoted(named)} has more than ${MOST_TRANSCRIPTS} transcripts; name a part of them.`,
      );
    if (depth >= DEEPEST) return;
    // A link is no folder here, wherever it leads.
    const inside = await readdir(place, { withFileTypes: true }).catch(() => []);
    for (const entry of inside.filter((one) => one.isDirectory() && one.name !== 'node_modules'))
      await look(join(place, entry.name), depth + 1);
  };
  await look(folder, 0);
  if (transcripts.length === 0)
    throw new Refusal(
      `No transcript.ndjson is below ${quoted(named)}; name a transcript, a run or a folder of them.`,
    );
  return { folder, transcripts: transcripts.sort() };
}

export async function rejudgeFolder(
  shell: Shell,
  { folder, transcripts }: Below,
  rules: Rules,
): Promise<RejudgedFolder> {
  const runs: RejudgedRun[] = [];
  const left: RejudgedFolder['left'] = [];
  let stopped = false;
  const dispose = shell.onStop(() => {
    stopped = true;
  });
  try {
    for (const file of transcripts) {
      if (stopped) throw new Refusal('Stopped before all were judged.', { exit: EXIT.interrupted });
      const transcript = relative(folder, file);
      const read = await readOne(file);
      const judged = 'problem' in read ? read : rejudge(read.events, rules);
      if ('problem' in judged) left.push({ transcript, problem: judged.problem });
      else
        runs.push({ transcript, judged, exit: exitOf({ protocol: 'theater', status: judged.now.status }) });
    }
  } finally {
    dispose();
  }
  const ships = (which: 'was' | 'now') =>
    runs.filter(({ judged }) => judged[which].status === 'shipped').length;
  const changed = runs.filter(({ judged }) => judged.was.status !== judged.now.status).length;
  return {
    runs,
    left,
    summary: { runs: runs.length, shippedThen: ships('was'), shippedNow: ships('now'), changed },
  };
}

/** Damage is no vote: a transcript that is not whole is left out, and said to be. */
async function readOne(file: string): Promise<{ events: TranscriptEvent[] } | { problem: string }> {
  const events: TranscriptEvent[] = [];
  try {
    for await (const event of readTranscript(file)) events.push(event);
  } catch (error) {
    const what = error instanceof Error ? error.message.replace(/^.*?:(?:\d+:)? /, '') : String(error);
    return { problem: `it cannot be read: ${what.replace(/\.$/, '')}` };
  }
  const other = events.find((event) => !event.type.startsWith('critique.'));
  if (other !== undefined) return { problem: 'it is no run of the Theater' };
  return { events };
}

const PLACE_CELLS = 44;
const STATUS_CELLS = 16;

export function rejudgedTable({ runs, left, summary }: RejudgedFolder, paint: Paint): string[] {
  const { arrow } = glyphsOf(paint);
  const rows: Row[] = runs.map(({ transcript, judged: { was, now, threshold } }): Row => {
    const place = clean(transcript).replace(/\/?transcript\.ndjson(\.gz)?$/, '');
    return [
      span(padEnd(place, PLACE_CELLS)),
      span(` ${padEnd(phaseWord(was.status), STATUS_CELLS)}`, phaseTone(was.status)),
      span(`${arrow} `, 'dim'),
      span(padEnd(phaseWord(now.status), STATUS_CELLS), phaseTone(now.status)),
      now.composite === null ? span('') : span(composite(now.composite), scoreTone(now.composite, threshold)),
      span(was.status === now.status ? '' : '  changed', 'warn'),
    ];
  });
  for (const { transcript, problem } of left)
    rows.push([span(`${clean(transcript)}: ${clean(problem)}.`, 'dim')]);
  rows.push([
    span(
      `${count(summary.runs, 'run')}: ${summary.shippedThen} shipped then, ${summary.shippedNow} by these rules; ${summary.changed} changed.`,
      'strong',
    ),
  ]);
  return rows.map((row) => paintRow(row, Number.POSITIVE_INFINITY, paint));
}
