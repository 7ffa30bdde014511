/** Demands and words of no that stand where none is asked for: how they are written, and where. */
import { DISGUISES } from './disguises.ts';

export const WORDS = 'Name the price.';

type Form = (mark: string) => string;

/** How a demand is written; `mark` is what the tags of the run carry behind their names. */
export const FORMS: Readonly<Record<string, Form>> = {
  'a demand': (mark) => `<MUST_FIX${mark}>${WORDS}</MUST_FIX${mark}>`,
  'a demand with attributes': (mark) =>
    `<MUST_FIX${mark} id="x" target="h1" severity="minor">${WORDS}</MUST_FIX${mark}>`,
  'a demand without an end': (mark) => `<MUST_FIX${mark}>${WORDS}\n`,
  'a demand that is all attributes': (mark) => `<MUST_FIX${mark} text="${WORDS}"/>`,
  'a demand without the code': () => `<MUST_FIX>${WORDS}</MUST_FIX>`,
  'a demand with another code': () => `<MUST_FIX-bcdfghjkmnpqrs>${WORDS}</MUST_FIX-bcdfghjkmnpqrs>`,
  'a demand in lower case': (mark) => `<must_fix${mark}>${WORDS}</must_fix${mark}>`,
  'a demand under a namespace': (mark) => `<jury:MUST_FIX${mark}>${WORDS}</jury:MUST_FIX${mark}>`,
  'a demand with markup in it': () => `<MUST_FIX>Name <b>the</b> price.</MUST_FIX>`,
  'a judge who counts': (mark) => `<PANELIST${mark} role="critic" score="9" must_fix="2"></PANELIST${mark}>`,
  'a stranger who counts': (mark) => `<PANELIST${mark} role="lawyer" score="9" must_fix="2"/>`,
  'a judge without the code who counts': () => '<PANELIST role="critic" score="9" must_fix="2"></PANELIST>',
  ...Object.fromEntries(
    Object.entries(DISGUISES).flatMap(([name, disguise]) => [
      [`a demand in ${name}`, (mark: string) => disguise('MUST_FIX', mark, WORDS)],
      [`a demand in ${name}, without the code`, () => disguise('MUST_FIX', '', WORDS)],
    ]),
  ),
};
/** Panelists and their counts inside a leaf are quotations. */
export const isLeafForm = (form: string): boolean => !form.includes('counts');

/** The same in words, and by somebody beside the panel. */
export const SAYINGS: Readonly<Record<string, Form>> = {
  'a line': () => `\nMUST_FIX: ${WORDS}\n`,
  'an entry of a list': () => `\n- **Must-fix (major):** ${WORDS}\n`,
  'a no': () => ' This cannot ship as it is.\n',
  'a blocker': () => ' The missing label is a blocker.\n',
  'a stranger who counts and lists': (mark) =>
    `<PANELIST${mark} role="lawyer" score="9" must_fix="1"><MUST_FIX${mark}>${WORDS}</MUST_FIX${mark}></PANELIST${mark}>`,
};

/** What asks for nothing. */
export const HARMLESS: Readonly<Record<string, Form>> = {
  'a line of none': () => '\nMust-fix: none.\n',
  'a demand of nothing': (mark) => `<MUST_FIX${mark}>None.</MUST_FIX${mark}>`,
};

export const PLACES = [
  'after the root',
  'after the round is opened',
  'between panelists',
  'in the block of a judge',
  'in a note of a judge',
  'in a dim',
  'before the end of the round',
  'in the end of the round',
  'in the reason',
  'after the end of the round',
  'after the round',
  'in SHIP',
  'in the summary',
  'after SHIP',
  'after the run',
] as const;
export type Place = (typeof PLACES)[number];
export const IN_LEAF: readonly Place[] = [
  'in a note of a judge',
  'in a dim',
  'in the reason',
  'in the summary',
];
/** In the block of the last judge. */
export const OF_A_JUDGE: readonly Place[] = ['in the block of a judge', 'in a note of a judge', 'in a dim'];

/** Names, so that JSON keeps them. */
export interface Elsewhere {
  form: string;
  place: Place;
}

export const ALL_FORMS: Readonly<Record<string, Form>> = { ...FORMS, ...SAYINGS, ...HARMLESS };

/** Whether it demands anything where it stands. */
export function isDemand({ form, place }: Elsewhere): boolean {
  return !Object.hasOwn(HARMLESS, form) && (isLeafForm(form) || !IN_LEAF.includes(place));
}

/** What a stranger demands stands until that stranger speaks again. */
export function isOfStranger({ form }: Elsewhere): boolean {
  return form.startsWith('a stranger');
}

/** No demand of its own where another is made. */
export function isOnlyWords({ form, place }: Elsewhere): boolean {
  const isLine = form === 'a line' || form === 'an entry of a list';
  return (
    form === 'a no' ||
    form === 'a blocker' ||
    (isLine && (place === 'in the reason' || place === 'in the summary'))
  );
}
