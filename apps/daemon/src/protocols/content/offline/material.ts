/** What research and lists of keywords say without naming it: statements with a figure, and terms. */
import { sentences } from '../../../measure/model/sentences.ts';
import { wordsOf } from '../copy.ts';
import { nameOf } from './fact-names.ts';

const BULLET = /^\s*(?:[-*+]|\d+[.)])\s+/;
const MOST_TERMS = 40;
const LONGEST_TERM = 6;
const WORDS_OF_A_STATEMENT = { least: 4, most: 40 };
/** Where something comes from is not what was found. */
const SOURCE = /^(?:sources?|method|methodology|references?|links?|quellen?|methode|méthode|fuentes?)\b/iu;

/** One term for each entry, line or first cell; what was counted of it is left out. */
export function termsIn(document: string): string[] {
  const terms: string[] = [];
  for (const line of document.split(/\r?\n/)) {
    if (terms.length >= MOST_TERMS) break;
    if (/^\s*#|^\s*\|?\s*:?-{2,}|^---/.test(line)) continue;
    const cell = line.trim().startsWith('|') ? (line.trim().slice(1).split('|')[0] ?? '') : line;
    const entry = cell.replace(BULLET, '').replace(/["“”`*]/g, '');
    // A list by its name is read as such already.
    if (nameOf(entry.split(/[:(]/)[0] ?? '') !== null) continue;
    for (const part of entry.split(/\s*[,;]\s*(?!\d)/)) {
      const term = part.replace(/\s*(?:[(:–—\t]| - ).*$/u, '').trim();
      const words = wordsOf(term).length;
      if (words > 0 && words <= LONGEST_TERM && !/[.!?]$/.test(term)) terms.push(term);
    }
  }
  return terms;
}

/** Entries and sentences with a figure in them, as they are written. */
export function measuredIn(document: string): string[] {
  let isSource = false;
  return document.split(/\r?\n/).flatMap((line) => {
    const heading = /^\s*#{1,6}\s+(.*)$/.exec(line);
    if (heading !== null) isSource = SOURCE.test(heading[1] ?? '');
    if (heading !== null || isSource || line.trim().startsWith('|')) return [];
    const entry = line
      .replace(BULLET, '')
      .replace(/^\s*>\s?/, '')
      .trim();
    const named = /^([^:]{1,40}):\s/.exec(entry)?.[1];
    // What is stated by its name is read as that.
    if (named !== undefined && (nameOf(named) !== null || SOURCE.test(named))) return [];
    return (BULLET.test(line) ? [entry] : sentences(entry)).filter((statement) => {
      const words = wordsOf(statement).length;
      const { least, most } = WORDS_OF_A_STATEMENT;
      return /\d/.test(statement) && words >= least && words <= most && !/https?:/.test(statement);
    });
  });
}
