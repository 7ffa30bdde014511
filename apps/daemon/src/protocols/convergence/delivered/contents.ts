/** What can be counted in a delivered file: entries, versions, keys, sections, names that the brief gives elsewhere. */

import { MORE_THAN_ONE, NUMBER_WORDS } from '../../documents/language/number-words.ts';
import { quantitiesIn } from '../../documents/language/quantities.ts';
import type { ProjectText } from '../project-texts.ts';
import { stemOf, stemsOf } from '../words.ts';
import { countedNoun, isCountablePart, isNoCount } from './counted-parts.ts';
import { saysUnfinished, withoutUnfinished } from './unfinished-words.ts';

/** A sentence that says what is missing; null where nothing is. `brief`: all that is asked for. */
export function missingContents(raw: string, named: readonly ProjectText[], brief: string): string | null {
  for (const file of named) {
    const lack = fewerEntries(raw, file) ?? unfinishedSection(file);
    if (lack !== null) return `${file.path} ${lack}`;
  }
  return otherVersion(raw, named) ?? unequalKeys(raw, named) ?? missingOfAll(raw, named, brief);
}

const COUNT = new RegExp(
  `(?<![\\p{L}\\p{N}.,:/-])(\\d{1,4}|${MORE_THAN_ONE})\\s+(?:([\\p{L}-]+)\\s+)?(\\p{L}{3,})`,
  'giu',
);

const FOLDER = /`((?:[\w.-]+\/)+)`/u;
const KIND = /(?<!\p{L})(csv|tsv|json|ya?ml|xml|html?|md|markdown|txt|svg|png|jpe?g|pdf|sql)(?!\p{L})/giu;

/** "Ten datasets are in `data/`, each as CSV": as many files of one kind. */
export function fewerFiles(raw: string, paths: Iterable<string>): string | null {
  const folder = FOLDER.exec(raw)?.[1];
  if (folder === undefined) return null;
  const kinds = new Set([...raw.matchAll(KIND)].map(([, kind = '']) => kind.toLowerCase()));
  const inside = [...paths].filter(
    (path) =>
      (path.startsWith(folder) || path.includes(`/${folder}`)) &&
      (kinds.size === 0 || kinds.has(path.split('.').at(-1)?.toLowerCase() ?? '')),
  );
  const own = stemsOf(folder);
  const counted = countsIn(raw).find(
    ({ noun }) => isCountablePart(noun) || own.has(stemOf(noun)) || kinds.has(noun.toLowerCase()),
  );
  return counted !== undefined && inside.length < counted.wanted
    ? `${folder} has ${inside.length} files, and ${counted.shown} are asked for`
    : null;
}

interface Count {
  wanted: number;
  noun: string;
  shown: string;
}

/** "5 rows", "three short examples": numbers that say how many of something there shall be. */
function countsIn(raw: string): Count[] {
  const text = raw.replace(/`[^`]*`/g, ' ');
  return [...text.matchAll(COUNT)].flatMap(
    ({ 0: shown, 1: number = '', 2: first = '', 3: second = '', index }) => {
      const noun = isNoCount(text, index) ? null : countedNoun(first, second);
      const wanted = NUMBER_WORDS[number.toLowerCase()] ?? Number(number);
      return noun === null ? [] : [{ wanted, noun, shown: shown.trim() }];
    },
  );
}

/** "10 questions" in `questions.json`, "7 days" in a table with a column for the day. */
function fewerEntries(raw: string, { path, text }: ProjectText): string | null {
  const entries = entriesOf(path, text);
  if (entries === null) return null;
  const names = new Set([...stemsOf((path.split('/').at(-1) ?? '').replace(/\.\w+$/, '')), ...entries.names]);
  for (const { wanted, noun, shown } of countsIn(raw)) {
    const isIt =
      (entries.isOnly && isCountablePart(noun)) ||
      [...shown.matchAll(/\p{L}{3,}/gu)].some(([word]) => names.has(stemOf(word)));
    if (isIt && entries.count > 0 && entries.count < wanted && !isMeasured(raw, shown))
      return `has ${entries.count} entries, and ${shown} are asked for`;
  }
  return null;
}

/** "three per shift", "90 minutes": no number of entries. */
function isMeasured(raw: string, shown: string): boolean {
  const behind = raw.slice(raw.indexOf(shown) + shown.length, raw.indexOf(shown) + shown.length + 12);
  return (
    quantitiesIn(shown).some(({ dimension }) => dimension !== 'count') ||
    /^\s*(?:per|each|a|an|je|pro|par|por|al|la|per|elke?)(?!\p{L})/iu.test(behind)
  );
}

interface Entries {
  count: number;
  names: string[];
  /** The file is one list and nothing else: a part of a page that is counted can only be its entries. */
  isOnly: boolean;
}

/** Rows of the one table of a page. */
function pageRows(text: string): Entries | null {
  if ((text.match(/<table\b/gi) ?? []).length !== 1) return null;
  const rows = (text.match(/<tr\b[\s\S]{0,5000}?<\/tr>/gi) ?? []).filter((row) => /<td\b/i.test(row));
  const [head = ''] = /<tr\b[\s\S]{0,5000}?<\/tr>/i.exec(text) ?? [];
  const heads = /<td\b/i.test(head) ? [] : [...stemsOf(head.replace(/<[^>]*>/g, ' '))];
  return { count: rows.length, names: heads, isOnly: true };
}

function entriesOf(path: string, text: string): Entries | null {
  if (/\.html?$/i.test(path)) return pageRows(text);
  if (/\.[ct]sv$/i.test(path)) {
    const [head = '', ...rows] = text.split(/\r?\n/).filter((line) => line.trim() !== '');
    const names = head.split(/[,;\t]/).map((name) => stemOf(name.trim()));
    return { count: rows.length, names, isOnly: true };
  }
  if (!/\.json5?$/i.test(path)) return null;
  try {
    const value: unknown = JSON.parse(text);
    const lists = Array.isArray(value)
      ? [['', value] as const]
      : typeof value === 'object' && value !== null
        ? Object.entries(value).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]))
        : [];
    const [only] = lists;
    return lists.length === 1 && only !== undefined
      ? { count: only[1].length, names: only[0] === '' ? [] : [stemOf(only[0])], isOnly: only[0] === '' }
      : null;
  } catch {
    return null;
  }
}

const HEADING = /^#{1,6}\s+(.*)$/;
const MOST_MARKED = 2;
/** A section of fewer words that says it is unfinished says nothing else. */
const SHORT_SECTION = 10;

/** A chapter that says only that it is to come. */
function unfinishedSection({ path, text }: ProjectText): string | null {
  if (!/\.(?:md|mdx|markdown|txt|rst|adoc)$/i.test(path)) return null;
  let title = '';
  let body: string[] = [];
  for (const line of [...text.split(/\r?\n/), '# ']) {
    const heading = HEADING.exec(`${line} `)?.[1];
    if (heading === undefined) {
      if (line.trim() !== '') body.push(line.trim());
      continue;
    }
    const said = body.join(' ');
    const left = withoutUnfinished(said).match(/\p{L}{2,}/gu)?.length ?? 0;
    if (
      title !== '' &&
      body.length > 0 &&
      saysUnfinished(said) &&
      (left <= MOST_MARKED || wordsIn(said) <= SHORT_SECTION)
    )
      return `has nothing in "${title.trim()}": "${said.slice(0, 80)}"`;
    title = heading;
    body = [];
  }
  return null;
}

function wordsIn(text: string): number {
  return text.match(/\p{L}{2,}/gu)?.length ?? 0;
}

const VERSION = /(?<![\d.])v?(\d+\.\d+\.\d+)(?![\d.]\d)/g;

function otherVersion(raw: string, named: readonly ProjectText[]): string | null {
  const gone = [...raw.replace(/`[^`]*`/g, ' ').matchAll(VERSION)].find(
    ([, version = '']) => !named.some(({ text }) => text.includes(version)),
  );
  return gone === undefined ? null : `${pathsOf(named)} has no ${gone[1]}`;
}

