/** Generated protocol text: well-formed runs by the renderer, and the ways in which streams go wrong. */
import { PANELIST_ROLES } from '@design-jury/contracts/theater/critique';
import fc from 'fast-check';
import * as render from '../render.ts';

const words = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom(
    'a < b && c > d',
    ']]>',
    '<![CDATA[x]]>',
    '</DIM>',
    '<PANELIST role="critic">',
    '"quoted"',
    "it's",
    'é漢🧾',
    '\r\n',
  ),
);
const score = fc.option(
  fc.integer({ min: 0, max: 100 }).map((tenths) => tenths / 10),
  { nil: null },
);
const content = fc
  .array(
    fc.oneof(
      words,
      fc.constantFrom('<p>text</p>', 'a[b[0]]>1', ']]', ']', ']]></ARTIFACT>', '</ARTIFACT>', '\n'),
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => `<main>${parts.join('')}</main>`);
const artifact = fc.record({ mime: fc.constantFrom('text/html', 'text/markdown'), content });

const demand = fc.record({
  id: fc.option(fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/), { nil: null }),
  text: words.map((word) => `Fix ${word}.`),
  dim: fc.option(fc.constantFrom('contrast', 'names'), { nil: null }),
  target: fc.option(fc.constantFrom('a.cta > span', 'main h1[id="x"]'), { nil: null }),
  severity: fc.constantFrom('critical', 'major', 'minor'),
  evidence: fc.option(
    words.map((word) => `seen: ${word}.`),
    { nil: null },
  ),
  witness: fc.constant(null),
});

const panelist = fc.record({
  role: fc.constantFrom(...PANELIST_ROLES),
  notes: fc.option(
    words.map((word) => `Note ${word}.`),
    { nil: undefined },
  ),
  score,
  dims: fc.array(fc.record({ name: fc.constantFrom('type', 'space', 'plain'), score, note: words }), {
    maxLength: 3,
  }),
  mustFix: fc.array(demand, { maxLength: 2 }),
});

/** A run in which nothing is malformed: every round has a designer with an artifact. */
export const runText = fc
  .record({
    rounds: fc.array(fc.record({ artifact, panelists: fc.array(panelist, { maxLength: 5 }) }), {
      minLength: 1,
      maxLength: 3,
    }),
    ship: fc.option(fc.record({ artifact: fc.option(artifact, { nil: undefined }), summary: words }), {
      nil: undefined,
    }),
  })
  .map(({ rounds, ship }) => {
    const body = rounds.map(({ artifact: page, panelists }, i) =>
      [
        render.renderRoundOpen(i + 1),
        render.renderPanelist({ role: 'designer', notes: 'Intent.', artifact: page }),
        ...panelists.map((one) => render.renderPanelist(one as render.PanelistText)),
        render.renderRoundEnd({
          round: i + 1,
          composite: 6,
          mustFix: 1,
          decision: 'continue',
          reason: 'because',
        }),
        render.ROUND_CLOSE,
      ].join(''),
    );
    const end =
      ship === undefined ? '' : render.renderShip({ round: rounds.length, ...ship } as render.ShipText);
    return `${render.renderRunOpen({ maxRounds: 3, threshold: 8, scale: 10 })}${body.join('')}${end}${render.RUN_CLOSE}`;
  });

export const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 40 });

const FRAGMENTS = [
  '<',
  '>',
  '"',
  "'",
  '/',
  '&',
  ']',
  ']]>',
  '<![CDATA[',
  '<!--',
  '-->',
  '<thinking>',
  '</thinking>',
  '\u001b[31m',
  '\u001b]0;',
  '\u0007',
  '\u001b',
  '\ufeff',
  '\ud83e',
  '\uddfe',
  '\u0000',
  '\r',
  '<PANELIST role="critic" score="9">',
  '</PANELIST>',
  '<ROUND n="2">',
  '</ROUND>',
  '<ROUND_END/>',
  '<SHIP>',
  '</SHIP>',
  '<ARTIFACT>',
  '</ARTIFACT>',
  '<DIM name="x">',
  '</DIM>',
  '<NOTES>',
  'é',
  '🧾',
] as const;

/** One edit of a text: cut off, delete, insert, double. */
export const edit = fc.oneof(
  fc.record({ kind: fc.constant('truncate' as const), at: fc.double({ min: 0, max: 1, noNaN: true }) }),
  fc.record({
    kind: fc.constant('delete' as const),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.integer({ min: 1, max: 60 }),
  }),
  fc.record({
    kind: fc.constant('insert' as const),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    text: fc.constantFrom(...FRAGMENTS),
  }),
  fc.record({
    kind: fc.constant('double' as const),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.integer({ min: 1, max: 400 }),
  }),
);
export type Edit = typeof edit extends fc.Arbitrary<infer Value> ? Value : never;

export function applyEdits(text: string, edits: readonly Edit[]): string {
  let out = text;
  for (const change of edits) {
    const at = Math.floor(change.at * out.length);
    if (change.kind === 'truncate') out = out.slice(0, at);
    else if (change.kind === 'insert') out = out.slice(0, at) + change.text + out.slice(at);
    else {
      const piece = out.slice(at, at + change.length);
      out = out.slice(0, at) + (change.kind === 'double' ? piece + piece : '') + out.slice(at + piece.length);
    }
  }
  return out;
}

/** Text made of the fragments that matter, and of anything. */
export const noise = fc
  .array(fc.oneof(fc.constantFrom(...FRAGMENTS), fc.string({ unit: 'binary', maxLength: 12 })), {
    maxLength: 30,
  })
  .map((parts) => parts.join(''));

const OF_EITHER = [
  ...[
    'CRITIQUE_RUN',
    'CRITIQUE_RUN version="2"',
    'ROUND n="1"',
    'ROUND n="2"',
    'SHIP round="1"',
    'ROUND_END',
  ],
  ...['PANELIST role="designer"', 'PANELIST role="critic" score="9" must_fix="0"', 'PANELIST role="brand'],
  ...['NOTES', 'DIM name="type" score="9"', 'MUST_FIX', 'ARTIFACT mime="text/html"', 'ROUND n="1" x="'],
  ...[
    '/NOTES',
    '/DIM',
    '/MUST_FIX',
    '/ARTIFACT',
    '/PANELIST',
    '/ROUND_END',
    '/ROUND',
    '/SHIP',
    '/CRITIQUE_RUN',
  ],
];

/** Tags with the code and without it in one answer, in any order, whole and broken, with words between. */
export const mixedText = (code: string) =>
  fc
    .array(
      fc.oneof(
        fc.constantFrom(...OF_EITHER).map((tag) => `<${tag}>`),
        fc
          .constantFrom(...OF_EITHER)
          .map((tag) => `<${tag.replace(/^\/?\w+/, (name) => `${name}-${code}`)}>`),
        fc.constantFrom(
          '\n',
          'Here it is. ',
          '```\n',
          'x'.repeat(150),
          'x'.repeat(200),
          'x'.repeat(201),
          '<p>',
          '<',
          '>',
        ),
      ),
      { minLength: 1, maxLength: 12 },
    )
    .map((parts) => parts.join(''));
