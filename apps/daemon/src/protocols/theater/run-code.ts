/** The code of a run: what every tag of its protocol carries, and no text from outside can know. */
import { randomInt } from 'node:crypto';

/** No vowels: it never spells a word. No 0, 1, l: nobody copies it wrong. */
const LETTERS = 'bcdfghjkmnpqrstvwxz23456789';
/** 27 letters to the power of 14 are more than 66 bits. */
const LENGTH = 14;

export function createRunCode(): string {
  return Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}
