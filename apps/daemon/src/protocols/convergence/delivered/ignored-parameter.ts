/** A function that is told what a requirement makes a difference by, and does not look at it. */
import type { ProjectText } from '../project-texts.ts';
import { functionsIn } from './functions.ts';
import { isCode, isTest } from './placeholder.ts';
import { wordsSaid } from './said-in.ts';

/** A requirement that tells two cases apart. */
const CONTRAST =
  /(?<!\p{L})(?:not|only|never|unless|otherwise|except|if|nicht|nur|nie|außer|sonst|wenn|falls|pas|seulement|jamais|sauf|sinon|si|no|solo|sólo|nunca|salvo|não|só|apenas|se|non|mai|tranne|niet|alleen|nooit|als)(?!\p{L})|不|ない|だけ|なら/iu;

export function ignoredParameter(raw: string, scope: readonly ProjectText[]): string | null {
  if (!CONTRAST.test(raw)) return null;
  const asked = new Map<string, number>();
  for (const word of wordsSaid(raw)) asked.set(startOf(word), (asked.get(startOf(word)) ?? 0) + 1);
  for (const { path, text } of scope) {
    if (!isCode(path) || isTest(path)) continue;
    for (const { name, unused } of functionsIn(path, text)) {
      // Said twice, it is what the cases differ by.
      const ignored = unused.find((one) =>
        wordsSaid(one).some((word) => (asked.get(startOf(word)) ?? 0) > 1),
      );
      if (ignored !== undefined) return `${path} ignores ${ignored} in ${name}`;
    }
  }
  return null;
}

function startOf(word: string): string {
  return word.toLowerCase().slice(0, 5);
}
