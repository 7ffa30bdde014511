/** Answers of any agent, well-formed and not, for the gate's own property; with what they say, as they were planned. */
import fc from 'fast-check';
import { createRenderer, type Renderer } from '../render.ts';
import { DISGUISES } from './disguises.ts';
import { applyEdits, edit } from './generate.ts';
import { contentOf, isWhole, PLACES, type PlannedPage, type Slot, searchOf, slots } from './planned-pages.ts';
import { JUDGES, PAYLOADS, SPELLINGS } from './smuggling.ts';
import type { Lines } from './whole-run.ts';

export const CODE = 'kx7wqz3mbn5r9t';

export interface PlannedDemand {
  words: string;
  target: string | null;
  id: string | null;
}

export interface PlannedSeat {
  role: (typeof JUDGES)[number];
  score: number | null;
  demands: readonly PlannedDemand[];
  /** One more, under a tag that only looks like one. */
  disguised: string | null;
}

export interface PlannedRound {
  page:
    | { form: 'whole'; page: PlannedPage; around: readonly [string, string] }
    | { form: 'edits'; edits: readonly { slot: Slot; value: string; isThere: boolean }[] }
    | null;
  /** So many seats have spoken before the page comes. */
  before: number;
  seats: readonly PlannedSeat[];
}

interface WantedRound extends Omit<PlannedRound, 'page'> {
  /** Or the page of an earlier round, so many back. */
  page: PlannedRound['page'] | { form: 'as before'; back: number };
}

export interface Said extends Lines {
  code: string | null;
  /** What the texts say; null where they were torn. */
  plan: { given: PlannedPage | null; rounds: readonly PlannedRound[] } | null;
}

/** Once in so many times, else null. */
function seldom<Value>(times: number, arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> {
  return fc.oneof({ weight: times - 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });
}

const score = fc.constantFrom<number | null>(10, 9.4, 9, 9, 8.2, 8, 7.9, 5, 0, 12, null);
const demand = fc.record({
  words: fc.constantFrom(
    'Name the price.',
    'Say what it costs.',
    'Darker.',
    'None.',
    'a',
    '"Pay" says nothing.',
  ),
  target: fc.constantFrom<string | null>(null, null, ...Object.values(PLACES), '.nowhere'),
  id: fc.constantFrom<string | null>('1', '1', '2', 'price', null),
});
const demands = fc.oneof(
  { weight: 3, arbitrary: fc.constant([]) },
  { weight: 2, arbitrary: fc.array(demand, { maxLength: 3 }) },
);
const forged = fc
  .constantFrom(...Object.values(PAYLOADS))
  .map((payload) => payload(SPELLINGS['tags without a code']));
const page: fc.Arbitrary<PlannedPage> = fc.record({
  slots: slots(fc.constantFrom('Pay', 'Invoices', '12 €', 'Order')),
  rest: fc.oneof(
    { weight: 4, arbitrary: fc.constant('') },
    { weight: 2, arbitrary: forged },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('<p>more</p>', '<!-- no -->', '<style>h1{color:red}</style>', ']]>'),
    },
  ),
  // Any text at all, where it is not null: a page only by the type it is given.
  any: seldom(30, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 })),
});
const around = fc.oneof(
  { weight: 6, arbitrary: fc.constant(['', ''] as const) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ['Here is the page:\n', '\nI hope you like it!'] as const,
      ['```html\n', '\n```'] as const,
      ['', '\n\nI hope <b>you</b> like it.'] as const,
      ['Here is <b>the</b> page:\n', ''] as const,
    ),
  },
);
const editsOfRound = fc.record({
  form: fc.constant('edits' as const),
  edits: fc.uniqueArray(
    fc.record({
      slot: fc.constantFrom(...(Object.keys(PLACES) as Slot[])),
      value: fc.constantFrom('Pay now', 'Bills', '14 €', 'Buy', 'Pay'),
      isThere: seldom(8, fc.constant(false)).map((there) => there ?? true),
    }),
    { minLength: 1, maxLength: 3, selector: ({ slot }) => slot },
  ),
});
const pageOfRound = fc.oneof(
  { weight: 3, arbitrary: fc.record({ form: fc.constant('whole' as const), page, around }) },
  {
    weight: 2,
    arbitrary: editsOfRound,
  },
  { weight: 2, arbitrary: fc.constant(null) },
  {
    weight: 1,
    arbitrary: fc.record({ form: fc.constant('as before' as const), back: fc.constantFrom(1, 2) }),
  },
);

