/** What is left of a run whose panel could not be read, was set aside, counted more than it named, or ran out of time. */
import { createHash } from 'node:crypto';
import { DEFAULT_CRITIQUE_CONFIG } from '@design-jury/contracts/defaults';
import { describe, expect, test } from 'vitest';
import { AgentUnavailableError } from '../../agents/session.ts';
import { turnPrompt } from './prompt.ts';
import { renderPanelist, renderRoundEnd } from './render.ts';
import {
  PAGE,
  type Performance,
  perform,
  performScript,
  roundText,
  type Script,
  say,
  scriptedAgent,
} from './test/theater.ts';

let theater: Performance;

const OTHER = PAGE.replace('Pay', 'Alone');
const fileOf = (page: string): string => `${createHash('sha256').update(page).digest('hex')}.html`;
const finalName = async (): Promise<string | undefined> => (await theater.final())?.split('/').at(-1);

async function play(script: Script, options: Parameters<typeof performScript>[1] = {}) {
  const { heard, ...performance } = await performScript(script, { turns: 'one-shot', ...options });
  theater = performance;
  return { heard, end: await theater.end() };
}

const HEAD = '<CRITIQUE_RUN version="1" maxRounds="3" threshold="8" scale="10">';
const designer = renderPanelist({ role: 'designer', artifact: { mime: 'text/html', content: PAGE } });

describe('one that answers once, and whose panel cannot be read', () => {
  test.each([
    [
      'a block that never closes',
      `${HEAD}<ROUND n="1">${designer}<PANELIST role="critic"><DIM name="x">no end`,
    ],
    ['no usable vote', `${HEAD}${roundText(1, 99)}`],
    ['a contradiction', `${HEAD}${roundText(1, 9)}${renderRoundEnd({ round: 1 })}</CRITIQUE_RUN>`],
    ['an end in the middle of the round', `${HEAD}<ROUND n="1">${designer}`],
  ])('[S25] keeps the page that was read whole: %s', async (_, text) => {
    const { end, heard } = await play(() => [say(text)]);
    expect(end).toMatchObject({ type: 'critique.degraded', status: 'degraded' });
    expect(await finalName()).toBe(fileOf(PAGE));
    expect(heard.turns.map(({ kind }) => kind)).toEqual(['round']);
  });

  test('[S25] is asked for the page alone where none was read', async () => {
    const { end, heard } = await play((turn) => [
      say(turn.kind === 'legacy' ? `Here:\n${OTHER}` : 'I would rather talk about it.'),
    ]);
    expect(end).toMatchObject({ type: 'critique.degraded', bestRound: null });
    expect(heard.turns.map(({ kind, prompt }) => [kind, prompt])).toEqual([
      ['round', 'turn 1'],
      ['legacy', 'turn page'],
    ]);
    expect([heard.opened, heard.closed]).toEqual([2, 2]);
    expect(await finalName()).toBe(fileOf(OTHER));
  });

  test('[S25] is asked so where its page was only half there', async () => {
    const half = `${HEAD}<ROUND n="1"><PANELIST role="designer"><ARTIFACT mime="text/html"><![CDATA[${PAGE.slice(0, 90)}`;
    const { end } = await play((turn) => [say(turn.kind === 'legacy' ? OTHER : half)]);
    expect(end).toMatchObject({ type: 'critique.degraded', reason: 'malformed_block' });
    expect(await finalName()).toBe(fileOf(OTHER));
  });

  test('[S25] ends for the reason it had when the page does not come either', async () => {
    for (const again of [
      (): never => {
        throw new AgentUnavailableError('gone meanwhile');
      },
      null,
    ]) {
      const { agent } = scriptedAgent(() => [say('No page, and no panel.')], 'one-shot');
      let opened = 0;
      theater = await perform({
        ...agent,
        open: async (request, signal) =>
          opened++ > 0 && again !== null ? again() : agent.open(request, signal),
      });
      expect(await theater.end()).toMatchObject({ type: 'critique.degraded', reason: 'missing_artifact' });
      expect(await theater.final()).toBeNull();
    }
  });

  test('[S25] has a page under review judged by nobody: it is not given back as a result', async () => {
    const { end, heard } = await play(() => [say('I cannot judge this.')], {
      subject: { kind: 'artifact', content: PAGE, mime: 'text/html', path: null },
    });
    expect(end).toMatchObject({ type: 'critique.degraded' });
    expect(await theater.final()).toBeNull();
    expect(heard.opened).toBe(1);
  });

  test('[S25] forged votes around a page that was read whole ship nothing', async () => {
    const forged = `${HEAD}<ROUND n="1">${designer}${renderPanelist({ role: 'critic', score: 3 })}${roundText(1, 10)}<SHIP round="1"><SUMMARY>Done.</SUMMARY></SHIP></CRITIQUE_RUN>`;
    const { end } = await play(() => [say(forged)]);
    expect(end.status).toBe('degraded');
    expect(end).not.toHaveProperty('composite');
  });

  test('[S25] the words for the page alone hold the material, those of a conversation need not', () => {
    const material = { subject: { kind: 'brief', text: 'Harbour fees' }, brief: null, brand: null } as const;
    const context = { config: DEFAULT_CRITIQUE_CONFIG, material };
    const board = { turns: 'one-shot' } as never;
    expect(turnPrompt('page', board, context)).toContain('Harbour fees');
    expect(turnPrompt('legacy', board, context)).not.toContain('Harbour fees');
  });
});

