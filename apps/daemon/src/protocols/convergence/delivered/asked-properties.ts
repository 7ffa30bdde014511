/** What a requirement says that what is delivered must be, and a look at the files can decide. */
import { NUMBER_WORD, NUMBER_WORDS } from '../../documents/language/number-words.ts';
import { anyOf } from '../../documents/language/patterns.ts';
import type { ProjectText } from '../project-texts.ts';
import {
  commentedOut,
  idleTests,
  oneTooFew,
  otherOrder,
  otherStatus,
  otherUnit,
  type Rule,
  unused,
} from './asked-of-code.ts';
import { partBounded } from './asked-rows.ts';
import { withoutComments } from './comments.ts';
import { isCode, isTest } from './placeholder.ts';
import { wordsSaid } from './said-in.ts';

const PAGE = /\.(?:html?|xhtml|vue|svelte)$/i;
const PROSE = /\.(?:md|mdx|markdown|txt|rst|adoc)$/i;
const DATA = /\.(?:json5?|ya?ml|toml|ini|properties|po|csv)$/i;

const GAP =
  /lorem ipsum[^<\n]{0,40}|\[(?:signature|name|date|address|amount|logo|photo|image|phone|unterschrift|datum|betrag|nom|signature|montant|fecha|nombre|firma|importe|nome|assinatura|data|valor|naam|handtekening|podpis|imię|namn|underskrift)\](?!\()/iu;
/** "Todo" is a word of Spanish and Portuguese, also in capitals before others. */
const MARK = /(?<!\p{L})(?:TODO(?!\s+\p{Lu}{2})|[Tt]odo(?=\s*:)|TBD|tbd|FIXME|fixme|XXX)(?!\p{L})/u;
const GAP_VALUE = /[:=,]\s*["'](?:TODO|TBD|tbd|FIXME|XXX|\?\?\?|[Ll]orem ipsum[^"']*)["']/;

function gapIn(text: string): RegExpExecArray | null {
  return GAP.exec(text) ?? MARK.exec(text);
}

/** A page, a letter or a table of texts in which something still stands for something else. */
const gap: Rule = (_, scope) => {
  for (const { path, text } of scope) {
    const found = DATA.test(path)
      ? GAP_VALUE.exec(text)
      : PAGE.test(path) || PROSE.test(path)
        ? gapIn(text.replace(/<!--[\s\S]*?(?:-->|$)/g, ''))
        : null;
    if (found !== null) return `${path} has a placeholder: ${found[0].trim().slice(0, 60)}`;
  }
  return null;
};

const UNIQUE = anyOf(
  'unique|only once|never twice|eindeutig|einmalig|nicht doppelt|uniques?|únic[oa]s?|univoc[oaie]|unic[oaie]|uniek|unikaln\\p{L}+|unik|unikt|unika',
  '一意|重複しない|唯一|不重复|고유',
);
const COLUMN =
  /^[ \t]*["'`[]?([A-Za-z_]\w*)["'`\]]?[ \t]+(?:TEXT|VARCHAR|CHAR|INT\w*|BIGINT|SERIAL|UUID|NUMERIC|DECIMAL|DATE|TIMESTAMP\w*|BOOLEAN|REAL|DOUBLE)[^\n]*$/gim;

/** "A sample code is unique", and a column that may have it twice. */
const unique: Rule = (raw, scope, all) => {
  if (!UNIQUE.test(raw)) return null;
  const words = wordsSaid(raw.replace(/`[^`]*\.\w+`/g, ' ')).map((word) => word.toLowerCase());
  for (const { path, text } of [...scope, ...all].filter((file) => /\.sql$/i.test(file.path)))
    for (const [line, name = ''] of text.matchAll(COLUMN)) {
      const column = name.toLowerCase();
      const isIt = words.some(
        (word) =>
          word === column ||
          (column.length >= 4 && word.endsWith(column)) ||
          (word.length >= 5 && column.includes(word)),
      );
      const isKept = (): boolean =>
        /UNIQUE|PRIMARY\s+KEY|REFERENCES/i.test(line) ||
        new RegExp(`UNIQUE[^;(]{0,200}\\([^)]{0,500}\\b${name}\\b`, 'i').test(text) ||
        new RegExp(`PRIMARY\\s+KEY\\s*\\([^)]{0,500}\\b${name}\\b`, 'i').test(text);
      if (isIt && !isKept()) return `${path} lets ${name} stand twice: ${line.trim()}`;
    }
  return null;
};

const NO =
  /(?<!\p{L})(?:no|never(?: as| in| with)?|without(?: any)?|not (?:as|in|by)|keine?n?|niemals|nie(?: als| in)?|ohne|pas de|pas d[’']|jamais(?: en)?|aucune?|sans|ningún|ninguna|nunca(?: en)?|sin|nenhuma?|sem|nessun\p{L}*|mai(?: in)?|senza|geen|nooit|zonder|żadn\p{L}+|bez|nigdy|inga|ingen|aldrig|utan)\s+((?:\p{L}[\p{L}-]*)(?:\s\p{L}[\p{L}-]*){0,2})/giu;
const WEAK = new Set(
  'more less other later longer than the and with mehr weniger plus moins más menos change changes error errors problem problems need data value one way time'.split(
    ' ',
  ),
);

/** A thing that is ruled out and stands there as a column, a key, a field, a value or a script of somebody else. */
const ruledOut: Rule = (raw, scope, all) => {
  const files = (scope.length > 0 ? scope : all).filter(({ path }) => !isTest(path) && !PROSE.test(path));
  if (
    /(?:third[- ]party|external|fremde?n?|externe[ns]?|tiers|tercer[oa]s|terceiros|terzi|derden)\s+(?:\p{L}+\s)?(?:scripts?|skripte?n?|trackers?|cookies)/iu.test(
      raw,
    )
  ) {
    const foreign = files.find(({ text }) => /<script[^>]{1,500}src=["'](?:https?:)?\/\//i.test(text));
    if (foreign !== undefined)
      return `${foreign.path} loads a script of somebody else: ${/<script[^>]{1,500}src=["'][^"']+/i.exec(foreign.text.replace(/<script[^>]{1,500}src=["'](?!https?:|\/\/)[^>]*>/gi, ''))?.[0] ?? ''}`;
  }
  for (const { 1: phrase = '' } of raw.replace(/`[^`]*`/g, ' ').matchAll(NO)) {
    const [thing] = wordsSaid(phrase)
      .map((word) => word.toLowerCase())
      .filter((word) => word.length > 3 && !WEAK.has(word));
    if (thing === undefined) continue;
    const name = RegExp.escape(thing.replace(/s$/, ''));
    const value = new RegExp(`[:=,(]\\s*["'\`]${name}s?["'\`]`, 'i');
    const column = new RegExp(
      `^[ \\t]*["'\`]?(?:\\w+_)?${name}(?:_\\w+)?["'\`]?\\s+(?:TEXT|VARCHAR|CHAR|INT|DATE|NUMERIC|TIMESTAMP)`,
      'im',
    );
    for (const file of files) {
      const { path, text } = file;
      const found =
        (isCode(path) ? value.exec(withoutComments(file).text) : null) ??
        (/\.sql$/i.test(path) ? column.exec(text) : null);
      if (found !== null) return `${path} has ${found[0].trim()}, and ${thing} is ruled out`;
    }
  }
  return null;
};

const ON = anyOf(
  'enabled|activated?|active|switched on|turned on|aktiviert|aktiv|eingeschaltet|activée?s?|actif|activad[oa]s?|activ[oa]|habilitad[oa]s?|ativad[oa]s?|abilitat[oaie]|attiv[oaie]|ingeschakeld|actief|włączon\\p{L}+|aktywn\\p{L}+|aktiverad\\p{L}*',
  '有効|启用',
);
const IS_OFF =
  /^[ \t]*["']?(enabled|active|enable|activated|aktiv|actif|activo|attivo|ativo)["']?[ \t]*[:=][ \t]*["']?(?:false|off|no|0)\b.*$/im;

const switchedOff: Rule = (raw, scope) => {
  if (!ON.test(raw)) return null;
  for (const { path, text } of scope.filter((file) => DATA.test(file.path))) {
    const found = IS_OFF.exec(text);
    if (found !== null) return `${path} has ${found[0].trim()}`;
  }
  return null;
};

/** Parts of a page by what people call them. */
const PARTS: readonly [name: RegExp, mark: RegExp, shown: string][] = [
  [
    anyOf('captions?|tabellenüberschrift|légende|leyenda|legenda|didascalia|bijschrift|podpis tabeli'),
    /<caption[\s>]/i,
    'caption',
  ],
  [
    anyOf(
      'column head(?:ing|er)s?|header row|spaltenköpfe?n?|kopfzeile|en-têtes? de colonnes?|encabezados? de columna|cabeçalhos? de coluna|intestazioni (?:di|delle) colonn[ae]|kolomkoppen|nagłówki kolumn|kolumnrubriker',
    ),
    /<th[\s>]/i,
    'column heading (th)',
  ],
  [
    anyOf(
      'alt(?:ernative)? texts?|alternativtexte?|textes? alternatifs?|textos? alternativos?|testi? alternativi?',
    ),
    /\balt=["'][^"']+/i,
    'alternative text',
  ],
  [
    anyOf(
      'search field|search box|suchfeld|champ de recherche|campo de búsqueda|campo de busca|campo di ricerca|zoekveld',
    ),
    /type=["']search|role=["']search|name=["'](?:q|search|such|buscar|busca|cerca|zoek)/i,
    'search field',
  ],
  [
    anyOf('checkbox(?:es)?|kontrollkästchen|case à cocher|casilla|caixa de seleção|casella|selectievakje'),
    /type=["']checkbox/i,
    'checkbox',
  ],
  [anyOf('skip link|sprunglink'), /href=["']#(?:main|content|inhalt)/i, 'skip link'],
];

const missingPart: Rule = (raw, scope) => {
  const pages = scope.filter(({ path }) => PAGE.test(path));
  if (pages.length === 0) return null;
  const gone = PARTS.find(([name, mark]) => name.test(raw) && !pages.some(({ text }) => mark.test(text)));
  return gone === undefined ? null : `${pages.map(({ path }) => path).join(', ')} has no ${gone[2]}`;
};

const FOR_EACH = /(?<!\p{L})(?:per|pro|je|par|por|na|voor elke|för varje|by)\s+(\p{L}{4,})/giu;

/** "counts receipts per shop", and a query that knows no shop. */
const notForEach: Rule = (raw, scope) => {
  const queries = scope.filter(({ path }) => /\.sql$/i.test(path));
  for (const { 1: noun = '' } of raw.matchAll(FOR_EACH)) {
    const stem = noun.toLowerCase().slice(0, 4);
    const query = queries.find(({ text }) => !text.toLowerCase().includes(stem));
    if (query !== undefined && queries.length === 1) return `${query.path} does not tell it for each ${noun}`;
  }
  return null;
};

const SERIES =
  /(?<![\w/-])`?([\w/-]{0,120}?)(\d{1,6})(\.\w{1,5})`?\s*(?:to|through|bis|à|a|al|hasta|até|tot(?: en met)?|do|till|–|—|-|から|〜|至|到)\s*`?\1(\d{1,6})\3`?/iu;

/** `station-1.txt` to `station-8.txt`: every one of them. */
const missingOfSeries: Rule = (raw, _, all) => {
  const match = SERIES.exec(raw);
  if (match === null) return null;
  const [, start = '', first = '', end = '', last = ''] = match;
  const names = new Set(all.map(({ path }) => path.split('/').at(-1) ?? ''));
  const wanted = Array.from(
    { length: Math.min(200, Number(last) - Number(first) + 1) },
    (_, at) => `${start.split('/').at(-1)}${Number(first) + at}${end}`,
  );
  const gone = wanted.filter((name) => !names.has(name));
  return gone.length === 0 || gone.length === wanted.length
    ? null
    : `${gone.join(', ')} of ${wanted.length} files is missing`;
};

const MOST_WORDS = new RegExp(
  `(?<!\\p{L})(?:at most|no more than|up to|max(?:imum|\\.)?|höchstens|maximal|au plus|au maximum|jusqu[’']à|como máximo|máximo|hasta|no máximo|até|al massimo|massimo|fino a|maximaal|hoogstens|najwyżej|maksymalnie|do|högst|upp till)\\s+(?:de |di )?(\\d{1,5}|${NUMBER_WORD})\\s+(?:words|wörter|worte|mots|palabras|palavras|parole|woorden|słów|ord)(?!\\p{L})`,
  'iu',
);

const tooManyWords: Rule = (raw, scope, all) => {
  const bound = MOST_WORDS.exec(raw);
  const said = bound?.[1]?.toLowerCase();
  // Of a part of the file: how long that is cannot be told.
  if (
    said === undefined ||
    partBounded(raw.slice(0, bound?.index)) !== null ||
    /(?<!\p{L})(?:intro\p{L}*|summary|abstract|title|headline|lead|teaser|einleitung|zusammenfassung|titel|chapeau|résumé|titre|resumen|título|resumo|sommario|titolo|samenvatting|wstęp|ingress|paragraph|absatz|paragraphe|párrafo|alinea|sentence|satz|phrase|frase|zin)(?!\p{L})/iu.test(
      raw,
    )
  )
    return null;
  const most = NUMBER_WORDS[said] ?? Number(said);
  const words = wordsSaid(raw).map((word) => word.toLowerCase());
  const meant =
    scope.length > 0
      ? scope
      : all.filter(({ path }) =>
          path
            .toLowerCase()
            .split(/[/_.-]/)
            .some((part) => part.length > 3 && words.includes(part)),
        );
  const long = meant
    .filter(({ path }) => PROSE.test(path))
    .map(({ path, text }) => ({
      path,
      count: (text.match(/[\p{L}\p{N}]+(?:[’'-][\p{L}\p{N}]+)*/gu) ?? []).length,
    }))
    .find(({ count }) => count > most);
  return long === undefined ? null : `${long.path} has ${long.count} words, and ${most} are allowed`;
};

const CHOICES = /(?<![\d.,])(\d{1,5})(?:\s*[/,]\s*(\d{1,5})){2,50}(?![\d.,]*\d)/u;

/** "amounts 20 / 50 / 100": each of them stands in the page. */
const missingChoice: Rule = (raw, scope) => {
  const run = CHOICES.exec(raw.replace(/`[^`]*`/g, ' '))?.[0];
  if (run === undefined) return null;
  const files = scope.filter(({ path }) => PAGE.test(path) || DATA.test(path) || isCode(path));
  const figures = run.split(/\s*[/,]\s*/);
  const lacking = figures.filter(
    (figure) =>
      files.length > 0 && !files.some(({ text }) => new RegExp(`(?<![\\d.,])${figure}(?![\\d])`).test(text)),
  );
  // A program may work them out: only where it lists most of them it lists too few.
  const isWorkedOut = files.some(({ path }) => isCode(path)) && lacking.length >= figures.length / 2;
  const [gone] = isWorkedOut ? [] : lacking;
  return gone === undefined ? null : `${files.map(({ path }) => path).join(', ')} has no ${gone}`;
};

const LATER = anyOf(
  'will be (?:added|implemented|delivered|done|written|included|provided)[^.]{0,40}(?:later|next|soon|version|release|sprint|phase)|(?:planned|scheduled) for (?:a |the )?(?:later|next)|coming (?:soon|in)|not (?:yet )?(?:implemented|part of this (?:version|release))|wird (?:später|in der nächsten|noch)[^.]{0,40}(?:ergänzt|nachgereicht|umgesetzt|geliefert|hinzugefügt)|folgt (?:in|mit) der nächsten|sera (?:ajoutée?|livrée?|réalisée?)[^.]{0,40}(?:prochaine|plus tard|ultérieure)|se (?:añadirá|agregará|incluirá)[^.]{0,40}(?:próxima|más adelante|siguiente)|será (?:adicionad[oa]|incluíd[oa]|entregue)[^.]{0,40}(?:próxima|depois|futura)|sarà (?:aggiunt[oa]|inclus[oa]|consegnat[oa])[^.]{0,40}(?:prossima|successiva|futura)|wordt (?:later|in de volgende)[^.]{0,40}toegevoegd|zostanie (?:dodan\\p{L}+|uzupełnion\\p{L}+)[^.]{0,40}(?:następn\\p{L}+|później)|läggs till (?:senare|i nästa)',
  '次の版で|後日(?:対応|追加)|今後対応|下一版本|后续(?:添加|实现)',
);

/** A document that says of it that it comes later. */
const onlyPromised: Rule = (raw, _, all) => {
  const words = wordsSaid(raw.replace(/`[^`]*`/g, ' '))
    .map((word) => word.toLowerCase().slice(0, 6))
    .filter((word) => word.length >= 5);
  // A sentence about another thing of the same program shares some words too.
  const needed = Math.max(2, Math.ceil(words.length / 2));
  for (const { path, text } of all.filter((file) => PROSE.test(file.path)))
    for (const sentence of text.split(/(?<=[.!?。])\s|\n/)) {
      const said = sentence.toLowerCase();
      if (LATER.test(sentence) && words.filter((word) => said.includes(word)).length >= needed)
        return `${path} only promises it: "${sentence.trim().slice(0, 120)}"`;
    }
  return null;
};

const OF_NAMED: readonly Rule[] = [
  gap,
  unique,
  ruledOut,
  commentedOut,
  idleTests,
  switchedOff,
  unused,
  missingPart,
  oneTooFew,
  notForEach,
  missingOfSeries,
  tooManyWords,
  missingChoice,
  otherOrder,
  otherStatus,
  otherUnit,
  onlyPromised,
];
const OF_ANY: readonly Rule[] = [unique, ruledOut, tooManyWords, missingOfSeries, otherStatus, onlyPromised];

/** Null where nothing that can be looked at speaks against it. */
export function brokenProperty(
  raw: string,
  scope: readonly ProjectText[],
  all: readonly ProjectText[],
): string | null {
  for (const rule of scope.length > 0 ? OF_NAMED : OF_ANY) {
    const broken = rule(raw, scope, all);
    if (broken !== null) return broken;
  }
  return null;
}
