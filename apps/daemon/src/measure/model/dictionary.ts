/**
 * Whether English has a word: the word lists of Hunspell, British and American together, with the endings that their rules
 * allow. Read once, and only for a page that is in English.
 */

export interface Dictionary {
  has(word: string): boolean;
  /** A word of the list one slip away; null when there is none. */
  near(word: string): Slip | null;
}

/** How a word was missed: two letters exchanged, one doubled or lost; less surely one too many, or another one. */
export interface Slip {
  meant: string;
  isTelling: boolean;
}

interface Affix {
  flag: string;
  strip: string;
  add: string;
  condition: RegExp;
}

interface Lists {
  stems: Map<string, string>;
  suffixes: Map<string, Affix[]>;
  prefixes: Affix[];
}

let loaded: Promise<Dictionary | null> | null = null;

/** The package's modules read their own files when they are imported. Null where they cannot: then nobody is asked how words are spelt. */
export function loadDictionary(): Promise<Dictionary | null> {
  loaded ??= Promise.all([import('dictionary-en'), import('dictionary-en-gb')])
    .then(([american, british]) => dictionaryOf([american.default, british.default]))
    .catch(() => null);
  return loaded;
}

function dictionaryOf(sources: readonly { aff: Uint8Array; dic: Uint8Array }[]): Dictionary {
  const lists: Lists = { stems: new Map(), suffixes: new Map(), prefixes: [] };
  const text = new TextDecoder();
  sources.forEach(({ aff, dic }, index) => {
    // Both have the same rules.
    if (index === 0) readRules(text.decode(aff), lists);
    for (const line of text.decode(dic).split('\n')) {
      const slash = line.indexOf('/');
      const stem = slash < 0 ? line.trim() : line.slice(0, slash);
      const flags = slash < 0 ? '' : line.slice(slash + 1).trim();
      if (stem !== '') lists.stems.set(stem, (lists.stems.get(stem) ?? '') + flags);
    }
  });
  const known = new Map<string, boolean>();
  const has = (word: string): boolean => {
    const found = known.get(word) ?? isWord(word, lists);
    if (known.size > MOST_KNOWN) known.clear();
    known.set(word, found);
    return found;
  };
  const slips = new Map<string, Slip | null>();
  const near = (word: string): Slip | null => {
    const found = slips.get(word);
    if (found !== undefined) return found;
    // Each costs hundreds of questions: text in no language must not keep us busy.
    if (slips.size > MOST_SLIPS) slips.clear();
    const slip = nearest(word, has);
    slips.set(word, slip);
    return slip;
  };
  return { has, near };
}

const MOST_KNOWN = 50_000;
const MOST_SLIPS = 5_000;

/** `SFX D y ied [^aeiou]y`: take "y" from the end, put "ied", where the stem ends so. */
function readRules(aff: string, lists: Lists): void {
  for (const line of aff.split('\n')) {
    const [kind, flag, strip, add, condition] = line.trim().split(/\s+/);
    if ((kind !== 'SFX' && kind !== 'PFX') || condition === undefined || flag === undefined) continue;
    const affix: Affix = {
      flag,
      strip: strip === '0' ? '' : (strip ?? ''),
      add: add === '0' ? '' : (add ?? ''),
      condition: new RegExp(kind === 'SFX' ? `${condition}$` : `^${condition}`),
    };
    if (kind === 'PFX') lists.prefixes.push(affix);
    else {
      const last = affix.add.at(-1) ?? '';
      lists.suffixes.set(last, [...(lists.suffixes.get(last) ?? []), affix]);
    }
  }
}

function isWord(word: string, lists: Lists): boolean {
  if (isFormed(word, lists, '')) return true;
  return lists.prefixes.some(
    ({ add, flag }) => word.startsWith(add) && isFormed(word.slice(add.length), lists, flag),
  );
}

/** A stem, or a stem with one ending; `needs` is the flag of a prefix that was taken off. */
function isFormed(word: string, { stems, suffixes }: Lists, needs: string): boolean {
  if (stems.get(word)?.includes(needs) === true) return true;
  for (const { add, strip, flag, condition } of suffixes.get(word.at(-1) ?? '') ?? []) {
    if (!word.endsWith(add)) continue;
    const stem = word.slice(0, word.length - add.length) + strip;
    const flags = stems.get(stem);
    if (flags?.includes(flag) === true && flags.includes(needs) && condition.test(stem)) return true;
  }
  return false;
}

const LETTERS = 'esianrtolcdugmphbyfvkwzxjq';

/** The first in the order in which slips are made: exchanged, doubled or lost letters, then another letter. */
function nearest(word: string, has: (word: string) => boolean): Slip | null {
  const least = 1;
  let stray: string | null = null;
  for (let at = 0; at < word.length - 1; at += 1) {
    const swapped = word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2);
    if (swapped !== word && has(swapped)) return { meant: swapped, isTelling: true };
  }
  // A letter before a word is a prefix that a trade has made: xterm, ebook.
  for (let at = least; at < word.length; at += 1) {
    const shorter = word.slice(0, at) + word.slice(at + 1);
    if (shorter.length < LEAST_LEFT || !has(shorter)) continue;
    if (word[at] === word[at + 1]) return { meant: shorter, isTelling: true };
    stray ??= shorter;
  }
  for (let at = least; at <= word.length; at += 1)
    for (const letter of LETTERS) {
      const longer = word.slice(0, at) + letter + word.slice(at);
      if (has(longer)) return { meant: longer, isTelling: stray === null && word.length >= LEAST_TELLING };
    }
  if (stray !== null) return { meant: stray, isTelling: false };
  for (let at = least; at < word.length; at += 1)
    for (const letter of LETTERS) {
      const other = word.slice(0, at) + letter + word.slice(at + 1);
      if (other !== word && has(other)) return { meant: other, isTelling: false };
    }
  return null;
}

const LEAST_LEFT = 4;
const LEAST_TELLING = 6;
