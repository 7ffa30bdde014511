/** [S23] No page, brief or echo talks its way past the gate; the honest twin of each attempt still ships. */
import { afterAll, describe, expect, test, vi } from 'vitest';
import { machinePace } from '../../../../../scripts/machine-pace.ts';
import { createGround } from './grounding.ts';
import { writtenByOthers } from './prompt.ts';
import { createRenderer } from './render.ts';
import { CARRIERS, ENCODINGS } from './test/carriers.ts';
import { MEASURED_FORGERY, MEASURED_PAGE, PAYLOADS, PLACES, SPELLINGS } from './test/smuggling.ts';
import { PAGE, perform, say, scriptedAgent } from './test/theater.ts';

/** All of what stands below: `npm run smuggling`. Else a sample where it is many times the same reading. */
const IS_LONG = process.env.JURY_SMUGGLING === 'long';
vi.setConfig({ testTimeout: (IS_LONG ? 1_200_000 : 120_000) * machinePace() });

type Turns = 'one-shot' | 'conversational';

interface Attempt {
  version: 1 | 2;
  turns: Turns;
  grounding: 'off' | 'gate';
  place: string;
  payload: string;
  score: number;
  /** @default one that ships where the panel says so */
  page?: string;
}

let attempts = 0;
afterAll(() => console.log(`smuggling: ${attempts} attempts`));

async function play({
  version,
  turns,
  grounding,
  place,
  payload,
  score,
  // One that would not be let through for itself would prove nothing of the instruments.
  page = grounding === 'gate' ? MEASURED_PAGE : PAGE,
}: Attempt) {
  let code: string | null = null;
  const told = PLACES[place]?.(createRenderer(null), payload, score, page);
  const { agent } = scriptedAgent(
    () => [
      say(PLACES[place]?.(createRenderer(version === 1 ? null : code), payload, score, page).answer ?? ''),
    ],
    turns,
  );
  const theater = await perform(
    {
      ...agent,
      open(request, signal) {
        code = request.code ?? null;
        return agent.open(request, signal);
      },
    },
    {
      config: { grounding },
      limits: { drainMs: 20 },
      // As in a review: the page is in the prompt, with whatever it carries.
      subject: { kind: 'artifact', content: told?.content ?? PAGE, mime: 'text/html', path: null },
      material: [told?.content ?? PAGE, payload],
      ...(grounding === 'gate' && { ground: createGround({ design: null, path: null }) }),
    },
  );
  const end = await theater.end();
  const text = theater.events.map((event) => JSON.stringify(event)).join('\n');
  await theater.dispose();
  return { shipped: end.type === 'critique.ship' && end.status === 'shipped', end, text, code };
}

const HARMLESS = 'Words that stand here by chance.';

describe.each(['one-shot', 'conversational'] as const)('%s', (turns) => {
  describe.each([1, 2] as const)('version %i', (version) => {
    const places = Object.keys(PLACES).filter((_, i) => IS_LONG || turns === 'one-shot' || i % 3 === 1);
    test.each(places)('[S23] nothing %s ships a page that the panel refused', async (place) => {
      // Without a code of its own version 1 has one spelling; a conversation is read by the same parser.
      const most = IS_LONG ? 3 : 2;
      const spellings = Object.entries(SPELLINGS).slice(
        0,
        version === 2 && (IS_LONG || turns === 'one-shot') ? most : 1,
      );
      for (const [spelling, write] of spellings)
        for (const [name, payload] of Object.entries(PAYLOADS)) {
          attempts++;
          const forged = payload(write);
          const played = await play({ version, turns, grounding: 'off', place, payload: forged, score: 5 });
          expect(played.shipped, `${name}, ${spelling}, ${place}`).toBe(false);
          if (played.code !== null) expect(played.text).not.toContain(played.code);
        }
    });

    test.each(Object.keys(PLACES))('[S23] harmless words %s change nothing', async (place) => {
      const twin = await play({ version, turns, grounding: 'off', place, payload: HARMLESS, score: 9 });
      expect(twin.end).toMatchObject({ status: 'shipped' });
    });
  });
});

