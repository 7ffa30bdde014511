/** What a requirement says of the files it names, held against what stands in them: names, quoted words, figures, parts. */
import type { ProjectText } from '../project-texts.ts';
import { folded, isFiller, stemsOf } from '../words.ts';
import { isCode, isTest } from './placeholder.ts';

const LITERALS = new Set(['true', 'false', 'null', 'none', 'undefined', 'nil']);
const IN_MARKS = /`([^`\n]{2,120})`/g;
const NAME = /^([A-Za-z_$][\w$]{2,})(?:\s*\(.*\))?$/;
const QUOTED =
  /"([^"\n]{2,60})"|“([^”\n]{2,60})”|„([^“”\n]{2,60})[“”]|«\s?([^»\n]{2,60}?)\s?»|「([^」\n]{1,60})」/g;
const PROSE = /\.(?:md|mdx|markdown|txt|rst|adoc|html?)$/i;
const VALUES =
  /\.(?:[cm]?[jt]sx?|json5?|ya?ml|toml|ini|conf|cfg|properties|xml|html?|css|scss|vue|svelte|env|sql)$/i;

/** A sentence that says what is missing; null where everything that can be looked for is there. */
export function brokenPromise(
  raw: string,
  named: readonly ProjectText[],
  all: readonly ProjectText[],
): string | null {
  if (named.length === 0) return null;
  const files = named.map(({ path }) => path).join(', ');
  const bare = withoutFiles(raw, named);
  return (
    missingName(raw, named, all, files) ??
    missingPlace(raw, named, files) ??
    missingWords(bare, named, files) ??
    missingFigure(bare, named, all, files) ??
    missingPart(bare, named, files)
  );
}

/** A name that only programs have, in code marks, that stands in no delivered file; of a requirement that names no file. */
export function absentName(raw: string, all: readonly ProjectText[]): string | null {
  const names = raw.replace(IN_MARKS, (marked) => (/[a-z][A-Z]|[a-z]_[a-z]/.test(marked) ? marked : ' '));
  return all.some(({ path }) => isCode(path)) ? missingName(names, all, all, 'what is delivered') : null;
}

function missingName(
  raw: string,
  named: readonly ProjectText[],
  all: readonly ProjectText[],
  files: string,
): string | null {
  const names = [...raw.matchAll(IN_MARKS)].flatMap(([, marked = '']) => NAME.exec(marked.trim())?.[1] ?? []);
  const known = [...named, ...all.filter(({ path }) => isCode(path) && !isTest(path))];
  const gone = names.find(
    (name) =>
      !LITERALS.has(name.toLowerCase()) &&
      // A file need not say what it is called.
      !named.some(({ path }) => path.split('/').at(-1) === name) &&
      !known.some(({ text }) => new RegExp(`(?<![\\w$])${RegExp.escape(name)}(?![\\w$])`).test(text)),
  );
  return gone === undefined ? null : `${files} has no ${gone}`;
}

/** Routes, keys and columns in code marks, of which a file has some and not all. */
function missingPlace(raw: string, named: readonly ProjectText[], files: string): string | null {
  const spans = [...raw.matchAll(IN_MARKS)]
    .map(([, marked = '']) => marked.trim().replace(/^(?:GET|POST|PUT|PATCH|DELETE)\s+/, ''))
    .filter(
      (span) =>
        /^(?:\/[\w{}:/.-]+|[\w-]+(?:[.:-][\w-]+)+)$/.test(span) &&
        !named.some(({ path }) => path.endsWith(span)),
    );
  const isThere = (span: string): boolean => named.some(({ text }) => text.includes(span));
  const gone = spans.find((span) => !isThere(span));
  return gone === undefined || !spans.some(isThere) ? null : `${files} has no ${gone}`;
}

/** What a page or a document shall say word for word. */
function missingWords(bare: string, named: readonly ProjectText[], files: string): string | null {
  if (!named.every(({ path }) => PROSE.test(path))) return null;
  const words = quotedIn(bare);
  const said = named.map(({ text }) => squeezed(text)).join('\n');
  const gone = words.find((one) => !said.includes(squeezed(one)));
  return gone === undefined ? null : `${files} does not have "${gone}"`;
}

export function quotedIn(text: string): string[] {
  return [...text.matchAll(QUOTED)].flatMap((match) => match.slice(1).find((one) => one) ?? []);
}

function squeezed(text: string): string {
  return folded(text.replace(/<[^>]*>/g, ' ')).replace(/[\s*_`]+/g, ' ');
}

