/** Parser and scoreboard in one: text in, events and an outcome out. What a run is without its surroundings. */
import { createHash } from 'node:crypto';
import type { CritiqueConfig, PanelEvent } from '@design-jury/contracts/theater/critique';
import type { CritiqueSseEvent } from '@design-jury/contracts/theater/sse';
import type { RunIdentity, RunOutcome } from './outcome.ts';
import { createParser, type LiveReading, type ParserStep } from './parser.ts';
import { transition } from './scoreboard.ts';
import { createScoreboard, type Scoreboard, type ScoreboardInput } from './scoreboard-state.ts';

export interface JudgedText {
  events: CritiqueSseEvent[];
  outcome: RunOutcome | null;
  state: Scoreboard;
}

/** A page that is there, whatever it is. */
const GIVEN: ScoreboardInput = { type: 'page_given', mime: 'text/html', bytes: 1, sha256: 'given' };

/**
 * Judges a whole one-shot text, as if the agent had written it and ended cleanly: as a stored one of version 1, or by
 * the rules of a live answer.
 */
export function judgeText(
  text: Iterable<string>,
  identity: RunIdentity,
  config: CritiqueConfig,
  live?: LiveReading,
): JudgedText {
  const parser = createParser(config, live);
  const events: CritiqueSseEvent[] = [];
  let state = createScoreboard(identity, 'one-shot', live === undefined ? 'stored' : 'live');
  let body = createHash('sha256');

  const feed = (input: ScoreboardInput): void => {
    const [next, effects] = transition(state, input, config);
    state = next;
    for (const effect of effects) if (effect.type === 'emit') events.push(effect.event);
  };
  const take = ({ events: said, error }: ParserStep): void => {
    for (const event of said) {
      feed(stored(event));
      // The host has the page of the first round before anybody speaks of it.
      if (event.type === 'round_open' && event.round === 1 && live?.pageGiven) feed(GIVEN);
    }
    if (error !== null) {
      const { reason, message, position } = error;
      feed({ type: 'stop', ending: { type: 'unreadable', reason, message, position } });
    }
  };
  const stored = (event: PanelEvent): PanelEvent => {
    if (event.type === 'artifact_open') body = createHash('sha256');
    else if (event.type === 'artifact_chunk') body.update(event.text);
    else if (event.type === 'artifact_close') return { ...event, sha256: body.digest('hex') };
    return event;
  };

  feed({ type: 'begin' });
  for (const chunk of text) take(parser.write(chunk));
  take(parser.end());
  feed({ type: 'stream_end' });
  return { events, outcome: state.outcome, state };
}
