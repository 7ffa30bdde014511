/** A clause of a requirement of which its files have hardly a word, while they speak of its other clauses. */
import type { ProjectText } from '../project-texts.ts';
import { isCode, isTest } from './placeholder.ts';
import { isSaid, wordsSaid } from './said-in.ts';

const CLAUSE = /[.;:!?](?=\s|$)|[。；：！？，]|,(?=\s|\p{Script=Han})|\s[-–—]\s|\||(?<=\p{Script=Han}),/u;
const FEWEST_WORDS = 3;
const FEWEST_UNSPACED = 1;
/** So little of a clause is chance; so much of another shows that they are told in the same words. */
const SILENT = 0.25;
const SPOKEN = 0.6;

export function silentClause(
  raw: string,
  scope: readonly ProjectText[],
  all: readonly ProjectText[],
): string | null {
  const reach = scope.some(({ path }) => isCode(path))
    ? [...scope, ...all.filter(({ path }) => isCode(path) && !isTest(path))]
    : scope;
  const clauses = raw
    .replace(/`[^`\n]*`/g, ' ')
    .replace(/[\p{L}\p{N}_/-]+\.[a-z]\w{1,4}(?!\w)/gu, ' ')
    .replace(/^[\s|>*-]*\**[A-Z][\w.-]*\d\**\s*[:|.)]?/u, ' ')
    .split(CLAUSE)
    .map((text) => ({ text: text.trim(), words: wordsSaid(text).filter((word) => /\p{L}/u.test(word)) }))
    .filter(
      ({ text, words }) => words.length >= (/\p{Script=Han}/u.test(text) ? FEWEST_UNSPACED : FEWEST_WORDS),
    )
    .map(({ text, words }) => ({
      text,
      share: words.filter((word) => isSaid(word, reach)).length / words.length,
    }));
  if (Math.max(0, ...clauses.map(({ share }) => share)) < SPOKEN) return null;
  const gone = clauses.find(({ share }) => share <= SILENT);
  return gone === undefined
    ? null
    : `${scope.map(({ path }) => path).join(', ')} has nothing of "${gone.text.slice(0, 100)}"`;
}
