/** What a requirement asks of a program, and its lines decide: what is done, tried, used, answered, and in which order. */
import { anyOf } from '../../documents/language/patterns.ts';
import { compareNameUnits } from '../facts/compare-columns.ts';
import { passagesOf } from '../facts/passages.ts';
import type { ProjectText } from '../project-texts.ts';
import { withoutComments } from './comments.ts';
import { isCode, isTest } from './placeholder.ts';
import { quotedIn } from './promises.ts';

/** A sentence that says why not; null where nothing speaks against it. */
export type Rule = (raw: string, scope: readonly ProjectText[], all: readonly ProjectText[]) => string | null;

const codeOf = (file: ProjectText): string => withoutComments(file).text;

/** Words it shall say, which stand only where nothing is done with them. */
export const commentedOut: Rule = (raw, scope) => {
  const literals = [
    ...quotedIn(raw),
    ...[...raw.matchAll(/`([^`\n]{3,60})`/g)].map(([, one = '']) => one),
  ].filter((one) => !/\.\w{1,5}$/.test(one));
  for (const file of scope.filter((one) => isCode(one.path))) {
    const { path, text } = file;
    const code = codeOf(file);
    const gone = literals.find((one) => text.includes(one) && !code.includes(one) && /\p{L}/u.test(one));
    if (gone !== undefined) return `${path} has "${gone}" in a comment only`;
  }
  return null;
};

const ASSERTS =
  /\b(?:assert\w*|expect|should|verify|raises|throws|fail|check|ensure|require|must)\b|self\.assert/i;

/** Tests that call something and look at nothing. */
export const idleTests: Rule = (_, scope) => {
  for (const { path, text } of scope.filter((file) => isTest(file.path))) {
    const bodies = [
      ...text.matchAll(/^([ \t]*)(?:async\s+)?def\s+(test\w*)[^\n]*:\n((?:\1[ \t]+[^\n]*\n|[ \t]*\n)+)/gm),
    ].map(([, , name = '', body = '']) => ({ name, body }));
    const idle = [...bodies, ...calledTests(text)].find(({ body }) => !ASSERTS.test(body));
    if (idle !== undefined) return `${path}: the test ${idle.name} looks at nothing`;
  }
  return null;
};

const CALLED =
  /(?:it|test)\(\s*["'`]([^"'`]{1,500})["'`]\s*,\s*(?:async\s*)?(?:\(\)|function\s*\(\))\s*(?:=>\s*)?\{/g;
const CALL_END = /\n[ \t]*\}\)/g;

/** `it('…', () => {` up to the line that closes it. */
function calledTests(text: string): { name: string; body: string }[] {
  const found: { name: string; body: string }[] = [];
  const end = new RegExp(CALL_END);
  for (const { 0: head, 1: name = '', index } of text.matchAll(CALLED)) {
    const start = index + head.length;
    if (start < end.lastIndex) continue;
    end.lastIndex = start;
    const close = end.exec(text);
    // Nothing closes a later one either.
    if (close === null) break;
    found.push({ name, body: text.slice(start, close.index) });
  }
  return found;
}

const USED = anyOf(
  'uses? it|is used|are used|used by|calls? it|is called (?:by|before|after|from)|goes through it|wird (?:\\p{L}+ )?(?:verwendet|aufgerufen|benutzt)|verwendet (?:es|sie|ihn)|est (?:utilisée?|appelée?)|utilise|se (?:usa|llama|utiliza)|é (?:usad[oa]|chamad[oa])|viene (?:usat[oa]|chiamat[oa])|wordt (?:gebruikt|aangeroepen)|jest (?:używan\\p{L}+|wywoływan\\p{L}+)|används|anropas',
);

/** A part that shall be used, and no other part knows it. */
export const unused: Rule = (raw, scope, all) => {
  if (!USED.test(raw)) return null;
  for (const { path, text } of scope.filter((file) => isCode(file.path) && !isTest(file.path))) {
    const name = (path.split('/').at(-1) ?? '').replace(/\.\w+$/, '');
    const exported = [
      ...text.matchAll(/(?:export\s+(?:async\s+)?(?:function|const|class)\s+|^def\s+|^class\s+)(\w+)/gm),
    ].map(([, one = '']) => one);
    const others = all.filter((file) => file.path !== path && !isTest(file.path) && isCode(file.path));
    const anyName = new RegExp(`\\b(?:${[name, ...exported].map(RegExp.escape).join('|')})\\b`);
    const isKnown = others.some((file) => anyName.test(codeOf(file)));
    if (others.length > 0 && !isKnown) return `nothing delivered uses ${path}`;
  }
  return null;
};

const INCLUDED = anyOf(
  'included|inclusive|including the (?:last )?day|still counts|einschließlich|inklusive|eingeschlossen|zählt (?:noch )?mit|inclus(?:e|es)?|compris|incluid[oa]s?|inclusive|incluíd[oa]s?|inclus[oaie]|compres[oaie]|inbegrepen|tot en met|włącznie|inklusive|inkluderad',
  '含む|を含め|包括|含当',
);

/** "60 days, the 60th day included", and `days < 60`. */
export const oneTooFew: Rule = (raw, scope) => {
  if (!INCLUDED.test(raw)) return null;
  const figures = [...raw.matchAll(/(?<![\w.,-])(\d{1,4})(?![\d.,-])/g)].map(([, one = '']) => one);
  for (const file of scope.filter((one) => isCode(one.path) && !isTest(one.path))) {
    const code = codeOf(file);
    for (const figure of figures) {
      const names = [
        figure,
        ...[
          ...code.matchAll(new RegExp(`\\b([A-Za-z_]\\w*)[ \\t]*(?::[^=\\n]{1,80})?=\\s*${figure}\\b`, 'g')),
        ].map(([, one = '']) => one),
      ];
      const strict = names
        .map((name) => code.search(new RegExp(`<\\s*${RegExp.escape(name)}\\b(?!\\s*\\+)`)))
        .find((at) => at !== -1);
      if (strict !== undefined) return `${file.path} leaves the last one out: ${lineAt(code, strict)}`;
    }
  }
  return null;
};

function lineAt(text: string, at: number): string {
  const end = text.indexOf('\n', at);
  return text.slice(text.lastIndexOf('\n', at) + 1, end === -1 ? text.length : end).trim();
}

const SMALLEST_FIRST = anyOf(
  '(?:smallest|lowest|shortest|nearest|earliest|oldest|cheapest) first|ascending|aufsteigend|(?:kleinste|niedrigste|kürzeste|älteste|früheste)[rsn]? zuerst|croissant|(?:plus petit|plus proche|plus ancien)\\p{L}* d.abord|ascendente|(?:menor|más cercan[oa]|más antigu[oa]|mais próxim[oa]|mais antig[oa]) primer[oa]?|menor primeiro|crescente|(?:più vicin|più vecchi|più piccol)\\p{L} prima|oplopend|rosnąco|stigande',
  '昇順|小さい順|古い順|升序',
);
const LARGEST_FIRST = anyOf(
  '(?:largest|highest|longest|latest|newest|most recent) first|descending|absteigend|(?:größte|höchste|neueste|jüngste)[rsn]? zuerst|décroissant|(?:plus récent|plus grand)\\p{L}* d.abord|descendente|(?:mayor|más reciente|maior|mais recente) primer[oa]?|decrescente|(?:più recent|più grand)\\p{L} prima|aflopend|malejąco|fallande',
  '降順|大きい順|新しい順|降序|倒序',
);

/** In which order: by the sign of the key, or by what the language calls it. */
export const otherOrder: Rule = (raw, scope) => {
  const isRising = SMALLEST_FIRST.test(raw);
  if (isRising === LARGEST_FIRST.test(raw)) return null;
  for (const file of scope.filter((one) => isCode(one.path) && !isTest(one.path))) {
    const line = codeOf(file)
      .split('\n')
      .find((one) => /\bsort(?:ed|By)?\b|ORDER\s+BY/i.test(one));
    if (line === undefined) continue;
    const isFalling =
      /reverse\s*=\s*True|\bDESC\b|\breversed?\(|[,(:]\s*-\s*[A-Za-z_]|\bb\.[\w.]+\s*-\s*a\./i.test(line);
    if (isRising === isFalling && /key|DESC|ASC|-|reverse/i.test(line))
      return `${file.path} sorts the other way round: ${line.trim()}`;
  }
  return null;
};

const STATUS =
  /(?:->|→|=>|status|http|code|answers?|returns?|responds?|antwortet|liefert|renvoie|répond|devuelve|responde|risponde|geeft|zwraca|svarar)\D{0,24}([1-5]\d\d)(?!\d|\s?(?:ms|kb|mb|%|[€$]))/iu;

/** "unknown code: 404", and no program answers so. */
export const otherStatus: Rule = (raw, scope, all) => {
  const status = STATUS.exec(raw.replace(/`/g, ''))?.[1];
  const code = (scope.length > 0 ? scope : all).filter(({ path }) => isCode(path) && !isTest(path));
  if (status === undefined || code.length === 0) return null;
  const isAnswering = code.some(
    (file) => /(?<!\d)[1-5]\d\d(?!\d)/.test(codeOf(file)) && /status|response|http/i.test(file.text),
  );
  return isAnswering && !code.some(({ text }) => new RegExp(`(?<!\\d)${status}(?!\\d)`).test(text))
    ? `${code.map(({ path }) => path).join(', ')} never answers ${status}`
    : null;
};

/** A value in one unit that is given over as another. */
export const otherUnit: Rule = (_, scope) =>
  compareNameUnits(scope.flatMap((file) => passagesOf(file))).found[0]?.claim ?? null;
