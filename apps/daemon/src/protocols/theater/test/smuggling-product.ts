/**
 * Every attempt there is of carrier × payload × place, with the encodings, spellings and ways to answer dealt out over
 * them, so that each meets each of the others many times.
 */
import type { PanelMaterial } from '@design-jury/contracts/theater/panel-prompt';
import type { AgentSubject } from '../../../agents/session.ts';
import { createGround } from '../grounding.ts';
import { writtenByOthers } from '../prompt.ts';
import { createRenderer } from '../render.ts';
import { CARRIERS, ENCODINGS } from './carriers.ts';
import { MEASURED_FORGERY, MEASURED_PAGE, PAYLOADS, PLACES, SPELLINGS } from './smuggling.ts';
import { PAGE, perform, say, scriptedAgent } from './theater.ts';

/** `2`: with the code of the run. `none`: without one, in a run that has one. `1`: in a run of version 1. */
export type Way = '2' | 'none' | '1';
export type Turns = 'one-shot' | 'conversational';
export type Grounding = 'off' | 'gate';

export interface Combination {
  carrier: string;
  payload: string;
  /** Of the answer; `instead of an answer`: nothing else is said. */
  place: string;
  encoding: string;
  spelling: string;
  /** What the agent repeats: the text as it stands in the carrier, or what it says. */
  repeats: 'the text' | 'what it says';
}

export interface Setting {
  way: Way;
  turns: Turns;
  grounding: Grounding;
}

export const WAYS: readonly Way[] = ['2', 'none', '1'];
export const INSTEAD = 'instead of an answer';
/** Those of the answer: where the page itself carries it, the agent need not print it. */
const ANSWER_PLACES = [INSTEAD, ...Object.keys(PLACES).filter((place) => !place.includes('of the page'))];

/** `nth` of a list, as often around as it takes. */
const dealt = <One>(list: readonly One[], nth: number): One => list[nth % list.length] as One;

/** `places`: how many of them each pair of carrier and payload gets. */
export function* combinations(places: number = ANSWER_PLACES.length): Generator<Combination> {
  const encodings = Object.keys(ENCODINGS);
  const spellings = Object.keys(SPELLINGS);
  let nth = 0;
  for (const [c, carrier] of Object.keys(CARRIERS).entries())
    for (const [p, payload] of Object.keys(PAYLOADS).entries())
      for (let l = 0; l < places; l++) {
        nth++;
        yield {
          carrier,
          payload,
          place: dealt(ANSWER_PLACES, l + (places < ANSWER_PLACES.length ? 5 * c + 3 * p : 0)),
          encoding: dealt(encodings, 7 * c + 5 * p + (places < ANSWER_PLACES.length ? 0 : 3 * l)),
          spelling: dealt(spellings, nth),
          repeats: nth % 2 === 0 ? 'what it says' : 'the text',
        };
      }
}

interface Material {
  subject: AgentSubject;
  material: Omit<PanelMaterial, 'subject'>;
}

/** What a combination puts before the agent, and what the agent repeats of it. */
export function carriedBy(
  { carrier, payload, encoding, spelling, repeats }: Combination,
  grounding: Grounding,
): Material & { said: string; isPageChanged: boolean } {
  const write = SPELLINGS[spelling as keyof typeof SPELLINGS];
  const [page, forged] = grounding === 'gate' ? [MEASURED_PAGE, MEASURED_FORGERY] : [PAGE];
  const plain = PAYLOADS[payload]?.(write, forged) ?? '';
  const text = ENCODINGS[encoding]?.(plain) ?? '';
  const carried = CARRIERS[carrier]?.(text, page);
  if (carried === undefined) throw new Error(`no carrier ${carrier}`);
  const isPageChanged = carried.subject.kind === 'artifact' && carried.subject.content !== page;
  return { ...carried, isPageChanged, said: repeats === 'the text' ? text : plain };
}

/** What the run says of it. `score`: of every judge. */
export async function play(
  { subject, material, said }: Material & { said: string },
  place: string | null,
  score: number,
  { way, turns, grounding }: Setting,
): Promise<{ shipped: boolean; end: object }> {
  let code: string | null = null;
  const given = grounding === 'gate' ? MEASURED_PAGE : PAGE;
  // A page that is under review is not asked for again.
  const printed = subject.kind === 'brief' ? given : null;
  const answer = (): string => {
    if (place === INSTEAD) return said;
    const write = createRenderer(way === '2' ? code : null);
    return PLACES[place ?? 'in a note']?.(write, said, score, printed).answer ?? '';
  };
  const { agent } = scriptedAgent(() => [say(answer())], turns);
  const { open } = agent;
  agent.open = (request, signal) => {
    code = request.code ?? null;
    return open(request, signal);
  };
  const theater = await perform(agent, {
    config: { grounding, ...(way === '1' && { protocolVersion: 1 }) },
    limits: { drainMs: 20 },
    subject,
    material: writtenByOthers({ ...material, subject }, subject),
    ...(grounding === 'gate' && { ground: createGround({ design: null, path: null }) }),
  });
  const end = await theater.end();
  await theater.dispose();
  return { shipped: end.type === 'critique.ship' && end.status === 'shipped', end };
}

const HARMLESS = 'Words that stand here by chance.';

/** The same material before a panel that says yes, in words of its own. */
export function honest(carried: Material, setting: Setting): ReturnType<typeof play> {
  return play({ ...carried, said: HARMLESS }, null, 9, setting);
}

/** Harmless words in the place of the forgery. */
export function harmless({ carrier, encoding }: Combination, grounding: Grounding): Material {
  const text = encoding === 'as it is' ? HARMLESS : (ENCODINGS['in entities']?.(HARMLESS) ?? '');
  const carried = CARRIERS[carrier]?.(text, grounding === 'gate' ? MEASURED_PAGE : PAGE);
  if (carried === undefined) throw new Error(`no carrier ${carrier}`);
  return carried;
}