const SAME_KEYS =
  /same keys|identical keys|gleichen? schlüssel|selben schlüssel|mêmes clés|mismas claves|mesmas chaves|stesse chiavi|zelfde sleutels|同じキー|相同的键/iu;

function unequalKeys(raw: string, named: readonly ProjectText[]): string | null {
  if (!SAME_KEYS.test(raw) || named.length < 2) return null;
  const keys = named.map(({ path, text }) => ({ path, keys: keysIn(text) }));
  for (const { path, keys: own } of keys)
    for (const other of keys) {
      const gone = [...other.keys].find((key) => !own.has(key));
      if (gone !== undefined) return `${path} has no ${gone}, which ${other.path} has`;
    }
  return null;
}

function keysIn(text: string): Set<string> {
  return new Set(
    [...text.matchAll(/["']?([\p{L}_][\p{L}\p{N}_.-]*)["']?\s*[:=]/gu)].map(([, key = '']) => key),
  );
}

const ALL_FUNCTIONS =
  /(?<!\p{L})(?:both|all|each|every|beide[nr]?|alle[nr]?|jede[nr]?|les deux|toutes les|chaque|ambas|todas las|cada|ambas as|todas as|entrambe le|tutte le|ogni|beide|elke)\s+(?:of the |der |des )?(?:functions?|methods?|funktion(?:en)?|methoden?|fonctions?|méthodes?|funciones|métodos|funções|funzion[ei]|metodi|functies?)(?!\p{L})/iu;
const FUNCTION = /`([A-Za-z_$][\w$]*)\([^`]*\)`/g;
const DECLARED =
  /(?<!\p{L})(?:declares?|defines?|exports?|contains? the types?)\s+((?:[A-Z]\w+)(?:\s*(?:,|and)\s*[A-Z]\w+)+)/u;

/** "both functions", of those the brief names elsewhere; "declare Song and Concert". */
function missingOfAll(raw: string, named: readonly ProjectText[], brief: string): string | null {
  const listed = DECLARED.exec(raw.replace(/`[^`]*`/g, ' '))?.[1]?.split(/\s*(?:,|\band\b)\s*/) ?? [];
  const all = ALL_FUNCTIONS.test(raw) ? [...brief.matchAll(FUNCTION)].map(([, name = '']) => name) : [];
  const gone = [...listed, ...new Set(all)].find(
    (name) =>
      name !== '' &&
      !named.some(({ text }) => new RegExp(`(?<![\\w$])${RegExp.escape(name)}(?![\\w$])`).test(text)),
  );
  return gone === undefined ? null : `${pathsOf(named)} has no ${gone}`;
}

function pathsOf(named: readonly ProjectText[]): string {
  return named.map(({ path }) => path).join(', ');
}
