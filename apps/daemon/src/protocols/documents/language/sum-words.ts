/** What a row of a table that adds up the others is called. */
import { anyOf } from './patterns.ts';

export const TOTAL_ROW = new RegExp(
  `^\\s*(?:${anyOf('(?:grand |sub)?totals?|sum|overall|altogether|summe|gesamt|gesamtsumme|insgesamt|zusammen|total général|totaux|somme|ensemble|suma|soma|totales|totais|totale|totaal|som|razem|suma|łącznie|summa|合計|総計|小計|計|总计|合计|总和|합계|총계').source})`,
  'iu',
);

/** Of one: "each", "per row", "one row". */
export const EACH = anyOf(
  'each|every|per|one|a single|apiece|je|jede[rnms]?|pro|eine?|chaque|par|une?|cada|por|una?|uno|ogni|elke?|każd\\p{L}+|na|一つ|1台|各|每|마다',
);
/** Of all of them. */
export const TOGETHER = anyOf(
  'together|in total|total(?:s|ling)?|altogether|in all|that is|makes?|sum|zusammen|insgesamt|gesamt|macht|ergibt|ensemble|au total|en tout|soit|en total|juntos|juntas|en conjunto|suman|no total|ao todo|somam|in totale|insieme|samen|in totaal|razem|łącznie|tillsammans|totalt|合計|計|共|总共|합계',
);
