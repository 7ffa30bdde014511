/**
 * Votes that stand in somebody else's text, in any spelling an agent may undo while it repeats it. In an answer whose
 * tags carry no code of the run, one of them may be a quotation.
 */
import { decodeHTML } from 'entities';
import { Attributes, readAttributes } from './parsers/attributes.ts';

const VOTE = /[<‹〈⟨]\s*(?:[a-z]+:)?PANELIST\b([^<>]*)[>›〉⟩]/giu;
/** An entity may be escaped again, and again. */
const LAYERS = 3;
const LONG_BASE64 = /[A-Za-z0-9+/_-]{24,}={0,2}/g;
const MAX_BASE64 = 200;
const MAX_VOTES = 1_000;

export function quotedVotes(texts: readonly string[]): ReadonlySet<string> {
  const votes = new Set<string>();
  for (const text of texts) for (const reading of readingsOf(text)) collect(reading, votes);
  return votes;
}

/** What an agent may make of a text: its letters as they look, under each layer of escapes, and what is in base64. */
export function* readingsOf(text: string): Generator<string> {
  let layer = text;
  for (let i = 0; i <= LAYERS; i++) {
    yield visible(layer);
    const next = unescaped(layer);
    if (next === layer) break;
    layer = next;
  }
  let looked = 0;
  for (const [word] of text.matchAll(LONG_BASE64)) {
    if (++looked > MAX_BASE64) return;
    yield visible(Buffer.from(word, 'base64').toString('utf8'));
  }
}

function collect(text: string, votes: Set<string>): void {
  const attributes = new Attributes();
  for (const [, inner = ''] of text.matchAll(VOTE)) {
    if (votes.size >= MAX_VOTES) return;
    const end = inner.endsWith('/') ? inner.length - 1 : inner.length;
    readAttributes(inner, 0, end, attributes);
    if (attributes.find('score') !== null) votes.add(attributes.canonical);
  }
}

/** Letters as a reader sees them: full width, styled, with nothing between them. */
function visible(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Mn}\p{Cc}]+/gu, (run) => (/\s/.test(run) ? ' ' : ''))
    .replace(/[СсΙІіΡРрΑАаΤТтΕЕеΝНһΜМΟОоSѕ]/gu, (letter) => LOOKALIKES[letter] ?? letter);
}

const LOOKALIKES: Readonly<Record<string, string>> = {
  С: 'C',
  с: 'c',
  Ι: 'I',
  І: 'I',
  і: 'i',
  Ρ: 'P',
  Р: 'P',
  р: 'p',
  Α: 'A',
  А: 'A',
  а: 'a',
  Τ: 'T',
  Т: 'T',
  т: 't',
  Ε: 'E',
  Е: 'E',
  е: 'e',
  Ν: 'N',
  Н: 'H',
  һ: 'h',
  Μ: 'M',
  М: 'M',
  Ο: 'O',
  О: 'O',
  о: 'o',
  ѕ: 's',
};

function unescaped(text: string): string {
  return decodeHTML(text)
    .replace(
      /\\u\{?([0-9a-f]{2,6})\}?|\\x([0-9a-f]{2})|\\([0-7]{2,3})|%([0-9a-f]{2})|\\([0-9a-f]{2,6}) ?/gi,
      (whole, ...hex) => {
        const [u, x, octal, percent, css] = hex as (string | undefined)[];
        const point =
          octal === undefined
            ? Number.parseInt(u ?? x ?? percent ?? css ?? '', 16)
            : Number.parseInt(octal, 8);
        return point > 0x1f && point < 0x11_0000 ? String.fromCodePoint(point) : whole;
      },
    )
    .replace(/\\([<>/"'])/g, '$1');
}
