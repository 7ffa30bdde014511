/** A brief a template cannot be filled from: it asks, or orders, and says nothing of what the page is for. */
import { factsOf } from '../measure/model/brief.ts';
import { isNoProse } from '../measure/model/no-prose.ts';

const ORDER =
  /^(?:(?:please|bitte|por favor|s['’]il vous plaît|per favore)[,\s]+)?(?:(?:can|could|would) you |i (?:want|need|would like) |we (?:want|need) |ich (?:möchte|brauche|will) |je (?:veux|voudrais) |quiero |necesito )?(?:make|create|build|design|write|generate|give|do|erstell\p{L}*|mach\p{L}*|bau\p{L}*|entwirf|schreib\p{L}*|crée\p{L}*|fais|faites|crea\p{L}*|haz|haga|crie|faça|maak|zrób|作って|作成して|制作)(?!\p{L})/iu;

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
  const isTold = sentences.some((one) => !/[?？]$/.test(one) && !ORDER.test(one) && !OPEN.test(one));
  return isTold || sentences.length === 0 || factsOf(brief).some((fact) => !/^tb[acd]$/i.test(fact))
    ? null
    : 'the brief asks for a page and says nothing that could stand on it';
}
