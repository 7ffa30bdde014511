/** A document that says of itself what it was asked to say, in the words of the demand, has not said it yet. */
import type { ProjectText } from '../project-texts.ts';
import { isSaid, wordsSaid } from './said-in.ts';

const DOCUMENT = /\.(?:md|markdown|mdx|txt|rst|adoc)$/i;
/** Of a text that speaks of itself; a name and a number are enough of an answer: "Call Ms Berg at 0761 44 20 18". */
const FEWEST_OWN = 3;
/** Whoever wrote more than this has more to say than was asked. */
const MOST_CHARS = 2_000;
const SPEAKS_OF_ITSELF =
  /(?<!\p{L})(?:this|the|dieses?|das|die|ce|cette|este|esta|el|la) (?:document|page|file|section|text|manual|guide|dokument|seite|datei|abschnitt|handbuch|documento|página|manuel|manual)\s(?:\p{L}+\s)?(?:describes?|explains?|contains?|names?|beschreibt|erklärt|enthält|nennt|décrit|explique|contient|describe|explica|contiene)(?!\p{L})/iu;
const SELF =
  /^(?:here|hier|ici|aquí|this|document|page|file|section|text|manual|guide|describes?|explains?|contains?|dieses?|dokument|seite|datei|beschreibt|erklärt|enthält|ce|cette|décrit|explique|contient|este|esta|documento|página|describe|explica|contiene)$/iu;

/** Every file is a document without a word beyond the brief's own, or tells with hardly one what it is about. */
export function onlyRestates(scope: readonly ProjectText[], brief: string): boolean {
  if (
    scope.length === 0 ||
    !scope.every(({ path, text }) => DOCUMENT.test(path) && text.length <= MOST_CHARS)
  )
    return false;
  const asked = [{ path: '', text: brief }];
  const own = new Set(
    scope
      .flatMap(({ text }) => [...wordsSaid(text), ...(text.match(/\d+/g) ?? [])])
      .map((word) => word.toLowerCase())
      .filter((word) => !SELF.test(word) && !isSaid(word, asked)),
  );
  return own.size < (scope.some(({ text }) => SPEAKS_OF_ITSELF.test(text)) ? FEWEST_OWN : 1);
}