/** A demand under a tag that only looks like one, in the block of a judge: with the code of the run, or without. */
const disguised = seldom(
  16,
  fc
    .tuple(fc.constantFrom(...Object.values(DISGUISES)), fc.boolean())
    .map(([disguise, marked]) =>
      disguise('MUST_FIX', marked ? `-${CODE}` : '', 'Name the price in other letters.'),
    ),
);

const seat = fc.record({ role: fc.constantFrom(...JUDGES), score, demands, disguised });
const seats = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.tuple(score, demands, fc.constantFrom(...JUDGES), disguised).map(([one, two, who, three]) =>
      JUDGES.map((role) => ({
        role,
        score: one,
        demands: role === who ? two : [],
        disguised: role === 'copy' ? three : null,
      })),
    ),
  },
  // One that would ship, so that what was said before it is all that stands against it.
  {
    weight: 4,
    arbitrary: fc.constant(JUDGES.map((role) => ({ role, score: 9, demands: [], disguised: null }))),
  },
  { weight: 2, arbitrary: fc.array(seat, { maxLength: 7 }) },
);
const round: fc.Arbitrary<WantedRound> = fc.record({
  page: pageOfRound,
  before: seldom(6, fc.integer({ min: 1, max: 5 })).map((seats) => seats ?? 0),
  seats,
});

/** A judge that numbers its demands anew in every round, and makes none in the last. */
const numberedAnew: fc.Arbitrary<WantedRound[]> = fc
  .tuple(
    page,
    fc.array(demand, { minLength: 1, maxLength: 2 }),
    fc.array(editsOfRound, { minLength: 1, maxLength: 2 }),
  )
  .map(([first, made, edits]) => {
    const pages = [
      { form: 'whole', page: { ...first, rest: '', any: null }, around: ['', ''] } as const,
      ...edits,
    ];
    return pages.map((one, i) => ({
      page: one,
      before: 0,
      seats: JUDGES.map((role) => {
        const own = role === 'critic' && i < pages.length - 1 ? made[i] : undefined;
        return { role, score: 9, demands: own === undefined ? [] : [{ ...own, id: '1' }], disguised: null };
      }),
    }));
  });

/** With the code of the run, or without one; in one turn or in several; of a page that is given, or of a brief. */
export const answer: fc.Arbitrary<Said> = fc
  .record({
    code: fc.constantFrom<string | null>(CODE, CODE, CODE, null),
    turns: fc.constantFrom('one-shot' as const, 'conversational' as const),
    given: fc.oneof(fc.constant(null), page),
    rounds: fc.oneof(
      { weight: 6, arbitrary: fc.array(round, { minLength: 1, maxLength: 3 }) },
      { weight: 1, arbitrary: numberedAnew },
    ),
    ship: fc.oneof(fc.constant(undefined), fc.constant(null), page),
    edits: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.array(edit, { maxLength: 3 })),
  })
  .map(({ code, turns, given, rounds: wanted, ship, edits }) => {
    const rounds = code === null ? wanted.map(withoutCode) : wanted;
    const write = createRenderer(code);
    let now = given;
    const before: (PlannedPage | null)[] = [];
    const written = rounds.map(({ page: wanted, ...one }, i) => {
      const earlier = wanted?.form === 'as before' ? (before.at(-wanted.back) ?? given) : null;
      const own = earlier === null ? wanted : ({ form: 'whole', page: earlier, around: ['', ''] } as const);
      // There has to be a page: without one the answer is none.
      const isNone = own === null || own.form === 'as before';
      const planned = { ...one, page: isNone ? (now === null ? FIRST : null) : own };
      const text = roundText(planned, i + 1, { write, code, now });
      if (planned.page?.form === 'whole') now = planned.page.page;
      else if (planned.page?.form === 'edits') now = editedPlan(now, planned.page.edits);
      before.push(now);
      return { planned, text };
    });
    const last =
      ship === undefined
        ? ''
        : write.ship({
            round: rounds.length,
            summary: 'Done.',
            ...(ship !== null && { artifact: { mime: 'text/html', content: contentOf(ship) } }),
          });
    const texts = written.map(({ text }, i) =>
      [
        i === 0 ? write.runOpen({ maxRounds: 3, threshold: 8, scale: 10 }) : '',
        text,
        i === rounds.length - 1 ? `${last}${write.runClose}` : '',
      ].join(''),
    );
    return {
      code,
      codeWritten: CODE,
      turns,
      given: given === null ? null : contentOf(given),
      texts: (turns === 'one-shot' ? [texts.join('')] : texts).map((text) => applyEdits(text, edits)),
      plan: edits.length > 0 ? null : { given, rounds: written.map(({ planned }) => planned) },
    };
  });

