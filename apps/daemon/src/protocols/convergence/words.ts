/** Words as they can be compared between texts: folded, cut to their stem, or in pairs where no spaces divide them. */

const STEM = 5;
const UNSPACED = /[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}]+/gu;
const FILLER = new Set(
  [
    'the and for with that this from into have has had are was were will shall must should can may not all any each every per one two its their our your than then when where which who what how why use used using only also about after before between within during without over under more most least less no yes on off in at of to by as is be it or if an so do does',
    'der die das und mit von für auf ist sind wird werden nicht auch ein eine einen einem einer des dem den bei aus als wie oder nach vor zum zur sich noch nur über unter jede jeder jedes pro alle kann muss soll hat haben',
    'les des une est sont dans pour par avec sur pas que qui aux ces cette leur plus sans sous entre chaque tous toutes doit être fait ont elle ils non',
    'los las del una unos unas con por para que como más sin sobre entre cada todo todos toda está son fue ser hay debe tiene este esta estos',
    'dos das uma umas uns com por para que como mais sem sobre entre cada todo todos são foi ser deve tem este esta ele ela nos nas pelo pela até',
    'gli del della dei delle una con per che come più senza sono essere deve ogni tutti tra nel nella alla allo dal dalla',
    'het een van voor met aan door niet ook maar als wordt worden zijn bij uit naar over elke moet',
  ]
    .join(' ')
    .split(' ')
    .map(folded),
);

/** Lower case, without accents. */
export function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** `lateFee`, `late_fee` and `LATE-FEE` are two words each. */
export function identifierWords(name: string): string {
  return name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/[_.\-/]+/g, ' ');
}

export function isFiller(word: string): boolean {
  return FILLER.has(folded(word));
}

export function stemOf(word: string): string {
  // Endings that only tell number and gender: `state`, `status`, `stato`, `stati`.
  const plain = folded(word)
    .replace(/(?<=\p{L}{3})s$/u, '')
    .replace(/(?<=\p{L}{4})[aeiou]$/u, '')
    // `early` and `earlier`, `party` and `parties`.
    .replace(/(?<=\p{L}{3})y$/u, 'i');
  return plain.slice(0, STEM);
}

/** Stems of what a text speaks about, each once, in order. Figures are none. */
export function stemsOf(text: string): Set<string> {
  return termsIn(text, (word) => (isFiller(word) ? null : stemOf(word)));
}

/** What each word of a text is called, each once, in order; pairs of signs where no spaces divide words. */
export function termsIn(text: string, termOf: (word: string) => string | null): Set<string> {
  const terms = new Set<string>();
  for (const [run] of text.matchAll(UNSPACED)) for (const pair of pairsOf(run)) terms.add(pair);
  const spaced = identifierWords(text.replace(UNSPACED, ' '));
  for (const [word] of spaced.matchAll(/[\p{L}\p{M}]{3,}/gu)) {
    const term = termOf(word);
    if (term !== null) terms.add(term);
  }
  return terms;
}

function pairsOf(run: string): string[] {
  const letters = [...run];
  return letters.length === 1 ? [run] : letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
}
