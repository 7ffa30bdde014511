/** What a row of a table that adds up the others is called. */
import { anyOf } from './patterns.ts';

export const TOTAL_ROW = new RegExp(
  `^\\s*(?:${anyOf('(?:grand |sub)?totals?|sum|overall|altogether|summe|gesamt|gesamtsumme|insgesamt|zusammen|total général|totaux|somme|ensemble|suma|soma|totales|totais|totale|totaal|som|razem|suma|łącznie|summa|合計|総計|小計|計|总计|合计|总和|합계|총계').source})`,
  'iu',
);
