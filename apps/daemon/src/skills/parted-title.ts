/** A first sentence as a title, and what is left of it for the line below. No word is said twice. */

export interface PartedTitle {
  title: string;
  /** A sentence of its own; null where the title has it all. */
  rest: string | null;
}

const MOST_WORDS = 12;
/** Rather a long title than one that ends in the middle. */
const LONGEST = 18;
/** Fewer words stay together. */
const FEWEST_PARTED = 10;
const LONGEST_WHOLE = 24;
const FEWEST = 3;

const MONTHS =
  'january|february|march|april|may|june|july|august|september|october|november|december|januar|februar|märz|mai|juni|juli|oktober|dezember';
const DAYS =
  '(?:mon|tues|wednes|thurs|fri|satur|sun)day|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag';
/** When something happens is said below what happens. */
const WHEN = new RegExp(
  `^(.{12,}?)\\s+((?:(?:on|from|this|next) (?:(?:${DAYS})|\\d{1,2}(?:st|nd|rd|th)?(?: (?:and|to|–) \\d{1,2}(?:st|nd|rd|th)?)? (?:${MONTHS})|(?:${MONTHS}) \\d)|(?:am|ab|vom|jeden|diesen|nächsten) (?:[\\p{L}]+ )?(?:${DAYS}|\\d{1,2}\\.)).*)$`,
  'iu',
);
/** Where a long sentence can be parted: what it is, and what is said of it. */
const PARTS = /,? (?:that|which|who) |, (?:and|so|where we|where you) |[:;] | [–—] /g;
/** A comma between the things of a list parts nothing. */
const COMMA = /, (?![^,]{1,40}(?:,| (?:and|or|und|oder|et|y) ))/g;
const CLAUSE = / (?=(?:in|on|at|from|since|because|while|when|where|weil|bei|seit|dans|depuis|desde) )/g;

const JOINING = / (?=(?:and|or|to|for|with|und|oder|zu|für|mit|et|ou|pour|avec|y|o|para|con) )/g;

const OPENINGS =
  /^(?:(?:we are|we're) (?:organi[sz]ing|holding|hosting|planning) (?:an?\s|the\s)?|(?:we are|we're|we run|this is|it is|it's|there is) (?!\w+ing\b))/i;

export function partedTitle(sentence: string): PartedTitle {
  const whole = sentence.replace(/[.!?。]$/, '');
  const all = wordsIn(whole);
  const when = all >= FEWEST_PARTED ? WHEN.exec(whole) : null;
  if (when !== null) {
    const parted = fitting(when[1] ?? '', when[2] ?? '', MOST_WORDS);
    if (parted !== null) return parted;
  }
  if (all <= MOST_WORDS) return { title: whole, rest: null };
  const parted = firstFitting(whole, PARTS, MOST_WORDS);
  if (parted !== null) return parted;
  if (all <= LONGEST) return { title: whole, rest: null };
  const parts = firstFitting(whole, COMMA, LONGEST) ?? firstFitting(whole, CLAUSE, LONGEST, 'last');
  if (parts !== null) return parts;
  // A list of things to do has no joint before its end.
  if (all <= LONGEST_WHOLE) return { title: whole, rest: null };
  return firstFitting(whole, JOINING, LONGEST, 'last') ?? cut(whole);
}

function firstFitting(
  text: string,
  separator: RegExp,
  most: number,
  which: 'first' | 'last' = 'first',
): PartedTitle | null {
  const parted = [...text.matchAll(separator)]
    .slice(0, LONGEST)
    .flatMap(
      ({ 0: mark, index }) => fitting(text.slice(0, index), text.slice(index + mark.length), most) ?? [],
    );
  return parted.at(which === 'first' ? 0 : -1) ?? null;
}

function fitting(head: string, rest: string, most: number): PartedTitle | null {
  const bare = capital(head.replace(OPENINGS, ''));
  const isFitting = wordsIn(bare) >= FEWEST && wordsIn(bare) <= most && wordsIn(rest) >= FEWEST;
  return isFitting ? { title: bare, rest: `${capital(rest.trim())}.` } : null;
}

/** What has no joint ends where the title is full, and goes on below. */
function cut(text: string): PartedTitle {
  const words = text.split(' ');
  const rest = words.slice(MOST_WORDS).join(' ');
  return { title: words.slice(0, MOST_WORDS).join(' '), rest: rest === '' ? null : `${rest}.` };
}

function wordsIn(text: string): number {
  return text.split(' ').filter((word) => word !== '').length;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
