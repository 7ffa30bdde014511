/** Instruments on pages of agents: what is blocking keeps them from shipping, and what was said is checked. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEFAULT_CRITIQUE_CONFIG } from '@design-jury/contracts/defaults';
import { isTheaterSnapshot } from '@design-jury/contracts/http';
import {
  type CritiqueConfig,
  type GroundingMode,
  PANELIST_ROLES,
} from '@design-jury/contracts/theater/critique';
import type { Grounding } from '@design-jury/contracts/theater/grounding';
import { describe, test } from 'vitest';
import { processorMs } from '../../../../../scripts/machine-pace.ts';
import { ownAgents } from '../../agents/test/own-agents.ts';
import { openEngine } from '../../engine.ts';
import { temporaryFolder } from '../../host/test/engine.ts';
import { createGround } from './grounding.ts';
import { checkClaims } from './grounding-claims.ts';
import { lintArtifact } from './lint.ts';
import { transition } from './scoreboard.ts';
import { createScoreboard, type GroundingInput, type Scoreboard } from './scoreboard-state.ts';

const PALE = '#aaaaaa';
const page = (color: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="Tide times and berths for small boats in Stavanger harbour, updated every hour.">
<title>Tide times for Stavanger harbour</title>
<style>
body { margin: 0; font: 16px/1.5 Georgia, serif; color: #222222; background: #ffffff; }
main { max-width: 640px; margin: 0 auto; padding: 32px 16px; }
h1 { font-size: 40px; line-height: 1.2; margin: 0 0 16px; }
p { margin: 0 0 16px; color: ${color}; }
a { color: #0b4f8a; }
a:focus-visible { outline: 3px solid #0b4f8a; }
</style>
</head>
<body>
<main>
<h1>Tide times for Stavanger harbour</h1>
<p>High water is at ten past four this afternoon. The guest berths at the north quay are free.</p>
<p><a href="mailto:harbour@stavanger-havn.no">Write to the harbour office</a></p>
</main>
</body>
</html>`;

/** A model that gives itself nines and says that all is well. */
const boast = (first: string, second: string, ship = ''): string =>
  `<CRITIQUE_RUN version="1" maxRounds="3" threshold="8" scale="10">${[first, second]
    .map(
      (html, at) => `<ROUND n="${at + 1}">
<PANELIST role="designer"><NOTES>Done.</NOTES><ARTIFACT mime="text/html"><![CDATA[${html}]]></ARTIFACT></PANELIST>
<PANELIST role="critic" score="9.0"><DIM name="contrast" score="9">All text passes AA contrast. H1 40px.</DIM></PANELIST>
<PANELIST role="brand" score="9.0"><DIM name="palette" score="9">Calm.</DIM></PANELIST>
<PANELIST role="a11y" score="9.0"><DIM name="names" score="9">3 of 3 links are named.</DIM></PANELIST>
<PANELIST role="copy" score="9.0"><DIM name="plain" score="9">Short.</DIM></PANELIST>
<ROUND_END n="${at + 1}" composite="9" must_fix="0" decision="ship"></ROUND_END></ROUND>`,
    )
    .join(
      '\n',
    )}<SHIP round="2" composite="9" status="shipped">${ship}<SUMMARY>Done.</SUMMARY></SHIP></CRITIQUE_RUN>`;

const SAYS = fileURLToPath(new URL('./test/says.mjs', import.meta.url));

