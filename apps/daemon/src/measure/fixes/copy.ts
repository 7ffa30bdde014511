/** The few changes of words that are safe: a doubled word, a wordy phrase, filler, notes in comments. */
import { DOUBLED } from '../audits/repeated-words.ts';
import { isOnlyWords, NOTE } from '../audits/todo-comments.ts';
import { MAX_PROPOSALS } from '../limits.ts';
import { isEnglish } from '../model/language.ts';
import type { Page } from '../model/page.ts';
import { proseBlocks, visibleBlocks } from '../model/reading.ts';
import { plainOf, WORDY_PATTERN } from '../model/wordy.ts';
import type { Edit, Fixer, Proposal } from './proposal.ts';

type Replace = (hit: string, ...groups: string[]) => string;

/** Works on the raw source of each text node, so that entities and line breaks stay as they are. */
function rewriting(pattern: RegExp, replace: Replace, scope: 'prose' | 'all'): Fixer {
  return (page, result) => {
    const proposals: Proposal[] = [];
    const blocks = scope === 'prose' ? proseBlocks(page) : visibleBlocks(page);
    for (const { element, ranges, kind } of blocks) {
      if (kind === 'code' || !isEnglish(page, element)) continue;
      for (const range of ranges) {
        if (proposals.length >= MAX_PROPOSALS) return proposals;
        const edits = editsIn(page, range, pattern, replace);
        for (const edit of edits) {
          const before = page.html.slice(edit.start, edit.end);
          proposals.push({
            auditId: result.audit.id,
            tier: 'automatic',
            selector: page.selectorOf(element),
            summary: `"${before}" → "${edit.text}"`,
            edits: [edit],
          });
        }
      }
    }
    return proposals;
  };
}

function editsIn(
  page: Page,
  range: { start: number; end: number },
  pattern: RegExp,
  replace: Replace,
): Edit[] {
  const raw = page.html.slice(range.start, range.end);
  const edits: Edit[] = [];
  for (const match of raw.matchAll(pattern)) {
    if (edits.length >= MAX_PROPOSALS) break;
    const text = replace(match[0], ...match.slice(1));
    const start = range.start + match.index;
    if (text !== match[0]) edits.push({ start, end: start + match[0].length, text });
  }
  return edits;
}

export const fixRepeatedWords = rewriting(DOUBLED, (_hit, word = '') => word, 'all');

export const fixWordyPhrases = rewriting(
  WORDY_PATTERN,
  (hit) => {
    const plain = plainOf(hit);
    return /^[A-Z]/.test(hit) ? plain.charAt(0).toUpperCase() + plain.slice(1) : plain;
  },
  'all',
);

/** "a very old" may become "a old": the article decides whether the word may go. */
export const fixFillerWords = rewriting(
  /(?<!\b(?:a|an)\s)\b(?:very|really|quite|basically|actually|literally|simply|truly|totally|extremely)\s+(?=[a-z]{3,})/g,
  () => '',
  'prose',
);

export const fixTodoComments: Fixer = (page, result) =>
  page.comments.flatMap(({ text, range }): Proposal[] => {
    if (range === null || !NOTE.test(text) || !isOnlyWords(text)) return [];
    return [
      {
        auditId: result.audit.id,
        tier: 'automatic',
        selector: 'html',
        summary: `comment "${text.trim().slice(0, 40)}" removed`,
        edits: [{ start: range.start, end: range.end, text: '' }],
      },
    ];
  });
