/** Reads tokens from prose: headings say what a section is about, values stand in tables, backticks and fences. */
import { familiesNamed, withoutValues } from './color-words.ts';
import { labelledFonts } from './design-labels.ts';
import type { DesignSystem } from './design-md.ts';
import { DENIES, type DesignRules, EXCEPT } from './design-rules.ts';
import type { DesignStatements } from './design-statements.ts';

type Prose = Omit<DesignSystem, 'text' | 'dialect' | 'problems' | keyof DesignRules | keyof DesignStatements>;

const SECTIONS = {
  colors: /colou?r|palette/i,
  type: /typograph|\bfonts?\b|\btype\b|\bletters?\b|\blettering\b/i,
  radii: /radi(us|i)|rounded|corner|shape/i,
  spacing: /spac(?:e|ing)|layout|grid|rhythm|distance|\bboxes\b/i,
} as const;

type Section = keyof typeof SECTIONS;

export function proseTokens(text: string): Prose {
  const prose: Prose = {
    name: '',
    colors: [],
    colorWords: [],
    fonts: [],
    codeFonts: [],
    fontSizes: [],
    radii: [],
    spacing: [],
    shadows: [],
  };
  let section: Section | null = null;
  for (const line of text.split(/\r?\n/)) {
    const heading = /^(#{1,6})\s+(.*)$/.exec(line);
    if (heading !== null) {
      const title = (heading[2] ?? '').replace(/^\d+[.)]?\s*/, '');
      if (heading[1] === '#' && prose.name === '') prose.name = title.replace(/\s*[-–—:].*$/, '');
      else section = sectionOf(title) ?? (heading[1] === '##' ? null : section);
      continue;
    }
    readLine(line, section, prose);
  }
  const values = prose.colors.map(({ value }) => value);
  prose.colorWords = withoutValues(prose.colorWords, values);
  for (const list of [prose.fontSizes, prose.radii, prose.spacing]) list.sort((a, b) => a - b);
  return prose;
}

function sectionOf(title: string): Section | null {
  for (const [name, pattern] of Object.entries(SECTIONS) as [Section, RegExp][])
    if (pattern.test(title)) return name;
  return null;
}