async function play(answer: string, grounding: GroundingMode) {
  const dataDir = await temporaryFolder();
  await writeFile(join(dataDir, 'answer.txt'), answer);
  const agents = [
    { id: 'boaster', name: 'Boaster', command: process.execPath, args: [SAYS, join(dataDir, 'answer.txt')] },
  ];
  const opened = await openEngine({
    dataDir,
    env: { PATH: process.env.PATH, ...ownAgents(dataDir, agents) },
    config: { ...DEFAULT_CRITIQUE_CONFIG, grounding, maxRounds: 2 },
  });
  try {
    const project = await opened.jury.createProject({ name: 'test' });
    const { run } = await opened.jury.startRun(project.id, { brief: 'A page.', agent: 'boaster' });
    for (;;) {
      const snapshot = await opened.jury.runSnapshot(project.id, run.id);
      if (!isTheaterSnapshot(snapshot)) throw new Error(`${run.id} is no run of the Theater`);
      if (snapshot.run.state !== 'queued' && snapshot.run.state !== 'running') return snapshot;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  } finally {
    await opened.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const groundingOf = (snapshot: Awaited<ReturnType<typeof play>>, round: number): Grounding | undefined =>
  snapshot.state.phase === 'idle' ? undefined : snapshot.state.rounds.find(({ n }) => n === round)?.grounding;

describe('[S18] a model that scores itself 9 on a page that fails AA', () => {
  test('does not ship under gate; the claim is refuted by a measurement, the inflation is shown', async ({
    expect,
  }) => {
    const snapshot = await play(boast(page(PALE), page(PALE)), 'gate');
    expect(snapshot.run.state).toBe('below_threshold');
    const contrast = snapshot.mustFixes.find(({ witness }) => witness?.audit === 'contrast-text');
    expect(contrast).toMatchObject({ synthetic: true, role: 'critic', resolvedRound: null });
    const grounding = groundingOf(snapshot, 1);
    expect(grounding?.claims).toContainEqual({
      role: 'critic',
      claim: 'All text passes AA contrast.',
      verdict: 'refuted',
      measured: expect.stringMatching(/^1 of \d+ texts are below AA, the lowest at 2\.3\d?:1$/),
    });
    expect(grounding?.claims).toContainEqual(
      expect.objectContaining({ claim: 'H1 40px.', verdict: 'verified' }),
    );
    expect(grounding?.claims).toContainEqual(
      expect.objectContaining({
        claim: '3 of 3 links are named.',
        verdict: 'refuted',
        measured: 'the page has 1 link',
      }),
    );
    const critic = grounding?.roles.find(({ role }) => role === 'critic');
    expect(critic).toMatchObject({ claimed: 9 });
    expect(critic?.inflation).toBeGreaterThan(0);
  });

  test('ships once the fault is gone: the demand is resolved by the next round', async ({ expect }) => {
    const snapshot = await play(boast(page(PALE), page('#222222')), 'gate');
    expect(snapshot.run).toMatchObject({ state: 'shipped', finalRound: 2 });
    expect(
      snapshot.mustFixes
        .filter(({ synthetic }) => synthetic)
        .every(({ resolvedRound }) => resolvedRound === 2),
    ).toBe(true);
  });

  test('cannot ship another page than the one that was measured', async ({ expect }) => {
    const other = `<ARTIFACT mime="text/html"><![CDATA[${page(PALE)}]]></ARTIFACT>`;
    const { run } = await play(boast(page(PALE), page(PALE), other), 'gate');
    expect(run.state).not.toBe('shipped');
    const swapped = await play(boast(page('#222222'), page('#222222'), other), 'gate');
    // The gate had said yes to the page of round 1, and that page is what ships.
    expect(swapped.run).toMatchObject({ state: 'shipped' });
    expect(swapped.rounds.at(-1)?.artifactSha256).toBe(swapped.rounds[0]?.artifactSha256);
  });

  test('ships under advise, with the same words about it', async ({ expect }) => {
    const snapshot = await play(boast(page(PALE), page(PALE)), 'advise');
    expect(snapshot.run.state).toBe('shipped');
    expect(groundingOf(snapshot, 1)).toMatchObject({ mode: 'advise', blocking: 1 });
  });

  test('with off nobody measures', async ({ expect }) => {
    const snapshot = await play(boast(page(PALE), page(PALE)), 'off');
    expect(snapshot.run.state).toBe('shipped');
    expect(groundingOf(snapshot, 1)).toBeUndefined();
  });
});

describe('[S18] the scoreboard', () => {
  const identity = { runId: 'r', adapter: 'a', artifactRef: { projectId: 'p', artifactId: 'a' } };
  const config: CritiqueConfig = { ...DEFAULT_CRITIQUE_CONFIG, scoreScale: 100, scoreThreshold: 80 };
  const input = (more: Partial<GroundingInput>): { type: 'grounding' } & GroundingInput => ({
    ...{ type: 'grounding', mode: 'gate', demands: [], scores: {}, claims: [], unmeasured: null },
    ...more,
  });

  test('outside a round nothing happens', ({ expect }) => {
    const board = createScoreboard(identity, 'one-shot');
    expect(transition(board, input({}), config)).toEqual([board, []]);
  });

  test('a measured score is shown on the scale of the run; what is missing stays missing', ({ expect }) => {
    let board: Scoreboard = createScoreboard(identity, 'one-shot');
    [board] = transition(board, { type: 'round_open', round: 1, position: 0 }, config);
    const close = {
      type: 'panelist_close',
      round: 1,
      role: 'critic',
      score: 90,
      scoreClaim: 90,
      mustFixClaim: null,
      position: 0,
    } as const;
    [board] = transition(board, close, config);
    const [, effects] = transition(board, input({ scores: { critic: 6.2, copy: 5, a11y: null } }), config);
    const [effect] = effects;
    expect(effect).toMatchObject({
      event: {
        roles: [
          { role: 'critic', claimed: 90, measured: 62, inflation: 28 },
          { role: 'brand', claimed: null, measured: null, inflation: null },
          { role: 'a11y', claimed: null, measured: null, inflation: null },
          { role: 'copy', claimed: null, measured: 50, inflation: null },
        ],
      },
    });
  });
});

describe('claims', async () => {
  const grounded = await createGround({ design: null, path: null })({
    content: page(PALE),
    mime: 'text/html',
  });
  if (grounded.kind !== 'measured') throw new Error('the page must be measurable');
  const { facts } = grounded;

  test.for([
    ['The paragraph has a contrast of 2.3:1, fails AA.', 'verified'],
    ['CTA 3.9:1, fails AA.', 'refuted'],
    ['Contrast is fine throughout.', 'refuted'],
    ['Body contrast fails AA.', 'verified'],
    ['AA asks for 4.5:1.', null],
    ['H1 64px reads as poster.', 'refuted'],
    ['Body text at 16px.', 'verified'],
    ['There are 7 links.', 'refuted'],
    ['The page has no h1.', 'refuted'],
    ['1 link, and it is named.', 'verified'],
    ['The lang attribute is missing.', 'refuted'],
    ['No focus style on links.', 'refuted'],
    ['The hierarchy is calm and clear.', null],
    ['Pick a 4px or 8px rhythm.', null],
    ['Two columns would read better.', null],
  ] as const)('%s → %s', ([text, verdict], { expect }) => {
    expect(checkClaims([{ role: 'critic', text }], facts)[0]?.verdict ?? null).toBe(verdict);
  });

  test('hostile text is read in bounded time and gives bounded claims', ({ expect }) => {
    const said = PANELIST_ROLES.map((role) => ({ role, text: '7 links. 2.2:1 text. '.repeat(5_000) }));
    const start = processorMs();
    expect(checkClaims(said, facts).length).toBeLessThanOrEqual(60);
    expect(processorMs() - start).toBeLessThan(5_000);
  });
});

test.for(['text/plain', 'application/xhtml+xml', 'text/css', 'application/json', 'text/markdown'])(
  '[S18] a document that is called %s is measured as what it is',
  async (mime, { expect }) => {
    const ground = createGround({ design: null, path: null });
    for (const before of ['', '\ufeff\n', '<?xml version="1.0"?>\n<!-- one --><!-- two -->']) {
      const grounded = await ground({ content: before + page(PALE), mime });
      expect(grounded.kind === 'measured' && grounded.demands.length).toBeGreaterThan(0);
    }
    expect(lintArtifact(page(PALE).replace('</main>', '<a href="#">More</a></main>'), mime)).not.toEqual([]);
  },
);

test('what is no page is not measured, and a page that cannot be is said', async ({ expect }) => {
  const ground = createGround({ design: null, path: null });
  expect(await ground({ content: 'a{}', mime: 'text/css' })).toEqual({ kind: 'not_a_page' });
});
