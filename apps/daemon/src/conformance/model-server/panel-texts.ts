/** What the scripted panel says, rendered by the product's own grammar, so that a script cannot rot beside it. */

import { DEFAULT_CRITIQUE_CONFIG } from '@design-jury/contracts/defaults';
import { escapeText } from 'entities';
import { compositeOf } from '../../protocols/theater/composite.ts';
import {
  ROUND_CLOSE,
  RUN_CLOSE,
  renderPanelist,
  renderRoundEnd,
  renderRoundOpen,
  renderRunOpen,
  renderShip,
} from '../../protocols/theater/render.ts';

const SCRIPTED_ROUNDS = 3;

const { weights, cast, maxRounds, scoreThreshold, scoreScale } = DEFAULT_CRITIQUE_CONFIG;
/** What the scripted panels vote by. */
export const PANEL_RULES = { cast, weights };
export const HEAD = { maxRounds, threshold: scoreThreshold, scale: scoreScale };

/** Votes of round 1, 2 and 3: the last one clears the default threshold with room to spare. */
const VOTES = [
  { critic: 6, brand: 7, a11y: 5.5, copy: 7 },
  { critic: 7.5, brand: 8, a11y: 7, copy: 8 },
  { critic: 9, brand: 9, a11y: 8.5, copy: 9 },
] as const;

const DEMANDS = [
  { role: 'critic', text: 'Name one action, not three.', until: 1 },
  { role: 'copy', text: 'Say what happens after the click.', until: 2 },
  { role: 'a11y', text: 'Give the main region a landmark.', until: 2 },
] as const;

export interface PanelText {
  /** Becomes the page's title, so that a test can see that the brief came through. */
  title: string;
  /** @default what the votes really make */
  composite?: number;
}

export function pageText(title: string, draft: number): string {
  const name = escapeText(title);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title>
<meta name="description" content="${name.replaceAll('"', '&quot;')}: what it is and how to begin.">
</head>
<body>
<main>
<h1>${name}</h1>
<p>Draft ${draft}. Everything you need to begin is on this page.</p>
<a href="/start">Open the guide</a>
</main>
</body>
</html>
`;
}

export function roundText(round: number, { title, composite }: PanelText): string {
  const votes = VOTES[Math.min(round, VOTES.length) - 1] ?? VOTES[0];
  const demands = DEMANDS.filter(({ until }) => round <= until);
  const panelist = (role: keyof typeof votes, dim: string, note: string): string =>
    renderPanelist({
      role,
      score: votes[role],
      dims: [{ name: dim, score: votes[role], note }],
      mustFix: demands
        .filter((demand) => demand.role === role)
        .map(({ text }) => ({
          text,
          dim,
          target: 'main',
          severity: 'major',
          evidence: 'seen in the draft',
          witness: null,
        })),
    });
  return [
    renderRoundOpen(round),
    renderPanelist({
      role: 'designer',
      notes: `Draft ${round}: one column, one action.`,
      artifact: { mime: 'text/html', content: pageText(title, round) },
    }),
    panelist('critic', 'hierarchy', 'Looked at the order of headline, text and action.'),
    panelist('brand', 'palette', 'Compared the colours with the tokens.'),
    panelist('a11y', 'landmarks', 'Walked the page by landmark and by heading.'),
    panelist('copy', 'plain words', 'Read every sentence aloud.'),
    renderRoundEnd({
      round,
      composite: composite ?? compositeOf(votes, { cast, weights }),
      mustFix: demands.length,
      decision: round < SCRIPTED_ROUNDS ? 'continue' : 'ship',
      reason: demands.length === 0 ? 'Nothing is open.' : `${demands.length} still open.`,
    }),
    ROUND_CLOSE,
  ].join('');
}

/** The whole protocol in one answer, as a one-shot agent is asked for it. */
export function runText(panel: PanelText): string {
  const rounds = Array.from({ length: SCRIPTED_ROUNDS }, (_, i) => roundText(i + 1, panel));
  return `${renderRunOpen(HEAD)}${rounds.join('')}${shipText(panel)}${RUN_CLOSE}`;
}

export function runHeadText(): string {
  return renderRunOpen(HEAD);
}

function shipText({ title, composite }: PanelText): string {
  return renderShip({
    round: SCRIPTED_ROUNDS,
    composite: composite ?? compositeOf(VOTES[SCRIPTED_ROUNDS - 1] ?? VOTES[0], { cast, weights }),
    status: 'shipped',
    artifact: { mime: 'text/html', content: pageText(title, SCRIPTED_ROUNDS) },
    summary: 'Three rounds; nothing is open.',
  });
}
