/** [S18] With `gate`, what ships is what was measured: the ways around the instruments, each tried. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Ground, GroundedDemand } from './grounding.ts';
import { PAGE, type Performance, performScript, roundText, type Script, say } from './test/theater.ts';

let theater: Performance;

const BAD = PAGE.replace('<h1>', '<h1 class="pale">');
const sha = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Blocks what is pale. */
const ground: Ground = async ({ content, mime }) => {
  if (mime !== 'text/html') return { kind: 'not_a_page' };
  const demand: GroundedDemand = {
    id: 'pale',
    role: 'critic',
    text: 'Too pale.',
    dim: null,
    target: 'h1',
    severity: 'major',
    evidence: null,
    witness: null,
  };
  return {
    kind: 'measured',
    demands: content.includes('pale') ? [demand] : [],
    scores: {},
    facts: { audits: new Map(), lowContrasts: [], sizes: new Map(), counts: new Map() },
  };
};

async function play(
  script: Script,
  turns: 'one-shot' | 'conversational',
  options: Parameters<typeof performScript>[1] = {},
) {
  theater = await performScript(script, {
    turns,
    ground,
    ...options,
    config: { grounding: 'gate', ...options.config },
  });
  return theater.end();
}

const ship = (page: string, mime = 'text/html'): string =>
  `<SHIP round="1" composite="9"><ARTIFACT mime="${mime}"><![CDATA[${page}]]></ARTIFACT><SUMMARY>Done.</SUMMARY></SHIP>`;

describe('[S18] the page of a SHIP', () => {
  test('that was judged ships', async () => {
    expect(await play(() => [say(roundText(1, 9) + ship(PAGE))], 'one-shot')).toMatchObject({
      status: 'shipped',
    });
    expect(await theater.final()).toBe(`${sha(PAGE)}.html`);
  });

  test('[S11] that is another one never ships: the page that was voted on does, and the run says so', async () => {
    for (const other of [ship(BAD), ship(BAD, 'text/plain'), ship(PAGE.replace('Pay', 'Pay now'))]) {
      expect(await play(() => [say(roundText(1, 9) + other)], 'one-shot')).toMatchObject({
        status: 'shipped',
      });
      expect(await theater.final()).toBe(`${sha(PAGE)}.html`);
      expect(theater.events).toContainEqual(expect.objectContaining({ kind: 'ship_artifact_differs' }));
    }
  });

  test('under another type is judged as the page it is', async () => {
    const plain = roundText(1, 9, { page: BAD }).replace('mime="text/html"', 'mime="text/plain"');
    expect(plain).toContain('text/plain');
    expect(await play(() => [say(plain + ship(BAD))], 'one-shot')).toMatchObject({
      status: 'below_threshold',
    });
  });

  test('that was refused is not measured in place of the page of a later round', async () => {
    const first = `${roundText(1, 9, { page: BAD })}${ship(PAGE)}`;
    const end = await play(
      (turn) => [say(turn.kind === 'round' && turn.round === 1 ? first : roundText(2, 9, { page: null }))],
      'conversational',
      { config: { maxRounds: 2 } },
    );
    expect(end).toMatchObject({ status: 'below_threshold' });
  });
});

describe('[S18] a run that is stopped while its page is measured', () => {
  test.each(['one-shot', 'conversational'] as const)(
    'ships nothing that was not measured (%s)',
    async (turns) => {
      let stage: Performance['stage'] | null = null;
      const end = await play(() => [say(roundText(1, 9)), say(ship(PAGE))], turns, {
        before: (opened) => {
          stage = opened;
        },
        ground: () => {
          stage?.stop.request({ type: 'interrupted', recoveryReason: null });
          return new Promise(() => {});
        },
      });
      expect(end).toMatchObject({ type: 'critique.interrupted' });
    },
  );
});
