/** Whether anything in a project speaks of what a brief asks. */
import { termsOf } from '../../documents/meaning/terms.ts';
import { namedFiles } from '../brief.ts';
import type { ProjectText } from '../project-texts.ts';

/** One word of the subject is enough, also as a part of a name in code; a brief that names a file, or no subject, asks of all. */
export function isAbout(brief: string, texts: readonly ProjectText[]): boolean {
  const asked = new Set(termsOf(brief));
  if (asked.size < LEAST_SUBJECT || namedFiles(brief).length > 0) return true;
  return texts.some(({ path, text }) => termsOf(inWords(`${path}\n${text}`)).some((term) => asked.has(term)));
}

/** Fewer words are an order ("Compare them."), and no subject that could be missed. */
const LEAST_SUBJECT = 4;

/** `checkoutTotal` and `checkout_total` are two words. */
function inWords(text: string): string {
  return text.replace(/(?<=\p{Ll})(?=\p{Lu})|[_/.]/gu, ' ');
}
