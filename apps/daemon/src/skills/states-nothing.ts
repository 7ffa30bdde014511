/** A brief a template cannot be filled from: it asks, or orders, and says nothing of what the page is for. */
import { factsOf } from '../measure/model/brief.ts';
import { isNoProse } from '../measure/model/no-prose.ts';
import { isEmpty, isEmptyOrder, isWish } from './wishes.ts';

/** A question may be a brief: "Could you make a page for a bakery that rents its oven?" */
const ASKED_ORDER = /^(?:can|could|would) you (?:please )?(?:make|create|build|design|write|generate)\s/i;

/** "Price: tbd": a word for what is not known yet, alone or behind the name of what it is. */
const OPEN =
  /^(?:[\p{L} ]{1,30}:\s*)?(?:(?:(?:details?|texts?|more|details|texte|inhalte) )?(?:will follow|to follow|follows?|folgen|folgt)(?: (?:later|soon|next week|noch|später))?|tb[acd]|to be (?:defined|decided|confirmed|announced|agreed)|n\/?a|unknown|offen|wird noch festgelegt|à définir|por definir|da definire|a definir|未定|待定|\?+)[\s.!]*$/iu;

/** Null where it says something; else why not, to finish "A page cannot be made: ". */
export function statesNothing(brief: string): string | null {
  if (isNoProse(brief)) return 'the brief is data or source code, and no text';
  const sentences = brief
    .split(/(?<=[.!?。！？])\s*|\n+/u)
    .map((one) => one.trim())
    .filter((one) => /\p{L}/u.test(one));
  const isTold = sentences.some(
    (one) =>
      (!/[?？]$/.test(one) || ASKED_ORDER.test(one)) && !isEmptyOrder(one) && !isWish(one) && !OPEN.test(one),
  );
  return isTold ||
    sentences.length === 0 ||
    factsOf(brief).some((fact) => !/^tb[acd]$/i.test(fact) && !isEmpty(fact))
    ? null
    : 'the brief asks for a page and says nothing that could stand on it';
}

/** To be shown to whoever gave the brief; null where a template can be filled from it. */
export function whyNoPage(brief: string): string | null {
  const lack = statesNothing(brief);
  return lack === null
    ? null
    : `A page cannot be made: ${lack}. Say who it is for, what there is and what to do.`;
}
