/** The worked example inside the panel prompt: two rounds and a SHIP, written for the run's own cast, weights and scale. */

import { COMPOSITE_DECIMALS, SCORE_DECIMALS } from '../defaults.ts';
import type { CritiqueConfig, PanelistRole } from './critique.ts';

export type PanelRules = Pick<
  CritiqueConfig,
  'cast' | 'maxRounds' | 'scoreThreshold' | 'scoreScale' | 'weights'
>;

interface ExampleVote {
  /** Share of the scale. */
  score: number;
  dims: readonly { name: string; score: number; note: string }[];
  mustFix: readonly string[];
}

const FIRST_PAGE =
  '<!doctype html><html lang="en"><title>Rye & Co</title><main><h1>Bread, daily</h1><img src="loaf.jpg"><p style="color:#999">Baked at five. Sold by nine.</p><a href="/order">Click here</a></main></html>';
const SECOND_PAGE =
  '<!doctype html><html lang="en"><title>Rye & Co</title><main><h1>Bread, daily</h1><img src="loaf.jpg" alt="A rye loaf, cut"><p>Baked at five. Sold by nine.</p><a href="/order">Order bread</a></main></html>';

/** Whoever gives one of them has repeated the example, and judged nothing. */
export const EXAMPLE_PAGES: readonly string[] = [FIRST_PAGE, SECOND_PAGE];

const FIRST: Readonly<Record<PanelistRole, ExampleVote>> = {
  designer: { score: 0.7, dims: [], mustFix: [] },
  critic: {
    score: 0.61,
    dims: [
      {
        name: 'hierarchy',
        score: 0.8,
        note: 'Read h1, p and a in order, 3 of 3: the h1 leads, one action follows.',
      },
      { name: 'contrast', score: 0.4, note: 'Read 2 of 2 text colours: p is #999 on white, about 2.8:1.' },
    ],
    mustFix: [
      '<MUST_FIX id="body-contrast" dim="contrast" target="main > p" severity="major" evidence="#999 on white, about 2.8:1">Darken the paragraph until it reaches 4.5:1.</MUST_FIX>',
    ],
  },
  brand: {
    score: 0.8,
    dims: [
      { name: 'palette', score: 0.8, note: 'No brand source is given; the 2 colours of the page agree.' },
    ],
    mustFix: [],
  },
  a11y: {
    score: 0.5,
    dims: [
      { name: 'names', score: 0.3, note: 'Looked at 1 of 1 images and 1 of 1 links: the image has no alt.' },
    ],
    mustFix: [
      '<MUST_FIX id="loaf-alt" dim="names" target="img" severity="critical" evidence="no alt attribute">Say in alt what the picture shows.</MUST_FIX>',
    ],
  },
  copy: {
    score: 0.6,
    dims: [{ name: 'actions', score: 0.4, note: 'Read 1 of 1 link texts: "Click here" names no result.' }],
    mustFix: [
      '<MUST_FIX id="link-words" dim="actions" target="a" severity="minor" evidence="&quot;Click here&quot;">Let the link say what it leads to.</MUST_FIX>',
    ],
  },
};

const SECOND: Readonly<Record<PanelistRole, ExampleVote>> = {
  designer: { score: 0.9, dims: [], mustFix: [] },
  critic: {
    score: 0.92,
    dims: [{ name: 'contrast', score: 0.95, note: 'Read 1 of 1 text colours again: default black.' }],
    mustFix: [],
  },
  brand: { score: 0.9, dims: [{ name: 'palette', score: 0.9, note: '1 of 1 colours agree.' }], mustFix: [] },
  a11y: { score: 0.94, dims: [{ name: 'names', score: 0.94, note: '1 of 1 images named.' }], mustFix: [] },
  copy: { score: 0.9, dims: [{ name: 'actions', score: 0.9, note: '"Order bread" says it.' }], mustFix: [] },
};

/** How the tags of an example are written. */
export interface ExampleForm {
  /** Behind every name; null: version 1, whose tags carry nothing. */
  code: string | null;
  /** The page is there already: round 1 prints none. */
  given: boolean;
}

export function runOpening(
  { maxRounds, scoreThreshold, scoreScale }: PanelRules,
  code: string | null,
): string {
  return `<${tagName('CRITIQUE_RUN', code)} version="${code === null ? 1 : 2}" maxRounds="${maxRounds}" threshold="${scoreThreshold}" scale="${scoreScale}">`;
}

export function tagName(name: string, code: string | null): string {
  return code === null ? name : `${name}-${code}`;
}

