/** What a requirement says of every row, entry or word of a delivered file, held against them one by one. */
import { MORE_THAN_ONE, NUMBER_WORDS } from '../../documents/language/number-words.ts';
import { figuresIn } from '../facts/figures-in.ts';
import type { ProjectText } from '../project-texts.ts';
import { isFiller, stemOf, stemsOf } from '../words.ts';
import { wordsSaid } from './said-in.ts';

const MOST_ROWS = 5_000;
const UPPER =
  /(?:at most|no more than|not more than|max\.?|maximum|maximal|höchstens|bis zu|au plus|au maximum|como máximo|máximo|no máximo|al massimo|al più|maximaal|hoogstens|under|below|less than|unter|weniger als|moins de|menos de|meno di|up to|jusqu['’]à|hasta|até|fino a|最大|最多|不超过)\s*(?:de|von|of|di)?\s*$/iu;
const LOWER =
  /(?:at least|no less than|min\.?|minimum|mindestens|wenigstens|au moins|al menos|mínimo|como mínimo|pelo menos|no mínimo|almeno|minstens|最低|至少|少なくとも)\s*(?:de|von|of|di)?\s*$/iu;

interface Column {
  name: string;
  cells: readonly { line: number; shown: string; value: number }[];
}

/** "at most 3 %" of a column that has the same name: every row must keep to it. */
export function brokenRow(raw: string, scope: readonly ProjectText[]): string | null {
  const text = raw.replace(/`[^`\n]*`/g, (marked) => ' '.repeat(marked.length));
  for (const figure of figuresIn(text, false)) {
    const before = text.slice(Math.max(0, figure.at - 24), figure.at);
    const isUpper = UPPER.test(before);
    if (!isUpper && !LOWER.test(before)) continue;
    // What is bounded stands right before its bound, or is counted behind it.
    const about = wordsSaid(`${text.slice(Math.max(0, figure.at - 70), figure.at)} ${figure.counted}`);
    for (const file of scope)
      for (const { name, cells } of columnsOf(file)) {
        if (!about.some((word) => isNamed(word, name))) continue;
        const bad = cells.find(({ value }) => (isUpper ? value > figure.value : value < figure.value));
        if (bad !== undefined)
          return `${file.path}:${bad.line} has ${name} ${bad.shown}, and ${before.trim().split(/\s+/).slice(-2).join(' ')} ${figure.shown} is asked for`;
      }
  }
  return null;
}

function isNamed(word: string, column: string): boolean {
  const start = word.toLowerCase().slice(0, Math.max(4, word.length - 2));
  return start.length >= 4 && column.toLowerCase().includes(start);
}

function columnsOf({ path, text }: ProjectText): Column[] {
  if (!/\.[ct]sv$/i.test(path)) return [];
  const [head = '', ...rows] = text.split(/\r?\n/, MOST_ROWS);
  const mark = ['\t', ';', ','].find((one) => head.includes(one)) ?? ',';
  const names = head.split(mark);
  return names.map((name, index) => ({
    name: name.trim(),
    cells: rows.flatMap((row, at) => {
      const shown = (row.split(mark)[index] ?? '').trim();
      return /^-?\d+(?:[.,]\d+)?\s*%?$/.test(shown)
        ? [{ line: at + 2, shown, value: Number(shown.replace(/\s*%$/, '').replace(',', '.')) }]
        : [];
    }),
  }));
}

const WORDS = 'words?|wörtern?|wort|mots?|palabras?|palavras?|parole|woorden';
const NUMBER = `(\\d{1,5}|${MORE_THAN_ONE})`;
const BETWEEN = new RegExp(
  `${NUMBER}\\s*(?:and|to|und|bis|et|à|y|a|e|en|tot|–|-)\\s*${NUMBER}\\s+(?:${WORDS})(?!\\p{L})`,
  'iu',
);
const SOME_WORDS = new RegExp(`${NUMBER}\\s+(?:${WORDS})(?!\\p{L})`, 'iu');

/** "between 60 and 180 words", "at most 200 words": of every document it names. */
export function otherLength(raw: string, scope: readonly ProjectText[]): string | null {
  const text = raw.replace(/`[^`\n]*`/g, ' ');
  const both = BETWEEN.exec(text);
  const one = both === null ? SOME_WORDS.exec(text) : null;
  const before = one === null ? '' : text.slice(Math.max(0, one.index - 24), one.index);
  const [low, high] =
    both !== null
      ? [countOf(both[1]), countOf(both[2])]
      : one === null
        ? [0, Infinity]
        : UPPER.test(before)
          ? [0, countOf(one[1])]
          : LOWER.test(before)
            ? [countOf(one[1]), Infinity]
            : [0, Infinity];
  const part = partBounded(raw.slice(0, raw.indexOf((both ?? one)?.[0] ?? '')));
  for (const { path, text: whole } of scope) {
    const own = part === null || stemsOf(path).has(stemOf(part)) ? whole : sectionOf(part, whole);
    if (own === null) continue;
    if (!/\.(?:md|mdx|markdown|txt|rst|adoc)$/i.test(path)) continue;
    const count =
      own.replace(/^---\n[\s\S]*?\n---\n/, '').match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu)?.length ?? 0;
    if (count < low || count > high)
      return `${path} has ${count} words, and ${(both ?? one)?.[0]} are asked for`;
  }
  return null;
}

/** "a summary of at most" and "the summary has at most": what is bounded, where it is a part of the text by its name. */
export function partBounded(before: string): string | null {
  // "`tale.md` is a tale of": the file itself.
  if (before.includes('`') && !CONTAINS.test(before)) return null;
  const bare = before.replace(BOUND, ' ').replace(JOINED, ' ').trimEnd();
  // "Each script": the files themselves.
  if (EACH.test(bare)) return null;
  const noun = /(?<!\p{L})(\p{L}{4,})$/u.exec(bare)?.[1];
  return noun === undefined || WHOLE.test(noun) || isFiller(noun) ? null : noun;
}

const EACH = /(?<!\p{L})(?:each|every|all|jede[rs]?|alle|chaque|cada|ogni|elke?)\s+\p{L}+$/iu;
const CONTAINS =
  /(?<!\p{L})(?:with|contains?|includes?|including|begins?|starts?|ends?|has|have|gives?|and|mit|enthält|beginnt|hat|und|avec|contient|commence|et|con|contiene|incluye|empieza|y|com|contém|começa|e|inizia|ed|met|bevat|begint|en)(?!\p{L})|[,;]/iu;
const BOUND =
  /(?:between|zwischen|entre|tra|fra|tussen|from|von|de|at most|at least|no(?:t)? (?:more|less|fewer) than|max\.?|maximum|maximal|höchstens|mindestens|wenigstens|bis zu|au plus|au moins|au maximum|como máximo|al menos|máximo|no máximo|pelo menos|al massimo|al più|almeno|maximaal|hoogstens|minstens|under|below|less than|fewer than|unter|weniger als|moins de|menos de|meno di|up to|jusqu['’]à|hasta|até|fino a|about|etwa|environ|unos|cerca de)\s*$/iu;
const JOINED =
  /(?<!\p{L})(?:of|with|in|has|have|is|stays|takes|von|mit|aus|in|hat|ist|umfasst|de|en|avec|compte|a|tiene|con|em|com|tem|di|ha|van|met|heeft)(?:\s+(?:of|von|de|di|van))?\s*$|[(,:]\s*$/iu;
/** Names of the whole text: what is said of them is said of the file. */
const WHOLE =
  /^(?:texts?|texte[sn]?|textos?|testo|pages?|seiten?|páginas?|pagin[ae]|documents?|dokumente?|documentos?|documento|files?|datei(?:en)?|fichiers?|archivos?|ficheros?|arquivos?|bestand|letters?|briefe?|lettres?|cartas?|lettera|brief|articles?|artikel|artículos?|artigos?|articolo|posts?|beitrag|beiträge|notes?|reports?|berichte?|rapports?|informes?|guides?|leaflets?|merkbl\p{L}+|handouts?|handbooks?|handbuch|readme|each|every|all|both|jede[rs]?|alle|beide|chaque|cada|ogni|they|it|which|that)$/iu;

/** What stands below a heading of that name, down to the next one. */
function sectionOf(name: string, text: string): string | null {
  const stem = stemOf(name);
  const parts = text.split(/^(?=#{1,6}\s)/mu);
  const own = parts.find((part) => stemsOf(/^#{1,6}\s+([^\n]*)/u.exec(part)?.[1] ?? '').has(stem));
  return own?.replace(/^[^\n]*/u, '') ?? null;
}

function countOf(word: string | undefined): number {
  return NUMBER_WORDS[(word ?? '').toLowerCase()] ?? Number(word);
}
