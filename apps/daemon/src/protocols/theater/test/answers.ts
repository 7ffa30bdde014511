/** Answers of any agent, well-formed and not, for the gate's own property; with what they say, as they were planned. */
import fc from 'fast-check';
import { createRenderer } from '../render.ts';
import { type PlannedRound, placeIn, roundText, sayingAt, shipText } from './answer-text.ts';
import { DISGUISES } from './disguises.ts';
import { FORMS, HARMLESS, SAYINGS, PLACES as STRAY_PLACES } from './elsewhere.ts';
import { applyEdits, edit } from './generate.ts';
import { contentOf, PLACES, type PlannedPage, type Slot, slots } from './planned-pages.ts';
import { JUDGES, PAYLOADS, SPELLINGS } from './smuggling.ts';
import { FAULTS, type Lines } from './whole-run.ts';

export const CODE = 'kx7wqz3mbn5r9t';

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
export const page: fc.Arbitrary<PlannedPage> = fc.record({
  slots: slots(fc.constantFrom('Pay', 'Invoices', '12 €', 'Order')),
  rest: fc.oneof(
    { weight: 4, arbitrary: fc.constant('') },
    { weight: 2, arbitrary: forged },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        ...['<p>more</p>', '<!-- no -->', '<style>h1{color:red}</style>', ']]>'],
        ...Object.values(FAULTS),
      ),
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

const beside = seldom(12, fc.constantFrom('counts' as const, 'refuses' as const, 'scales' as const));
const seat = fc.record({ role: fc.constantFrom(...JUDGES), score, demands, disguised, beside });
const YES = { score: 9, demands: [], disguised: null, beside: null };
const seats = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .tuple(score, demands, fc.constantFrom(...JUDGES), disguised, beside)
      .map(([one, two, who, three, four]) =>
        JUDGES.map((role) => ({
          role,
          score: one,
          demands: role === who ? two : [],
          disguised: role === 'copy' ? three : null,
          beside: role === who ? four : null,
        })),
      ),
  },
  // One that would ship, so that what was said before it is all that stands against it.
  {
    weight: 4,
    arbitrary: fc.constant(JUDGES.map((role) => ({ role, ...YES }))),
  },
  { weight: 2, arbitrary: fc.array(seat, { maxLength: 7 }) },
);
/** Mostly one or none: what stands alone is all that speaks against a round. */
const elsewhere = seldom(
  4,
  fc.array(
    fc.record({
      form: fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(...Object.keys(FORMS)) },
        { weight: 3, arbitrary: fc.constantFrom(...Object.keys(SAYINGS)) },
        { weight: 1, arbitrary: fc.constantFrom(...Object.keys(HARMLESS)) },
      ),
      place: fc.constantFrom(...STRAY_PLACES),
    }),
    { minLength: 1, maxLength: 2 },
  ),
).map((said) => said ?? []);
const round: fc.Arbitrary<WantedRound> = fc.record({
  page: pageOfRound,
  before: seldom(6, fc.integer({ min: 1, max: 5 })).map((seats) => seats ?? 0),
  seats,
  elsewhere,
  counted: fc.constantFrom(null, null, null, null, 0, 0, 1, 2),
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
      elsewhere: [],
      counted: null,
      seats: JUDGES.map((role) => {
        const own = role === 'critic' && i < pages.length - 1 ? made[i] : undefined;
        return { role, ...YES, demands: own === undefined ? [] : [{ ...own, id: '1' }] };
      }),
    }));
  });

/** With the code of the run, or without one; in one turn or in several; of a page that is given, or of a brief. */
export const answer: fc.Arbitrary<Said> = fc
  .record({
    code: fc.constantFrom<string | null>(CODE, CODE, CODE, null),
    turns: fc.constantFrom('one-shot' as const, 'conversational' as const),
    grounding: fc.constantFrom('off' as const, 'off' as const, 'gate' as const),
    given: fc.oneof(fc.constant(null), page),
    rounds: fc.oneof(
      { weight: 6, arbitrary: fc.array(round, { minLength: 1, maxLength: 3 }) },
      { weight: 1, arbitrary: numberedAnew },
    ),
    ship: fc.oneof(fc.constant(undefined), fc.constant(null), page),
    edits: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.array(edit, { maxLength: 3 })),
  })
  .map(({ code, turns, grounding, given, rounds: wanted, ship, edits }) => {
    const rounds = code === null ? wanted.map(withoutCode) : wanted;
    const write = createRenderer(code);
    let now = given;
    const before: (PlannedPage | null)[] = [];
    const written = rounds.map(({ page: wanted, ...one }, i) => {
      const earlier = wanted?.form === 'as before' ? (before.at(-wanted.back) ?? given) : null;
      const own = earlier === null ? wanted : ({ form: 'whole', page: earlier, around: ['', ''] } as const);
      // There has to be a page: without one the answer is none.
      const isNone = own === null || own.form === 'as before';
      const isLast = i === rounds.length - 1;
      const planned = {
        ...one,
        page: isNone ? (now === null ? FIRST : null) : own,
        elsewhere: one.elsewhere.map(({ form, place }) => ({
          form,
          place: placeIn(place, {
            isFirst: i === 0,
            isLast,
            ships: ship !== undefined,
            seats: one.seats.length,
          }),
        })),
      };
      const text = roundText(planned, i + 1, { write, code, now });
      if (planned.page?.form === 'whole') now = planned.page.page;
      else if (planned.page?.form === 'edits') now = editedPlan(now, planned.page.edits);
      before.push(now);
      return { planned, text };
    });
    const texts = written.map(({ text, planned }, i) => {
      const at = sayingAt(planned.elsewhere, code);
      return [
        i === 0 ? `${write.runOpen({ maxRounds: 3, threshold: 8, scale: 10 })}${at('after the root')}` : '',
        text,
        at('after the round'),
        i < rounds.length - 1 ? '' : shipText(ship, rounds.length, { write, at }),
        at('after SHIP'),
        i < rounds.length - 1 ? '' : write.runClose,
        at('after the run'),
      ].join('');
    });
    return {
      code,
      codeWritten: CODE,
      turns,
      grounding,
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
