/** Where people write what they leave out. */
import { anyOf } from './patterns.ts';

export const OUT_OF_SCOPE = anyOf(
  'out of scope|not in scope|non[- ]goals?|not (?:included|covered|part of (?:this|it|the \\p{L}+))|exclusions?|excluded|what (?:it|this|we) (?:is|does|do|will) not|will not be (?:done|built|delivered)|left out|later(?: on)?,? not now|not now|no goals?',
  'nicht (?:im|teil des) (?:umfang|projekts?|auftrags?)|nicht enthalten|außerhalb des (?:umfangs|rahmens|projekts)|nicht[- ]ziele?|abgrenzung|ausgeschlossen|nicht umfasst|nicht gegenstand|kein bestandteil',
  'hors (?:périmètre|champ|sujet)|exclusions?|non inclus|non compris|exclus|ne fait pas partie',
  'fuera de(?:l)? alcance|exclusiones|no incluid[oa]s?|queda(?:n)? fuera|fora d[eo] (?:escopo|âmbito)|exclusões|não incluíd[oa]s?|fuori (?:ambito|perimetro|portata)|esclusioni|escluso|non incluso|buiten (?:scope|de scope|bereik|de opdracht)|niet inbegrepen|poza zakresem|wyłączenia|nie obejmuje|utanför (?:omfattning\\p{L}*|projektet)|ingår inte|avgränsning\\p{L}*',
  '対象外|範囲外|スコープ外|含まない|非対象|不在范围|范围之外|不包括|범위 ?외|제외',
);