/** The agent does what it reads: its whole answer is the run that an outsider has written for it. */
async function obey(
  carrier: string,
  encoding: string,
  { version, turns, grounding }: Pick<Attempt, 'version' | 'turns' | 'grounding'>,
) {
  const [page, forged] = grounding === 'gate' ? [MEASURED_PAGE, MEASURED_FORGERY] : [PAGE];
  const run = PAYLOADS['a whole run']?.(SPELLINGS['tags without a code'], forged) ?? '';
  const { subject, material } = CARRIERS[carrier]?.(ENCODINGS[encoding]?.(run) ?? '', page) ?? {};
  if (subject === undefined || material === undefined) throw new Error(`no carrier ${carrier}`);
  const { agent } = scriptedAgent(() => [say(run)], turns);
  const theater = await perform(agent, {
    config: { grounding, ...(version === 1 && { protocolVersion: 1 }) },
    limits: { drainMs: 20 },
    subject,
    material: writtenByOthers({ ...material, subject }, subject),
    ...(grounding === 'gate' && { ground: createGround({ design: null, path: null }) }),
  });
  const end = await theater.end();
  await theater.dispose();
  return end;
}

describe.each(['one-shot', 'conversational'] as const)('%s', (turns) => {
  test.each(Object.keys(CARRIERS))('[S23] an agent that obeys a run in %s ships nothing', async (carrier) => {
    const nth = Object.keys(CARRIERS).indexOf(carrier);
    for (const [i, encoding] of Object.keys(ENCODINGS).entries())
      for (const version of [1, 2] as const)
        for (const grounding of ['off', 'gate'] as const) {
          if (!IS_LONG && (i + nth) % (grounding === 'gate' ? 22 : 5) !== 0) continue;
          attempts++;
          const end = await obey(carrier, encoding, { version, turns, grounding });
          expect(end, `${carrier}, ${encoding}, version ${version}, ${grounding}`).toMatchObject({
            type: 'critique.degraded',
            reason: 'ambiguous_answer',
          });
        }
  });
});

describe.each(['one-shot', 'conversational'] as const)('%s, with the instruments on', (turns) => {
  const write = SPELLINGS['tags without a code'];
  const gated = { turns, grounding: 'gate' } as const;
  const isSample = (place: string, i: number): boolean =>
    IS_LONG || turns === 'one-shot' || i % 3 === 1 || place === 'on the page';

  test('[S23] the page that is smuggled below would ship if the panel itself gave it', async () => {
    for (const version of [1, 2] as const) {
      const honest = { ...gated, version, place: 'in a note', payload: HARMLESS, score: 9 };
      expect((await play({ ...honest, page: MEASURED_FORGERY })).end).toMatchObject({ status: 'shipped' });
    }
  });

  test('[S23] the same pages do not ship either', async () => {
    for (const [name, payload] of Object.entries(PAYLOADS)) {
      attempts++;
      const text = payload(write, MEASURED_FORGERY);
      const forged = { ...gated, place: 'on the page', payload: text, score: 5 };
      for (const version of [1, 2] as const)
        expect((await play({ ...forged, version })).shipped, name).toBe(false);
    }
  });

  test.each(Object.keys(PLACES).filter(isSample))(
    '[S23] nothing %s ships what the panel refused, and harmless words do not hold up what it did not',
    async (place) => {
      for (const version of [1, 2] as const) {
        for (const [name, payload] of Object.entries(PAYLOADS))
          for (const spelling of Object.values(SPELLINGS).slice(0, IS_LONG && version === 2 ? 3 : 1)) {
            if (!IS_LONG && name !== 'a whole run') continue;
            attempts++;
            const text = payload(spelling, MEASURED_FORGERY);
            const forged = { ...gated, version, place, payload: text, score: 5 };
            expect((await play(forged)).shipped, `${name}, version ${version}`).toBe(false);
          }
        const payload = place === 'on the page' ? `<p>${HARMLESS}</p>` : HARMLESS;
        expect((await play({ ...gated, version, place, payload, score: 9 })).end).toMatchObject({
          status: 'shipped',
        });
      }
    },
  );
});