/** Version 2 of an example: the code behind every name, and pages as they are. */
function inForm(text: string, { code }: ExampleForm): string {
  if (code === null) return text;
  return text
    .replace(
      /<(\/?)([A-Z_]{3,})(?=[\s>/])/g,
      (_, slash: string, name: string) => `<${slash}${tagName(name, code)}`,
    )
    .replaceAll('<![CDATA[', '')
    .replaceAll(']]>', '');
}

/** A whole one-shot run; `rounds` leaves out the frame and the SHIP, as in a conversation. */
export function exampleRun(rules: PanelRules, form: ExampleForm): string {
  const last = exampleRound(2, rules, form);
  const text = [
    exampleRound(1, rules, form).text,
    last.text,
    `<SHIP round="2" composite="${last.composite}" status="shipped">`,
    '<SUMMARY>The paragraph can be read, the picture has words, the link says what it does.</SUMMARY>',
    '</SHIP>',
    '</CRITIQUE_RUN>',
  ].join('\n');
  return `${runOpening(rules, form.code)}\n${inForm(text, form)}`;
}

/** One turn of a conversation. */
export function exampleTurn(rules: PanelRules, form: ExampleForm): string {
  return `${runOpening(rules, form.code)}\n${inForm(exampleRound(1, rules, form).text, form)}`;
}

function exampleRound(
  round: 1 | 2,
  rules: PanelRules,
  { given }: ExampleForm,
): { text: string; composite: number } {
  const votes = round === 1 ? FIRST : lifted(SECOND, rules);
  const open = rules.cast.reduce((sum, role) => sum + votes[role].mustFix.length, 0);
  const composite = meanOf(votes, rules);
  const ships = open === 0 && composite >= rules.scoreThreshold;
  const text = [
    `<ROUND n="${round}">`,
    ...rules.cast.map((role) => panelist(role, votes[role], round, rules, given && round === 1)),
    `<ROUND_END n="${round}" composite="${composite}" must_fix="${open}" decision="${ships ? 'ship' : 'continue'}"/>`,
    '</ROUND>',
  ].join('\n');
  return { text, composite };
}

/** The second round ships also where the bar is higher than the example's own votes. */
function lifted(
  votes: Readonly<Record<PanelistRole, ExampleVote>>,
  { scoreThreshold, scoreScale }: PanelRules,
): Record<PanelistRole, ExampleVote> {
  const bar = scoreThreshold / scoreScale;
  const lift = (vote: ExampleVote): ExampleVote => ({ ...vote, score: Math.max(vote.score, bar) });
  return {
    designer: lift(votes.designer),
    critic: lift(votes.critic),
    brand: lift(votes.brand),
    a11y: lift(votes.a11y),
    copy: lift(votes.copy),
  };
}

function panelist(
  role: PanelistRole,
  vote: ExampleVote,
  round: 1 | 2,
  rules: PanelRules,
  given: boolean,
): string {
  const votes = role !== 'designer' || rules.weights.designer > 0;
  const figures = votes ? ` score="${onScale(vote.score, rules)}" must_fix="${vote.mustFix.length}"` : '';
  const page = round === 1 ? FIRST_PAGE : SECOND_PAGE;
  const notes =
    round === 1
      ? 'The page as it was given. One column, one picture, one action; nothing is changed before the judges have looked.'
      : 'Each demand met; nothing else touched.';
  return [
    `<PANELIST role="${role}"${figures}>`,
    ...(role === 'designer'
      ? [
          `<NOTES>${notes}</NOTES>`,
          ...(given ? [] : [`<ARTIFACT mime="text/html"><![CDATA[${page}]]></ARTIFACT>`]),
        ]
      : []),
    ...vote.dims.map(
      ({ name, score, note }) => `<DIM name="${name}" score="${onScale(score, rules)}">${note}</DIM>`,
    ),
    ...vote.mustFix,
    '</PANELIST>',
  ].join('\n');
}

function onScale(share: number, { scoreScale }: PanelRules): number {
  return Number((share * scoreScale).toFixed(SCORE_DECIMALS));
}

function meanOf(votes: Readonly<Record<PanelistRole, ExampleVote>>, rules: PanelRules): number {
  const scoring = rules.cast.filter((role) => rules.weights[role] > 0);
  const total = scoring.reduce((sum, role) => sum + rules.weights[role], 0);
  const sum = scoring.reduce((sum, role) => sum + rules.weights[role] * onScale(votes[role].score, rules), 0);
  return Number((sum / total).toFixed(COMPOSITE_DECIMALS));
}