const FIRST = {
  form: 'whole',
  page: { slots: { heading: 'First', price: '1 €', action: 'Go' }, rest: '', any: null },
  around: ['', ''],
} as const satisfies PlannedRound['page'];

/** Edits, and tags with a code, are of version 2. */
function withoutCode(one: WantedRound): WantedRound {
  const seats = one.seats.map((seat) => ({
    ...seat,
    disguised: seat.disguised === null ? null : seat.disguised.replaceAll(`-${CODE}`, ''),
  }));
  return { ...one, seats, page: one.page?.form === 'edits' ? { form: 'as before', back: 1 } : one.page };
}

function editedPlan(
  now: PlannedPage | null,
  edits: Extract<PlannedRound['page'], { form: 'edits' }>['edits'],
): PlannedPage | null {
  if (now === null || now.any !== null || edits.some(({ isThere }) => !isThere)) return now;
  return {
    ...now,
    slots: { ...now.slots, ...Object.fromEntries(edits.map((one) => [one.slot, one.value])) },
  };
}

function roundText(
  { page: wanted, before, seats: spoken }: PlannedRound,
  n: number,
  { write, code, now }: { write: Renderer; code: string | null; now: PlannedPage | null },
): string {
  const author = wanted === null ? '' : authorText(wanted, { write, code, now });
  const judges = spoken.map((one) => {
    const said = write.panelist({
      role: one.role,
      score: one.score,
      mustFix: one.demands.map(({ words, target, id }) => ({
        id,
        text: words,
        target,
        dim: null,
        severity: 'major',
        evidence: null,
        witness: null,
      })),
    });
    const end = said.lastIndexOf('</');
    return `${said.slice(0, end)}${one.disguised ?? ''}${said.slice(end)}`;
  });
  return [
    write.roundOpen(n),
    ...judges.slice(0, before),
    author,
    ...judges.slice(before),
    write.roundEnd({ round: n }),
    write.roundClose,
  ].join('');
}

function authorText(
  wanted: NonNullable<PlannedRound['page']>,
  { write, code, now }: { write: Renderer; code: string | null; now: PlannedPage | null },
): string {
  const whole = (content: string): string =>
    write.panelist({ role: 'designer', notes: 'Page.', artifact: { mime: 'text/html', content } });
  if (wanted.form === 'whole') {
    const [before, behind] = isWhole(wanted.page) ? wanted.around : ['', ''];
    return whole(`${before}${contentOf(wanted.page)}${behind}`);
  }
  const tag = (name: string): string => `${name}-${code}`;
  const edits = wanted.edits.map(({ slot, value, isThere }) => {
    const search = isThere && now !== null ? searchOf(slot, now.slots[slot]) : 'words that stand nowhere';
    return `<${tag('SEARCH')}>${search}</${tag('SEARCH')}><${tag('REPLACE')}>${searchOf(slot, value)}</${tag('REPLACE')}>`;
  });
  return whole('@@')
    .replace(' mime="text/html"', ' mime="text/html" form="edits"')
    .replace('<![CDATA[@@]]>', () => edits.join('\n'));
}