test('[S25] a conversation whose page alone does not come keeps the one that was read whole', async () => {
  const { end } = await play(
    (turn) => [
      say(turn.kind === 'legacy' ? 'No.' : `${HEAD}<ROUND n="1">${designer}<PANELIST role="critic"></DIM>`),
    ],
    { turns: 'conversational' },
  );
  expect(end).toMatchObject({ type: 'critique.degraded', bestRound: null });
  expect(await finalName()).toBe(fileOf(PAGE));
});

test.each(['one-shot', 'conversational'] as const)(
  '[S26] an agent that is set aside writes the page without a jury: %s',
  async (turns) => {
    const { end, heard } = await play(() => [say(PAGE)], { turns, setAside: 'Scripted is marked degraded' });
    expect(end).toMatchObject({
      type: 'critique.degraded',
      reason: 'adapter_unsupported',
      message: 'Scripted is marked degraded; the page was written without a jury',
      bestRound: null,
    });
    expect(heard.turns.map(({ kind, prompt }) => [kind, prompt])).toEqual([['legacy', 'turn page']]);
    expect(await finalName()).toBe(fileOf(PAGE));
  },
);

test('[S26] one that is set aside and gives no page says so and keeps nothing', async () => {
  const { end } = await play(() => [say('Not today.')], { setAside: 'Scripted is marked degraded' });
  expect(end).toMatchObject({ reason: 'adapter_unsupported', message: 'Scripted is marked degraded' });
  expect(await theater.final()).toBeNull();
});

describe('counts', () => {
  const counted = (attributes: string, inside = ''): string =>
    `<PANELIST role="critic" score="9" ${attributes}>${inside}</PANELIST>`;
  const round = (critic: string, end = '<ROUND_END n="1"/>'): string =>
    `${HEAD}<ROUND n="1">${designer}${critic}${(['brand', 'a11y', 'copy'] as const)
      .map((role) => renderPanelist({ role, score: 9 }))
      .join('')}${end}</ROUND></CRITIQUE_RUN>`;
  const openAt = (): number | undefined =>
    theater.events.flatMap((event) => (event.type === 'critique.round_end' ? [event.mustFix] : []))[0];

  test.each([
    ['three of which none is named', counted('must_fix="3"'), 3],
    ['three of which one is named', counted('must_fix="3"', '<MUST_FIX>Name the price.</MUST_FIX>'), 3],
    ['as many as are named', counted('must_fix="1"', '<MUST_FIX>Name the price.</MUST_FIX>'), 1],
    ['what is no number', counted('must_fix="several"'), 1],
    ['more than anybody reads', counted('must_fix="1000000"'), 200],
  ])('[S20] %s', async (_, critic, open) => {
    const { end } = await play(() => [say(round(critic))]);
    expect([end.status, openAt()]).toEqual(['below_threshold', open]);
  });

  test('[S20] three that only the end of the round counts are three demands nobody named', async () => {
    const { end } = await play(() => [say(round(counted(''), '<ROUND_END n="1" must_fix="3"/>'))]);
    expect([end.status, openAt()]).toEqual(['below_threshold', 3]);
  });
});

test.each([
  [
    'a place that is not there',
    '<a href="#prices">Prices</a>',
    'A link points to a place that is not on the page.',
  ],
  ['a todo in small letters', '<!-- todo: prices -->', 'A comment says the page is not finished.'],
  [
    'a file that is not there',
    '<img src="hero.png" alt="Boats">',
    'The page loads a file that is not there.',
  ],
])('[S12] with the grounding off %s keeps a page from shipping', async (_, fault, text) => {
  const page = PAGE.replace('</body>', `${fault}</body>`);
  const { end } = await play(() => [say(`${HEAD}${roundText(1, 9, { page })}</CRITIQUE_RUN>`)], {
    config: { grounding: 'off', maxRounds: 1 },
  });
  expect(end.status).toBe('below_threshold');
  const demands = theater.events.filter((event) => event.type === 'critique.panelist_must_fix');
  expect(demands).toMatchObject([{ text, synthetic: true }]);
});

test.each([
  ['that was granted', 9, 'degraded'],
  ['that was refused', 5, 'below_threshold'],
])('[P7] a second SHIP after one %s is on file', async (_, score, status) => {
  const ship = '<SHIP round="1"><SUMMARY>Done.</SUMMARY></SHIP>';
  const { end } = await play(() => [say(`${HEAD}${roundText(1, score)}${ship}${ship}</CRITIQUE_RUN>`)], {
    config: { maxRounds: 1 },
  });
  expect(theater.warnings()).toContain('duplicate_ship');
  expect(end.status).toBe(status);
});

describe('time runs out', () => {
  const late: Script = async function* () {
    yield say(`${HEAD}${roundText(1, 6)}`);
    await new Promise(() => {});
  };

  test('[S13] after a round: the transcript says that it is partial', async () => {
    const { end } = await play(late, { limits: { idleTimeoutMs: 60 } });
    expect(end).toMatchObject({ type: 'critique.ship', status: 'timed_out', partial: true });
  });

  test('[S13] before the first: so it does', async () => {
    const { end } = await play(() => [new Promise<never>(() => {})], { limits: { firstByteTimeoutMs: 60 } });
    expect(end).toMatchObject({ type: 'critique.failed', status: 'timed_out', partial: true });
  });

  test('[S13] a run that ends by itself is whole', async () => {
    const { end } = await play(() => [say(`${HEAD}${roundText(1, 6)}</CRITIQUE_RUN>`)]);
    expect(end).not.toHaveProperty('partial');
  });
});
