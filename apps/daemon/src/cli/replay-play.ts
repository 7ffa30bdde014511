/** Replays a run of another protocol from its events: the loop in its own grammar, others one line for each event. */
import { setTimeout as delay } from 'node:timers/promises';
import { EXIT } from '@design-jury/contracts/exit-codes';
import type { LoopEvent } from '@design-jury/contracts/loop/schema';
import type { PlayEvent, PlayRecord } from '@design-jury/contracts/play';
import { renderEnd } from '../protocols/loop/grammar.ts';
import { clean } from '../report/clean.ts';
import { loopView } from './loop-view.ts';
import type { Shell } from './shell.ts';

const PAGE = 500;
const LONGEST_LINE = 400;

interface PlayReplay {
  id: string;
  dataDir: string;
  speed: number;
  isJson: boolean;
  longestGapMs: number;
}

export async function replayPlay(
  shell: Shell,
  { id, dataDir, speed, isJson, longestGapMs }: PlayReplay,
): Promise<number> {
  const { openEngine } = await import('../engine.ts');
  const engine = await openEngine({ dataDir, env: shell.env });
  const stop = new AbortController();
  const dispose = shell.onStop(() => stop.abort());
  try {
    const record = await engine.docket.get(id);
    const show = viewOf(shell, record, isJson);
    let before: number | null = null;
    for (let seq = 0; seq < record.eventCount; ) {
      const events = await engine.docket.events(id, seq, PAGE);
      if (events.length === 0) break;
      for (const event of events) {
        const at = Date.parse(event.at);
        const gap = before === null ? 0 : Math.min(at - before, longestGapMs) / speed;
        if (gap > 0) await delay(gap, undefined, { signal: stop.signal });
        before = at;
        show(event);
        seq = event.seq;
      }
    }
    if (!isJson) shell.error(`${record.title}: ${record.outcome ?? record.status}\n`);
    return EXIT.ships;
  } catch (error) {
    if (stop.signal.aborted) return EXIT.interrupted;
    throw error;
  } finally {
    dispose();
    await engine.close();
  }
}

function viewOf(shell: Shell, { protocol }: PlayRecord, isJson: boolean): (event: PlayEvent) => void {
  if (isJson) return (event) => shell.out(`${JSON.stringify(event)}\n`);
  if (protocol !== 'critic-loop') return (event) => shell.out(`${plainLine(event)}\n`);
  let view = loopView(shell, { isJson: false, criteria: [] });
  return (stored) => {
    // Written by the loop itself and read back as it was written.
    const event = stored as unknown as LoopEvent;
    if (event.type === 'loop.started')
      view = loopView(shell, {
        isJson: false,
        criteria: event.criteria.map((criterion) => ({ ...criterion, figures: [] })),
      });
    if (event.type === 'loop.ended' && event.status !== 'cancelled')
      shell.out(`${renderEnd(event.status, event.totals)}\n`);
    else view.onEvent(event);
  };
}

function plainLine({ type, seq: _seq, at, ...rest }: PlayEvent): string {
  const body = clean(JSON.stringify(rest));
  return `${at.slice(11, 19)}  ${type}  ${body.length > LONGEST_LINE ? `${body.slice(0, LONGEST_LINE)}…` : body}`;
}
