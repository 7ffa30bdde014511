/** Flesch-Kincaid grade level of an English text. A hint about load, never the only measure of a text. */
import { sentences } from './sentences.ts';

const LEAST_WORDS = 60;

/** Null when the text is too short for the formula to mean anything. */
export function gradeOf(text: string): number | null {
  const words = text.match(/[A-Za-z][A-Za-z'’-]*/g) ?? [];
  const count = sentences(text).length;
  if (words.length < LEAST_WORDS || count === 0) return null;
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word), 0);
  return 0.39 * (words.length / count) + 11.8 * (syllables / words.length) - 15.59;
}

function syllablesOf(word: string): number {
  const bare = word
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/(?:[^laeiouy]es|ed|[^laeiouy]e)$/, '')
    .replace(/^y/, '');
  return Math.max(1, bare.match(/[aeiouy]{1,2}/g)?.length ?? 1);
}
