/** Whether a delivered file is only the place where something shall be: empty, a stub, "coming soon". */
import { functionsIn } from './functions.ts';
import { saysUnfinished, withoutUnfinished } from './unfinished-words.ts';

export interface Lack {
  line: number;
  reason: string;
}

const CODE =
  /\.(?:[cm]?[jt]sx?|py|pyi|rb|ex|exs|go|rs|java|kt|kts|cs|php|c|h|cc|cpp|hpp|swift|scala|dart|vue|svelte|lua|pl)$/i;
const SCRIPT = /\.(?:sh|bash|zsh|ps1|sql|make|mk)$/i;
const PAGE = /\.(?:html?|xhtml)$/i;
const DATA = /\.(?:json5?|ya?ml|toml|ini|conf|cfg|xml|csv|tsv|properties|po)$/i;
/** Fewer words than this beside the mark are no document. */
const FEWEST_WORDS = 12;
/** More than a placeholder has: what begins with so much says something, or is code that is looked at so far. */
const MOST_CHARS = { text: 20_000, code: 200_000 } as const;

export function isCode(path: string): boolean {
  return CODE.test(path) || SCRIPT.test(path);
}

export function isTest(path: string): boolean {
  return /(?:^|[/_.-])(?:tests?|specs?|__tests__)(?:[/_.-]|$)/i.test(path);
}

/** Null where something is there. */
export function placeholderIn(path: string, source: string): Lack | null {
  const text = source
    .slice(0, CODE.test(path) || SCRIPT.test(path) ? MOST_CHARS.code : MOST_CHARS.text)
    .replace(/^\uFEFF/, '');
  if (text.trim() === '' && source.length === text.length) return { line: 1, reason: 'is empty' };
  if (CODE.test(path)) return stubIn(path, text);
  if (SCRIPT.test(path)) return scriptStub(text);
  if (PAGE.test(path)) return thin(visibleText(text), text, hasControls(text));
  if (DATA.test(path)) return emptyData(text);
  return thin(proseOf(text), text, false);
}

function stubIn(path: string, text: string): Lack | null {
  const functions = functionsIn(path, text);
  const [first] = functions;
  if (first !== undefined) {
    if (functions.some(({ lacks }) => lacks === null)) return null;
    return { line: first.line, reason: `has only a stub: ${first.name || 'its function'}, ${first.lacks}` };
  }
  const code = text
    .replace(/\/\*[\s\S]{0,20000}?\*\/|"""[\s\S]{0,20000}?"""|'''[\s\S]{0,20000}?'''/g, '')
    .replace(/^[^\S\n]*(?:\/\/|#(?!include)).*$/gm, '')
    .replace(
      /^[^\S\n]*(?:import|from|use|using|package|require|export\s*\{\s*\}|"use strict"|'use strict'|<\?php|#include).*$/gm,
      '',
    )
    .replace(/\b(?:pass|\.\.\.)\s*$/gm, '')
    .replace(/^[^\S\n]*(?:export\s+)?(?:abstract\s+)?class\s+[^\n{:]*[:{]?\s*\}?\s*$/gm, '');
  if (/[\p{L}\p{N}]/u.test(code)) return null;
  return { line: 1, reason: 'has no code in it, only comments' };
}

function scriptStub(text: string): Lack | null {
  const lines = text.split('\n').map((line) => line.trim());
  const left = lines.filter(
    (line) =>
      line !== '' &&
      !/^(?:#|--|\/\*|\*|exit\b|set -)/.test(line) &&
      !(/^(?:echo|printf|select|Write-Host)\b/i.test(line) && saysUnfinished(line)),
  );
  return left.length > 0 ? null : { line: 1, reason: 'does nothing' };
}

function emptyData(text: string): Lack | null {
  const bare = text.replace(/^[^\S\n]*(?:#|;|<!--).*$/gm, '').trim();
  if (/^(?:\{\s*\}|\[\s*\]|null|""|---|)$/.test(bare)) return { line: 1, reason: 'has nothing in it' };
  // A value may be a word such as "open"; a file of nothing but such words is unfinished.
  const values = [...bare.matchAll(/[:=]\s*["']?([^"'\n,}]+)/g)].map(([, value = '']) => value);
  const isValued = values.some((value) => !saysUnfinished(value));
  return !isValued && wordsOf(withoutUnfinished(bare)) < 4 && saysUnfinished(bare)
    ? { line: markedLine(text), reason: 'says that it is unfinished' }
    : null;
}

const LATIN =
  'lorem ipsum|dolor sit amet|consectetur adipisc|sed do eiusmod|ut enim ad minim|quis nostrud|duis aute irure|excepteur sint|sed ut perspiciatis|hinter den wortbergen';
const FILLER = new RegExp(LATIN, 'i');
const FILLER_SENTENCE = new RegExp(`[^.!?]{0,400}(?:${LATIN})[^.!?]{0,400}[.!?]?`, 'gi');

/** Headings alone are the outline of a document. */
function thin(prose: string, source: string, doesMore: boolean): Lack | null {
  if (FILLER.test(prose) && wordsOf(prose.replace(FILLER_SENTENCE, ' ')) < FEWEST_WORDS)
    return { line: 1, reason: 'has only filler in it' };
  const words = wordsOf(withoutUnfinished(prose));
  if (doesMore) return null;
  if (saysUnfinished(prose) && words < FEWEST_WORDS)
    return { line: markedLine(source), reason: 'says only that it is unfinished' };
  return words === 0 ? { line: 1, reason: 'has headings and nothing under them' } : null;
}

function proseOf(text: string): string {
  return text
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replace(/<!--[\s\S]{0,5000}?-->/g, (comment) => (saysUnfinished(comment) ? comment : ''))
    .replace(/^\s{0,3}#{1,6}\s.*$/gm, '')
    .replace(/^.*\n[=-]{3,}[^\S\n]*$/gm, '')
    .replace(/^[ \t|:=-]+$/gm, '');
}

function visibleText(html: string): string {
  const body = /<body[\s\S]*$/i.exec(html)?.[0] ?? html;
  return body
    .replace(/<!--[\s\S]{0,5000}?-->/g, '')
    .replace(/<(script|style|template|title)\b[\s\S]{0,5000}?<\/\1\s*>/gi, '')
    .replace(/<h[1-6]\b[\s\S]{0,2000}?<\/h[1-6]\s*>/gi, (heading) => (saysUnfinished(heading) ? heading : ''))
    .replace(/<[^<>]*>/g, ' ');
}

/** A page that does its work by a form, a picture or a script need not say much. */
function hasControls(html: string): boolean {
  return /<(?:form|input|select|textarea|button|canvas|svg|img|video|audio|table|iframe|script)\b/i.test(
    html,
  );
}

function markedLine(text: string): number {
  return text.split('\n').findIndex(saysUnfinished) + 1 || 1;
}

function wordsOf(text: string): number {
  const spaced = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  const unspaced =
    text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu) ?? [];
  return unspaced.length > spaced.length ? Math.ceil(unspaced.length / 2) : spaced.length;
}
