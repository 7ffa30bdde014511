/** What a text speaks of: concepts where its words have one, else their stems. */
import { CONCEPT_SOURCES } from '../language/concepts.ts';
import { plain, stemOf, wordsOf } from '../language/content.ts';

const WHOLE = new Map<string, string>();
const STARTS = new Map<string, [start: string, concept: string][]>();
const SIGNS: [sign: string, concept: string][] = [];
/** A start is looked up by its first letters. */
const KEY = 3;

for (const source of CONCEPT_SOURCES)
  for (const [name, words] of Object.entries(source))
    for (const listed of words.split(' ')) {
      const word = plain(listed);
      const concept = `~${name}`;
      if (/[^\p{Script=Latin}*-]/u.test(word)) SIGNS.push([word, concept]);
      else if (!word.endsWith('*')) WHOLE.set(word, WHOLE.get(word) ?? concept);
      else {
        const start = word.slice(0, -1);
        const key = start.slice(0, KEY);
        STARTS.set(key, [...(STARTS.get(key) ?? []), [start, concept]]);
      }
    }
/** The longest start holds: "unlock" before "un". */
for (const [key, starts] of STARTS)
  STARTS.set(
    key,
    starts.toSorted(([one], [other]) => other.length - one.length),
  );

/** Letters a word may have behind its start: beyond them it is another word. */
const MOST_ENDING = 6;
const SHORTEST_COMPOUND = 9;
const SHORTEST_TAIL = 5;

function conceptOf(word: string): string | null {
  const folded = plain(word);
  const known = WHOLE.get(folded) ?? startOf(folded);
  if (known !== null || folded.length < SHORTEST_COMPOUND) return known;
  // "Bewohnerparkausweis" is an "Ausweis".
  for (let at = 3; at <= folded.length - SHORTEST_TAIL; at++) {
    const tail = WHOLE.get(folded.slice(at));
    if (tail !== undefined && folded.length - at >= SHORTEST_TAIL) return tail;
  }
  return null;
}

function startOf(folded: string): string | null {
  const found = STARTS.get(folded.slice(0, KEY))?.find(
    ([start]) =>
      folded.startsWith(start) &&
      folded.length - start.length <= MOST_ENDING &&
      (start.length >= 4 || folded.length - start.length <= 3),
  );
  return found?.[1] ?? null;
}

/** Letters of a stem: beyond them words differ by their endings. */
const STEM = 6;
const ENDINGS = /(?:ingly|ings?|edly|ed|ies|ees?|es|s|en|em|e|a|o|i|y)$/;

/** Fewer endings are taken away than for single documents of one language: "offer" is no "off". */
function lightStem(word: string): string | null {
  const folded = plain(word);
  if (!/^[\p{Script=Latin}-]{4,}$/u.test(folded)) return null;
  const stem = folded.replace(ENDINGS, '');
  return (stem.length < 3 ? folded : stem).slice(0, STEM);
}

const KNOWN = new Map<string, string | null>();
const MOST_KNOWN = 50_000;

/** Null for words that say nothing of the subject. */
function termOf(word: string): string | null {
  const known = KNOWN.get(word);
  if (known !== undefined) return known;
  const stem = stemOf(word);
  const term = stem === null ? null : (conceptOf(word) ?? lightStem(word) ?? stem);
  if (KNOWN.size >= MOST_KNOWN) KNOWN.clear();
  KNOWN.set(word, term);
  return term;
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** In their order, with repetitions. */
export function termsOf(text: string): string[] {
  return wordsOf(text).flatMap((word) => {
    if (UNSPACED.test(word)) {
      const concept = SIGNS.find(([sign]) => word.includes(sign))?.[1];
      if (concept !== undefined) return [concept];
    }
    const term = termOf(word);
    return term === null ? [] : [term];
  });
}
