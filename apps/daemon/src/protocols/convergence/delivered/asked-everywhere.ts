/** What a requirement asks of each of several things: of every page, of every day from one to another, of every column or row. */
import { nameKey, names } from '../../documents/language/dates.ts';
import { anyOf } from '../../documents/language/patterns.ts';
import type { ProjectText } from '../project-texts.ts';
import { isSaid, wordsSaid } from './said-in.ts';
import { isWeak } from './segment-words.ts';

const PAGE = /\.(?:html?|xhtml)$/i;
const TABLE = /\.[ct]sv$/i;
const PROSE = /\.(?:md|mdx|markdown|txt|rst|adoc)$/i;
const EVERY_PAGE = anyOf(
  "(?:every|each|all) pages?|(?:jede[nrs]?|alle[n]?) seiten?|auf jeder seite|chaque page|toutes les pages|(?:cada|todas las) páginas?|(?:cada|todas as) páginas?|(?:ogni|tutte le) pagin[ae]|(?:elke|alle) pagina[’']?s?|(?:każda|każdej|wszystkie) stron\\p{L}*",
  '全ページ|各ページ|每一?页|所有页面',
);

export function everyPage(
  raw: string,
  all: readonly ProjectText[],
): { pages: string[]; lacks: string | null } | null {
  const pages = all.filter(({ path }) => PAGE.test(path));
  if (pages.length < 2 || !EVERY_PAGE.test(raw)) return null;
  const words = wordsSaid(raw.replace(EVERY_PAGE, ' ').replace(/`[^`]*`/g, ' ')).filter(
    (word) => word.length > 3 && !isWeak(word),
  );
  for (const word of words) {
    const gone = pages.filter((page) => !isSaid(word, [page]));
    // What stands on some pages was understood; what stands on none may be said in other words.
    if (gone.length > 0 && gone.length < pages.length)
      return {
        pages: [],
        lacks: `${gone.map(({ path }) => path).join(', ')} has no "${word}", which is asked of every page`,
      };
  }
  const isSomewhere = words.some((word) => pages.every((page) => isSaid(word, [page])));
  return { pages: isSomewhere ? pages.map(({ path }) => path) : [], lacks: null };
}

const TO = String.raw`\s*(?:–|—|-|to|through|until|till|bis|à|au|a|al|hasta|até|do|tot|t\/m)\s*`;
const YEARS = new RegExp(String.raw`(?<!\d)((?:19|20)\d\d)${TO}((?:19|20)\d\d)(?!\d)`, 'iu');
const NAMED = new RegExp(String.raw`(?<!\p{L})(\p{L}{3,})${TO}(\p{L}{3,})(?!\p{L})`, 'giu');
const DAYS = 7;
const MONTHS = 12;
const FEWEST_THERE = 0.5;

interface Member {
  shown: string;
  /** What it may be called in a file. */
  names: readonly string[];
}

/** "Monday to Sunday", "2019 through 2025", "Januar bis März": all of them are asked for. */
function spanIn(raw: string): Member[] | null {
  const years = YEARS.exec(raw);
  if (years !== null) {
    const [from, to] = [Number(years[1]), Number(years[2])];
    if (to > from && to - from < 40)
      return Array.from({ length: to - from + 1 }, (_, at) => ({
        shown: String(from + at),
        names: [String(from + at)],
      }));
  }
  for (const [, first = '', last = ''] of raw.matchAll(NAMED)) {
    for (const [known, count, base] of [
      [names().weekdays, DAYS, 1],
      [names().months, MONTHS, 0],
    ] as const) {
      const [from, to] = [indexIn(known, first), indexIn(known, last)];
      if (from === null || to === null || from === to) continue;
      const length = ((to - from + count) % count) + 1;
      return Array.from({ length }, (_, at) => {
        const value = ((from - base + at) % count) + base;
        const own = [...known].filter(([, one]) => one === value).map(([name]) => name);
        return { shown: own[0] ?? '', names: own };
      });
    }
  }
  return null;
}

/** "mon" is Monday where the language writes it so. */
function indexIn(known: ReadonlyMap<string, number>, word: string): number | null {
  const key = nameKey(word);
  const whole = known.get(key);
  if (whole !== undefined) return whole;
  const starting = new Set(
    [...known].filter(([name]) => key.length === 3 && name.startsWith(key)).map(([, value]) => value),
  );
  const [only] = starting;
  return starting.size === 1 && only !== undefined ? only : null;
}

/** Of a span, what a file has none of although it has most. */
export function missingOfSpan(raw: string, scope: readonly ProjectText[]): string | null {
  const members = spanIn(raw);
  if (members === null || members.length < 3) return null;
  for (const { path, text } of scope) {
    if (PAGE.test(path) || PROSE.test(path)) continue;
    const said = new Set((text.match(/\p{L}+|\d+/gu) ?? []).map(nameKey));
    const isThere = ({ names: own }: Member): boolean =>
      own.some((name) => said.has(name) || (name.length > 3 && said.has(name.slice(0, 3))));
    const gone = members.filter((member) => !isThere(member));
    if (gone.length > 0 && gone.length < members.length * FEWEST_THERE)
      return `${path} has ${members.length - gone.length} of ${members.length}, without ${gone.map(({ shown }) => shown).join(', ')}`;
  }
  return null;
}

const EVERY_COLUMN = anyOf(
  '(?:every|each|all) (?:columns?|fields?)|jede spalte|alle spalten|jedes feld|alle felder|chaque (?:colonne|champ)|(?:toutes les|tous les) (?:colonnes|champs)|(?:cada|todas las|todos los) (?:columnas?|campos?)|(?:cada|todas as|todos os) (?:colunas?|campos?)|(?:ogni|tutte le|tutti i) (?:colonn[ae]|camp[oi])|(?:elke|alle) kolom(?:men)?|全列|各列|每一列|所有字段',
);

/** A document that explains most columns of a table and not all. */
export function missingColumn(
  raw: string,
  scope: readonly ProjectText[],
  all: readonly ProjectText[],
): string | null {
  const told = scope.filter(({ path }) => PROSE.test(path));
  if (told.length === 0 || !EVERY_COLUMN.test(raw)) return null;
  for (const { path, text } of all.filter((file) => TABLE.test(file.path))) {
    const columns = (text.split(/\r?\n/, 1)[0] ?? '').split(/[,;\t]/).map((name) => name.trim());
    const gone = columns.filter(
      (name) =>
        name !== '' &&
        !told.some((file) =>
          new RegExp(`(?<![\\p{L}\\p{N}_])${RegExp.escape(name)}(?![\\p{L}\\p{N}_])`, 'iu').test(file.text),
        ),
    );
    if (gone.length > 0 && gone.length < columns.length / 2)
      return `${told.map((file) => file.path).join(', ')} says nothing of the column ${gone.join(', ')} of ${path}`;
  }
  return null;
}

const EACH = anyOf(
  'every|each|per|all|jede[rsnm]?|alle|je|pro|chaque|tous|toutes|par|cada|todos|todas|por|ogni|tutti|tutte|per|elke?|alle|każd\\p{L}*|各|毎|每',
);
const EVERY_ROW = anyOf(
  '(?:every|each|per|all|in every|in each) (?:rows?|lines?|cells?|fields?|columns?|entry|entries|records?)|(?:jede[rsnm]?|alle|je|pro) (?:zeilen?|zellen?|felder|feld|spalten?|eintrag|einträge|datensatz|datensätze)|(?:chaque|toutes les|tous les|par) (?:lignes?|cellules?|champs?|colonnes?|entrées?)|(?:cada|todas las|todos los|por) (?:filas?|líneas?|celdas?|campos?|columnas?|entradas?|registros?)|(?:cada|todas as|todos os|por) (?:linhas?|células?|campos?|colunas?|entradas?|registos?|registros?)|(?:ogni|tutte le|tutti i|per) (?:rig(?:a|he)|cell[ae]|camp[oi]|colonn[ae]|voc[ei])|(?:elke|alle|per) (?:rij(?:en)?|regels?|cel(?:len)?|veld(?:en)?|kolom(?:men)?)',
  '各行|全行|毎行|各項目|每行|每一行|每条',
);
const MOSTLY_FILLED = 0.7;
const MOST_ROWS = 5_000;

/**
 * A table that shall have something in every row, or in a column by its name for each of something, and has a gap in a
 * column that is else filled. Of a remark nobody asks that it is made everywhere.
 */
export function emptyCell(raw: string, scope: readonly ProjectText[]): string | null {
  const bare = raw.replace(/`[^`]*`/g, ' ');
  const isOfEvery = EVERY_ROW.test(bare);
  if (!isOfEvery && !EACH.test(bare)) return null;
  const asked = { path: '', text: raw };
  for (const { path, text } of scope) {
    if (!TABLE.test(path)) continue;
    const [head = '', ...rest] = text.split(/\r?\n/, MOST_ROWS).filter((line) => line.trim() !== '');
    const mark = ['\t', ';', ','].find((one) => head.includes(one)) ?? ',';
    const rows = rest.map((row) => row.split(mark));
    for (const [at, name] of head.split(mark).entries()) {
      if (!isOfEvery && !isSaid(name.trim(), [asked])) continue;
      const empty = rows.findIndex((row) => (row[at] ?? '').trim() === '');
      const filled = rows.filter((row) => (row[at] ?? '').trim() !== '').length;
      if (empty !== -1 && rows.length > 2 && filled >= MOSTLY_FILLED * rows.length)
        return `${path}:${empty + 2} has nothing in the column ${name.trim()}`;
    }
  }
  return null;
}
