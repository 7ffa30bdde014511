/** Audits that look for words: a list of patterns over the page's visible text. */
import type { Audit, Observation } from '../finding.ts';
import { MAX_HITS } from '../limits.ts';
import { isEnglish } from '../model/language.ts';
import type { Page } from '../model/page.ts';
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
  /** A habit that some mind: noted, never demanded. */
  isLikely?: true;
  /** Only inside one text of the source: between two elements a style may put the room. */
  inOnePiece?: true;
  /** As certain on a page that is full of code. */
  alsoInCode?: true;
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
  /** As many in one text are no slip: somebody has to write it anew. */
  pile?: number;
  /** Hits allowed before they count: for what is fine once and tiring ten times. */
  allowance?(words: number): number;
}

export function phraseAudit(definition: PhraseAudit): Audit {
  const {
    patterns,
    required,
    describe,
    scope,
    allowance,
    longest,
    alsoSpoken,
    lighterInCode,
    pile,
    ...audit
  } = definition;
  return {
    ...audit,
    run(page) {
      if (page.gaps.content !== null) return { checked: 0, found: [], unmeasured: page.gaps.content };
      const isLighter = lighterInCode === true && isTechnical(page);
      const weightOf = ({ isLikely, alsoInCode }: PhrasePattern): Pick<Observation, 'severity'> =>
        isLikely === true || (isLighter && alsoInCode !== true) ? { severity: 'minor' } : {};
      const blocks = blocksOf(page, scope);
      const found: Observation[] = [];
      for (const block of blocks) {
        const { element: at, said, kind } = block;
        const text = longest === undefined ? said : said.slice(0, longest);
        const times = new Map<string, number>();
        const taken: { from: number; to: number }[] = [];
        const english = isEnglish(page, at);
        for (const one of patterns) {
          const { pattern, advice, anyLanguage, kinds, isCode, inOnePiece } = one;
          if ((!english && anyLanguage !== true) || kinds?.includes(kind) === false) continue;
          if (isCode === true && speaksOfCode(page)) continue;
          for (const match of text.matchAll(pattern)) {
            if (found.length >= MAX_HITS) break;
            const hit = match[0].trim();
            if (inOnePiece === true && !isInOnePiece(page, block, text, match)) continue;
            // One fault is one finding, whichever pattern sees it.
            const [from, to] = [match.index, match.index + match[0].length];
            if (taken.some((other) => from < other.to && other.from < to)) continue;
            taken.push({ from, to });
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
              ...weightOf(one),
            });
          }
        }
      }
      if (pile !== undefined) gate(found, pile);
      if (alsoSpoken === true)
        found.push(...inSpoken(page, definition, weightOf).slice(0, MAX_HITS - found.length));
      const words = blocks.reduce((sum, block) => sum + block.words, 0);
      const allowed = allowance?.(words) ?? 0;
      return { checked: blocks.length, found: found.length <= allowed ? [] : found };
    },
  };
}

/** One gate for a whole pile, at its first hit. */
function gate(found: Observation[], pile: number): void {
  for (const hits of Map.groupBy(found, ({ at }) => at).values()) {
    const [first] = hits;
    if (first !== undefined && new Set(hits.map(({ measured }) => measured)).size >= pile)
      first.severity = 'major';
  }
}

/** The same patterns over what stands in attributes; what is meant for one kind of text only is left out. */
function inSpoken(
  page: Page,
  { patterns, required, describe }: PhraseAudit,
  weightOf: (pattern: PhrasePattern) => Pick<Observation, 'severity'>,
): Observation[] {
  const found: Observation[] = [];
  for (const { at, where, text, position } of spokenAttributes(page)) {
    const english = isEnglish(page, at);
    for (const one of patterns) {
      const { pattern, advice, anyLanguage, kinds, isCode } = one;
      if ((!english && anyLanguage !== true) || kinds !== undefined) continue;
      if (isCode === true && speaksOfCode(page)) continue;
      // A hint in a field may show how something is written.
      const hit = text.match(pattern)?.[0]?.trim();
      if (hit === undefined || hit === '' || where === 'placeholder') continue;
      found.push({
        at,
        measured: `"${hit.slice(0, 60)}"`,
        required,
        message: describe(hit.slice(0, 60)),
        suggestion: typeof advice === 'string' ? advice : advice(hit),
        evidence: text.slice(0, CONTEXT * 3),
        ...weightOf(one),
        ...position,
      });
    }
  }
  return found;
}

/** What stands around the hit stands there in the source, too, with no tag between. */
function isInOnePiece(page: Page, { ranges }: TextBlock, text: string, match: RegExpExecArray): boolean {
  const end = match.index + match[0].length;
  const shown = text.slice(Math.max(match.index, end - NEAR), end + NEAR).trim();
  return ranges.some(({ start, end: to }) => page.html.slice(start, to).includes(shown));
}

/** Letters on either side. */
const NEAR = 3;

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