function readLine(line: string, section: Section | null, prose: Prose): void {
  // Colours are unmistakable wherever they stand.
  for (const match of line.matchAll(/#[\da-f]{6}\b|#[\da-f]{3}\b(?![\da-f])/gi)) {
    const value = match[0].toLowerCase();
    if (prose.colors.some((token) => token.value === value) || isDenied(line, match.index)) continue;
    prose.colors.push({ name: nameBefore(line, match.index), value });
  }
  // What stands before a value is its name; what stands behind the last one, or alone, may be a colour in words.
  const [, rest = line] = /^.*#[\da-f]{3,8}\b(.*)$/i.exec(line) ?? [];
  if (section === 'colors' || rest !== line || /colou?r|palette/i.test(line))
    prose.colorWords.push(...familiesNamed(rest));
  for (const match of line.matchAll(/font-family\s*:\s*([^;`|]+)/gi)) addFont(prose.fonts, match[1] ?? '');
  for (const family of labelledFonts(line)) addFont(prose.fonts, family);
  if (section === 'type') {
    for (const match of line.matchAll(
      /(?:family|font|typeface|headings?|titles?|body|text|display|mono|[Ff]amily|[Hh]eadings?|[Tt]itles?|[Tt]ext|[Bb]ody)[^:|`.]*[:|]\s*\**\s*[`"']?([A-Z][\w ]{2,30}?)[`"']?(?=[\s,.|;(*]|$)/g,
    ))
      addFont(prose.fonts, match[1] ?? '');
    // "Code is set in Menlo", "figures in Consolas, monospace".
    for (const match of line.matchAll(CODE_FONT)) addFont(prose.codeFonts, match[1] ?? '');
    addAll(prose.fontSizes, line, 8);
  } else if (section === 'radii' || section === 'spacing') {
    // One section may speak of both: each sentence says of which.
    for (const sentence of line.split(/(?<=[.;])\s+/)) {
      const of = /radi(?:us|i)|corner|rounded/i.test(sentence)
        ? 'radii'
        : /spac|distance|grid|gap|padding|margin|count in|steps?\b|\broom\b/i.test(sentence)
          ? 'spacing'
          : section;
      if (!/\b(?:border|line|rule)s?\b[^.]*\b(?:wide|thick|solid)\b|\bborders? (?:is|are)\b/i.test(sentence))
        addAll(prose[of], sentence, 0);
      if (of === 'radii' && /\b(?:radius|corners?)[^.\d]*\b0\b(?!\.?\d)/i.test(sentence))
        addPx(prose.radii, '0', 'px');
    }
  }
  // A sentence about corners says their size in whatever section it stands.
  if (section !== 'radii' && section !== 'spacing')
    for (const sentence of line.split(/(?<=[.;])\s+/)) {
      if (!/\bradi(?:us|i)\b|\bcorners?\b|\brounded\b/i.test(sentence) || isDenied(sentence, sentence.length))
        continue;
      const from = sentence.search(/\bradi(?:us|i)\b|\bcorners?\b|\brounded\b/i);
      for (const clause of sentence
        .slice(from)
        .split(/,|\band\b(?=[^,]*\b(?:padding|border|gap|height|shadow))|\bwith\b/)
        .slice(0, 2)) {
        if (/padding|border(?!-radius)|gap|height|shadow|spac/i.test(clause)) break;
        addAll(prose.radii, clause, 0);
      }
      if (/\b(?:square|sharp) corners?\b|\bcorners?\b[^.]*\b(?:square|sharp)\b/i.test(sentence))
        addPx(prose.radii, '0', 'px');
      if (/\bpills?\b|\bfully round/i.test(sentence)) addPx(prose.radii, '9999', 'px');
    }
  for (const [, shadow = ''] of line.matchAll(
    /(?:box-shadow\s*:\s*|`)((?:inset\s+)?-?\d+(?:px)?\s+-?\d+(?:px)?\s+\d[^;`]*)[;`]/gi,
  ))
    prose.shadows.push(shadow.trim());
  for (const match of line.matchAll(/border-radius\s*:\s*(\d+(?:\.\d+)?|\.\d+)(px|rem)/gi))
    addPx(prose.radii, match[1], match[2]);
}

/** "Never use pure black (`#000000`)" names a colour that is none of the palette. */
function isDenied(line: string, index: number): boolean {
  const start = Math.max(line.lastIndexOf('. ', index), line.lastIndexOf('; ', index), -1) + 1;
  const before = line.slice(start, index);
  return /\b(?:never|not|no|avoid|don['’]?t)\b/i.test(before) && DENIES.test(before) && !EXCEPT.test(before);
}

/** The words before a value on its line, as a name: "| Primary | `#0a7` |" → "Primary". */
function nameBefore(line: string, index: number): string {
  const before = line
    .slice(0, index)
    .replace(/[`*|:(-]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return before.split(' ').slice(-4).join(' ') || 'colour';
}

const CODE_FONT =
  /\b(?:code|monospaced?|mono)\b[^.:|]*?(?:\bin\b|[:|])\s*[`"'*]*([A-Z][\w ]{2,30}?)(?=[`"'*,.|;(]|\s+(?:and|or|for)\b|$)/gi;

function addFont(fonts: string[], text: string): void {
  const family =
    text
      .split(',')[0]
      ?.trim()
      .replace(/^["'`]|["'`]$/g, '') ?? '';
  if (
    family.length >= 3 &&
    !/^(var|inherit|the|weight|size|bold|regular)\b/i.test(family) &&
    !fonts.includes(family)
  )
    fonts.push(family);
}

const LARGEST_PX = 400;

function addAll(list: number[], line: string, least: number): void {
  addSeries(list, line, least);
  for (const match of line.matchAll(/(?<![\w.#-])(\d+(?:\.\d+)?|\.\d+)\s?(px|pixels?|rem)\b/g)) {
    const px = Number(match[1]) * (match[2] === 'rem' ? 16 : 1);
    if (px >= least && px <= LARGEST_PX) addPx(list, match[1], match[2]);
  }
}

/** "16, 20, 28 and 40 pixels", "12px: 12, 24, 36": a unit said once is that of the whole series. */
function addSeries(list: number[], line: string, least: number): void {
  for (const [series] of line.matchAll(
    /(?<![\w.#-])\d+(?:\s*(?:,|and|or|\/|und|et)\s*\d+){2,}(?![\w%]|\.\d)/gi,
  )) {
    if (!/\b(?:px|pixels?)\b/i.test(line)) continue;
    for (const [digits] of series.matchAll(/\d+/g))
      if (Number(digits) >= least && Number(digits) <= LARGEST_PX) addPx(list, digits, 'px');
  }
}

function addPx(list: number[], digits: string | undefined, unit: string | undefined): void {
  const px = Number(digits) * (unit === 'rem' ? 16 : 1);
  if (!Number.isNaN(px) && !list.includes(px)) list.push(px);
}
