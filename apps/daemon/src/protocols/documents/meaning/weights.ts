/** How much a word tells in a document: one that stands everywhere tells nothing apart. */
import type { Sentence } from '../sentences.ts';
import { termsOf } from './terms.ts';

const known = new WeakMap<Sentence, ReadonlySet<string>>();

/** What a sentence speaks of. */
export function termsOfSentence(sentence: Sentence): ReadonlySet<string> {
  const before = known.get(sentence);
  if (before !== undefined) return before;
  const terms = new Set(termsOf(sentence.own));
  known.set(sentence, terms);
  return terms;
}

export interface Weights {
  /** 1 for a word of one or two sentences, towards 0 for one of nearly all. */
  of(term: string): number;
  sum(terms: Iterable<string>): number;
  /** In how many sentences it stands. */
  places(term: string): number;
}

export function weightsOf(sentences: readonly Sentence[]): Weights {
  const places = new Map<string, number>();
  for (const sentence of sentences)
    for (const term of termsOfSentence(sentence)) places.set(term, (places.get(term) ?? 0) + 1);
  const most = Math.log(sentences.length / 2 + 1);
  const of = (term: string): number => {
    const there = Math.max(2, places.get(term) ?? 0);
    return most === 0 ? 1 : Math.max(0.05, Math.log(sentences.length / there + 1) / most);
  };
  return {
    of,
    sum: (terms) => {
      let sum = 0;
      for (const term of terms) sum += of(term);
      return sum;
    },
    places: (term) => places.get(term) ?? 0,
  };
}
