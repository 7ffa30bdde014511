/**
 * A design in a few labelled sentences, without headings: "Colours: #ff0000 only. Font: Comic Sans." The label says
 * what a heading would have said.
 */
import { sentencesOf } from './design-paragraphs.ts';

const TYPE_LABEL =
  /^[\s>*_-]*(?:(?:the|our|all|body|heading|main|brand)\s+)*(?:fonts?|font[ -]famil(?:y|ies)|typefaces?|typography|lettering|type|schrift(?:art|en)?|polices?|fuentes?)\**\s*(?::\**|\b(?:is|are)\b(?:\s+set\s+in)?)\s*(.+)$/i;
const SET_IN =
  /^[\s>*_-]*(?:set (?:all |the )?(?:text|type|copy)|(?:all |the |body )?(?:text|type|copy)(?: (?:is|must be|should be))?(?: set)?) in\s+(.+)$/i;
const PALETTE =
  /^[\s>*_-]*(?:(?:the|our|use|all|brand|only)\s+)*(?:colou?rs?|palette|farben?|couleurs?|colores)\b/i;
const NOTHING_ELSE =
  /\b(?:only|nothing else|no(?:ne)? others?|no other colou?rs?|exclusively|nur|sonst nichts|uniquement|solamente)\b/i;

/** Whether the sentence says by its label what text is set in. */
export function isAboutType(sentence: string): boolean {
  return TYPE_LABEL.test(sentence) || SET_IN.test(sentence);
}

/** Families that a labelled sentence names, as they are written there. */
export function labelledFonts(line: string): string[] {
  return sentencesOf(line).flatMap((sentence) => {
    const list = (TYPE_LABEL.exec(sentence) ?? SET_IN.exec(sentence))?.[1];
    if (list === undefined || DENIED.test(list)) return [];
    return (list.split(/[.;(!]/)[0] ?? '')
      .split(/,|\/|\b(?:and|or|with|und|oder|et|ou|y|o|for|only|nur)\b/)
      .map((part) => part.replace(/[`"'*_“”„]/g, '').trim())
      .filter((part) => FAMILY.test(part));
  });
}

const DENIED = /\b(?:never|not|no|avoid|don['’]?t|kein\w*|nie)\b/i;
/** A name of one to four words, each with a capital; "Large" and "Bold" are no families. */
const FAMILY =
  /^(?!(?:Regular|Bold|Large|Small|Medium|Light|Sans|Serif|Monospace|System|Clear|Simple|Modern|Any)\b\S*$)\p{Lu}[\p{L}\d]{1,}(?: [\p{Lu}\d][\p{L}\d]*){0,3}$/u;

/** "Colours: #ff0000 only": the palette ends there, however short it is. */
export function isClosedPalette(sentence: string): boolean {
  return PALETTE.test(sentence) && /#[\da-f]{3,8}\b/i.test(sentence) && NOTHING_ELSE.test(sentence);
}
