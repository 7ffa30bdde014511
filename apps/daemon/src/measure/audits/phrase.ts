/** Audits that look for words: a list of patterns over the page's visible text. */
import type { Audit, Observation } from '../finding.ts';
import { MAX_HITS } from '../limits.ts';
import { isEnglish } from '../model/language.ts';
import type { Page } from '../model/page.ts';
import { positionOf } from '../model/place.ts';
import { proseBlocks, visibleBlocks } from '../model/reading.ts';
import type { TextBlock } from '../model/text.ts';

interface PhrasePattern {
  pattern: RegExp;
  advice: string | ((hit: string) => string);
  /** Means the same in every language; without it only English text is searched. */
  anyLanguage?: true;
  /** Only in blocks of these kinds. */
  kinds?: readonly TextBlock['kind'][];
}

interface PhraseAudit extends Omit<Audit, 'run'> {
  /** What to look for, and what to say about a hit. Patterns are global. */
  patterns: readonly PhrasePattern[];
  required: string;
  describe(hit: string): string;
  /** Running text only, or every visible text. */
  scope: 'prose' | 'all';
  /** Hits allowed before they count: for what is fine once and tiring ten times. */
  allowance?(words: number): number;
}

export function phraseAudit(definition: PhraseAudit): Audit {
  const { patterns, required, describe, scope, allowance, ...audit } = definition;
  return {
    ...audit,
    run(page) {
      if (page.gaps.content !== null) return { checked: 0, found: [], unmeasured: page.gaps.content };
      const blocks = blocksOf(page, scope);
      const found: Observation[] = [];
      for (const block of blocks) {
        const { element: at, said: text, kind } = block;
        const times = new Map<string, number>();
        const english = isEnglish(page, at);
        for (const { pattern, advice, anyLanguage, kinds } of patterns) {
          if ((!english && anyLanguage !== true) || kinds?.includes(kind) === false) continue;
          for (const match of text.matchAll(pattern)) {
            if (found.length >= MAX_HITS) break;
            const hit = match[0].trim();
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
            });
          }
        }
      }
      const words = blocks.reduce((sum, block) => sum + block.words, 0);
      const allowed = allowance?.(words) ?? 0;
      return { checked: blocks.length, found: found.length <= allowed ? [] : found };
    },
  };
}

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