const FIGURE = /(?<![\p{L}\p{N}_.,:/#-])(\d{1,9}(?:[.,]\d{1,4})?)(?![\p{N}:/-]|[.,]\d|-\p{L})/gu;
/** As the figure may stand in code: in cents, in seconds, as a share, in bytes. */
const FACTORS = [1, 100, 1_000, 60, 3_600, 60_000, 3_600_000, 24, 86_400, 1_024, 1_048_576, 0.01, 1 / 60];
/** 0, 1 and 2 stand in every program. */
const SMALLEST_TELLING = 2;

/** A rule with figures, none of which stands in what shall follow it, is not in the code. */
function missingFigure(
  bare: string,
  named: readonly ProjectText[],
  all: readonly ProjectText[],
  files: string,
): string | null {
  if (!named.every(({ path }) => isCode(path) && !isTest(path)) || isExample(bare)) return null;
  const prose = bare
    .replace(IN_MARKS, ' ')
    .replace(/\b[A-Z][A-Za-z]*[-\s]?v?\d+(?:\.\d+)*\b(?=\s*\|)|\b[A-Z]{2,}[-\s]\d+(?:[.-]\d+)*/g, ' ');
  const figures = [...prose.matchAll(FIGURE)]
    .map(([, figure = '']) => Number(figure.replace(',', '.')))
    .filter((figure) => figure > SMALLEST_TELLING);
  if (figures.length === 0) return null;
  const sources = [...named, ...all.filter(({ path }) => VALUES.test(path) && !isTest(path))];
  const known = new Set(sources.flatMap(({ text }) => valuesIn(text)));
  const wanted = figures.flatMap((figure) => [
    ...FACTORS.map((factor) => rounded(figure * factor)),
    ...(figure < 100 ? [rounded(1 - figure / 100), rounded(100 - figure)] : []),
  ]);
  return wanted.some((value) => known.has(value))
    ? null
    : `${files} has nothing of ${[...new Set(figures)].join(', ')}`;
}

/** "Given 26 pupils, when the bus has 24 seats": figures of a case, not of the rule. */
export function isExample(text: string): boolean {
  return /(?<!\p{L})(?:given|angenommen|gegeben sei|étant donné|soit|dado|dada|dato|gegeven)(?!\p{L})[\s\S]*(?<!\p{L})(?:then|when|dann|wenn|alors|quand|entonces|cuando|então|quando|allora|dan|wanneer)(?!\p{L})/iu.test(
    text,
  );
}

function valuesIn(text: string): number[] {
  const plain = [...text.matchAll(/(?<![\w.])\d[\d_]*(?:[.,]\d+)?/g)].map(([figure]) =>
    rounded(Number(figure.replaceAll('_', '').replace(',', '.'))),
  );
  const products = [...text.matchAll(/\d[\d_]*(?:\s*\*\s*\d[\d_]*)+/g)].map(([product]) =>
    rounded(product.split('*').reduce((value, part) => value * Number(part.replaceAll('_', '')), 1)),
  );
  return [...plain, ...products];
}

function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

const PART = /\s(?:and|und|et|y|e|ed|och|og|oraz|и|ve)\s|[;；、]|および|及び|以及|그리고/giu;
/** One word may be said in another way; of two or more, one would stand there. */
const FEWEST_STEMS = 2;

/**
 * A document that speaks of one part of what it shall say, and with no word of another. Where it has no word
 * of any part, or is written in another language, nothing is said.
 */
function missingPart(bare: string, named: readonly ProjectText[], files: string): string | null {
  if (!named.every(({ path }) => PROSE.test(path))) return null;
  const said = new Set(named.flatMap(({ text }) => [...stemsOf(text)]));
  const parts = bare
    .replace(/^[\s>*+-]*(?:\[[ x]\]\s*)?(?:\**[A-Z][\w.-]*\d\**\s*[:|.)]?)?/u, '')
    .split(PART)
    .map((part) => ({
      part: part.replace(/[|`*]/g, ' ').replace(/\s+/g, ' ').trim(),
      stems: [...stemsOf(part)],
    }))
    .filter(({ stems }) => stems.length > 0);
  const hits = parts.map(({ stems }) => stems.filter((stem) => said.has(stem)).length);
  const gone = parts.find(({ stems }, index) => hits[index] === 0 && stems.length >= FEWEST_STEMS);
  if (gone === undefined || Math.max(...hits) === 0 || !isSameLanguage(bare, named)) return null;
  return `${files} says nothing about "${gone.part.slice(0, 100)}"`;
}

/** The small words of the requirement stand in the document too. */
function isSameLanguage(bare: string, named: readonly ProjectText[]): boolean {
  const small = new Set([...bare.matchAll(/\p{L}+/gu)].map(([word]) => folded(word)).filter(isFiller));
  const said = new Set(
    named.flatMap(({ text }) => [...text.matchAll(/\p{L}+/gu)].map(([word]) => folded(word))),
  );
  return [...small].filter((word) => said.has(word)).length >= FEWEST_STEMS;
}

function withoutFiles(raw: string, named: readonly ProjectText[]): string {
  return named.reduce((text, { path }) => {
    const tail = path.split('/').at(-1) ?? path;
    return text.replaceAll(new RegExp(`\`?[\\w./@-]*${RegExp.escape(tail)}\`?`, 'g'), ' ');
  }, raw);
}
