/** Audits that look for words: a list of patterns over the page's visible text. */
import type { Audit, Observation } from '../finding.ts';
import { MAX_HITS } from '../limits.ts';
import { foreignIn, isEnglish } from '../model/language.ts';
import type { Page, PageElement } from '../model/page.ts';
import { positionOf } from '../model/place.ts';
import { isTechnical, oncePerPage, proseBlocks, visibleBlocks } from '../model/reading.ts';
import { spokenAttributes } from '../model/spoken.ts';
import type { TextBlock } from '../model/text.ts';

interface PhrasePattern {
  pattern: RegExp;
  advice: string | ((hit: string) => string);
  /** Means the same in every language; without it only English text is searched. */
  anyLanguage?: true;
  /** Only in blocks of these kinds. */
  kinds?: readonly TextBlock['kind'][];
  /** Not on pages that speak about code, where the same signs are quoted. */
  isCode?: true;
  /** Careful pages write it, too: noted, not demanded. Whatever another pattern is certain of is that one's. */
  isGuess?: true;
  /** One text of it is one fault, however many of its pieces are known. */
  oncePerText?: true;
  /** Not in English text, for which another pattern knows more. */
  notEnglish?: true;
  /** Only where nothing but words stands in the line: a picture or a box of its own leaves other gaps. */
  plainOnly?: true;
  /** What every hit holds, and few texts do: letters of all languages take long to compile, and most pages need none of it. */
  needs?: RegExp;
}

interface PhraseAudit extends Omit<Audit, 'run'> {
  /** What to look for, and what to say about a hit. Patterns are global. */
  patterns: readonly PhrasePattern[];
  required: string;
  describe(hit: string): string;
  /** Running text only, or every visible text. */
  scope: 'prose' | 'all';
  /** Also in the words of attributes and of the head. */
  alsoSpoken?: true;
  /** Characters of one text that are searched: for many patterns, which a book in one paragraph would keep busy. */
  longest?: number;
  /** Noted, not demanded, on a page that is full of code. */
  lighterInCode?: true;
  /** Hits allowed before they count: for what is fine once and tiring ten times. */
  allowance?(words: number): number;
}

export function phraseAudit(definition: PhraseAudit): Audit {
  const { patterns, required, describe, scope, allowance, longest, alsoSpoken, lighterInCode, ...audit } =
    definition;
  const certainFirst = patterns.toSorted((a, b) => Number(a.isGuess ?? false) - Number(b.isGuess ?? false));
  return {
    ...audit,
    run(page) {
      if (page.gaps.content !== null) return { checked: 0, found: [], unmeasured: page.gaps.content };
      const lighter = lighterInCode === true && isTechnical(page) ? { severity: 'minor' as const } : {};
      const blocks = blocksOf(page, scope);
      const found: Observation[] = [];
      for (const block of blocks) {
        const { element: at, said, kind } = block;
        const text = longest === undefined ? said : said.slice(0, longest);
        const times = new Map<string, number>();
        const taken: { from: number; to: number; by: PhrasePattern }[] = [];
        const english = isEnglish(page, at);
        const foreign = english ? foreignIn(at) : [];
        for (const one of certainFirst) {
          const { pattern, advice, anyLanguage, kinds, isCode, isGuess, needs } = one;
          if ((one.notEnglish === true && english) || (one.plainOnly === true && !isPlain(at))) continue;
          if ((!english && anyLanguage !== true) || kinds?.includes(kind) === false) continue;
          if (isCode === true && speaksOfCode(page)) continue;
          if (needs?.test(text) === false) continue;
          for (const match of text.matchAll(pattern)) {
            if (found.length >= MAX_HITS) break;
            if (one.oncePerText === true && taken.some((other) => other.by === one)) break;
            const hit = match[0].trim();
            if (anyLanguage !== true && foreign.some((text) => text.includes(hit))) continue;
            // One fault is one finding, whichever pattern sees it.
            const [from, to] = [match.index, match.index + match[0].length];
            if (taken.some((other) => from < other.to && other.from < to)) continue;
            taken.push({ from, to, by: one });
            const nth = times.get(hit) ?? 0;
            times.set(hit, nth + 1);
            found.push({
              at,
              measured: `"${hit.slice(0, 60)}"`,
              required,
              message: describe(hit.slice(0, 60)),
              suggestion: typeof advice === 'string' ? advice : advice(hit),
              evidence: around(text, match.index, hit.length),
              ...positionOf(page, block, hit, nth),
              ...(isGuess === true ? NOTED : lighter),
            });
          }
        }
      }
      if (alsoSpoken === true)
        found.push(
          ...inSpoken(page, definition)
            .slice(0, MAX_HITS - found.length)
            .map((one) => ({ ...lighter, ...one })),
        );
      const words = blocks.reduce((sum, block) => sum + block.words, 0);
      const allowed = allowance?.(words) ?? 0;
      return { checked: blocks.length, found: found.length <= allowed ? [] : found };
    },
  };
}

const NOTED = { severity: 'minor' as const, tier: 'report' as const };

function isPlain({ children }: PageElement): boolean {
  return children.every(
    (child) =>
      child.kind === 'text' ||
      (/^(?:a|abbr|b|bdi|cite|del|dfn|em|i|ins|mark|q|s|small|strong|sub|sup|time|u|wbr)$/.test(child.tag) &&
        !child.attributes.has('lang') &&
        isPlain(child)),
  );
}

/** The same patterns over what stands in attributes; what is meant for one kind of text only is left out. */
function inSpoken(page: Page, { patterns, required, describe }: PhraseAudit): Observation[] {
  const found: Observation[] = [];
  for (const { at, where, text, position } of spokenAttributes(page)) {
    const english = isEnglish(page, at);
    for (const { pattern, advice, anyLanguage, kinds, isCode, isGuess, notEnglish, needs } of patterns) {
      if ((!english && anyLanguage !== true) || kinds !== undefined) continue;
      if (notEnglish === true && english) continue;
      if (isCode === true && speaksOfCode(page)) continue;
      // A hint in a field may show how something is written.
      if (needs?.test(text) === false) continue;
      const hit = text.match(pattern)?.[0]?.trim();
      if (hit === undefined || hit === '' || where === 'placeholder') continue;
      found.push({
        at,
        measured: `"${hit.slice(0, 60)}"`,
        required,
        message: describe(hit.slice(0, 60)),
        suggestion: typeof advice === 'string' ? advice : advice(hit),
        evidence: text.slice(0, CONTEXT * 3),
        ...position,
        ...(isGuess === true ? NOTED : {}),
      });
    }
  }
  return found;
}

const speaksOfCode = oncePerPage((page: Page): boolean => page.byTag('code', 'pre', 'kbd').length > 0);

function blocksOf(page: Page, scope: PhraseAudit['scope']): readonly TextBlock[] {
  return (scope === 'prose' ? proseBlocks(page) : visibleBlocks(page)).filter(
    (block) => block.kind !== 'code',
  );
}

const CONTEXT = 30;

function around(text: string, index: number, length: number): string {
  const start = Math.max(0, index - CONTEXT);
  const end = Math.min(text.length, index + length + CONTEXT);
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`;
}
