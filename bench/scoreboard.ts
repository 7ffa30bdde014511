/** Scoreboard and fold throughput, on the events of a real text; anchored to `JSON.parse` of the same events. */
import { DEFAULT_CRITIQUE_CONFIG } from '@design-jury/contracts/defaults';
import { foldAll } from '@design-jury/contracts/theater/fold';
import type { TranscriptEvent } from '@design-jury/contracts/theater/sse';
import { judgeText } from '../apps/daemon/src/protocols/theater/judge-text.ts';
import { createParser } from '../apps/daemon/src/protocols/theater/parser.ts';
import { transition } from '../apps/daemon/src/protocols/theater/scoreboard.ts';
import { createScoreboard } from '../apps/daemon/src/protocols/theater/scoreboard-state.ts';
import { compare, median } from './measure.ts';
import type { BenchRow } from './report.ts';
import { transcript } from './transcripts.ts';

const CONFIG = { ...DEFAULT_CRITIQUE_CONFIG, maxRounds: 20 };
const IDENTITY = { runId: 'run', adapter: 'bench', artifactRef: { projectId: 'p', artifactId: 'a' } };
/** A pass takes less than a millisecond: with few of them what is measured is the compiler. */
const REPEATS = 301;
const WARM_UP = 100;

function timed(work: () => void): number {
  const start = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - start) / 1e9;
}

export async function run(): Promise<BenchRow[]> {
  const text = transcript('dense', 60_000);
  const said = createParser(CONFIG).write(text).events;
  const { events } = judgeText([text], IDENTITY, CONFIG);
  const stamped = events.map(
    (event, i): TranscriptEvent => ({ seq: i + 1, at: '2026-01-01T00:00:00.000Z', ...event }),
  );
  const lines = stamped.map((event) => JSON.stringify(event));
  const seconds = { judge: [] as number[], fold: [] as number[], json: [] as number[] };
  for (let i = 0; i < WARM_UP + REPEATS; i++) {
    const judge = timed(() => {
      let state = createScoreboard(IDENTITY, 'one-shot');
      for (const event of said) [state] = transition(state, event, CONFIG);
    });
    const fold = timed(() => foldAll(stamped));
    const json = timed(() => {
      for (const line of lines) JSON.parse(line);
    });
    if (i < WARM_UP) continue;
    seconds.judge.push(judge);
    seconds.fold.push(fold);
    seconds.json.push(json);
  }
  const json = median(seconds.json) / lines.length;
  return [
    { name: 'scoreboard', value: said.length / median(seconds.judge), unit: 'events/s' },
    compare('scoreboard, per event', json / (median(seconds.judge) / said.length), '× JSON.parse speed'),
    { name: 'fold', value: stamped.length / median(seconds.fold), unit: 'events/s' },
    compare(
      'fold, per event',
      median(seconds.fold) / stamped.length / json,
      '× JSON.parse time',
      3,
      'at most',
    ),
  ];
}
