import type { Audit, Observation } from '../finding.ts';
import { proseBlocks } from '../model/reading.ts';
import { countWords, type TextBlock } from '../model/text.ts';

export const repeatedText: Audit = {
  id: 'repeated-text',
  role: 'copy',
  dim: 'finished',
  weight: 7,
  title: 'No paragraph stands twice',
  why: 'The same paragraph twice is a copy that was never edited.',
  link: 'https://www.nngroup.com/articles/content-strategy/',
  severity: 'major',
  tier: 'report',
  unit: 'paragraphs that repeat',
  run(page) {
    if (page.gaps.content !== null) return { checked: 0, found: [], unmeasured: page.gaps.content };
    // What is quoted as output or code is not the page's own paragraph, and may well be the same.
    const blocks = proseBlocks(page).filter(
      ({ said, element }) => countWords(said) >= 10 && !page.engine.isIgnored(element),
    );
    const seen = new Set<string>();
    const found: Observation[] = [];
    for (const { element: at, text } of blocks) {
      if (seen.has(text))
        found.push({
          at,
          measured: 'the same text again',
          required: 'a text of its own',
          message: `A paragraph is repeated word for word: "${text.slice(0, 50)}…".`,
          suggestion: 'Write what is different here, or leave it out.',
        });
      seen.add(text);
    }
    return { checked: blocks.length, found: [...found, ...thrice(blocks)] };
  },
};

/** Words of four letters and more, and figures; the small ones are turned about with the sentence. */
const TELLING = /\p{L}{4,}|\d+/gu;
const JOINING = new Set(
  'because since that when then thus also this these here weil dass denn daher wenn auch dann puisque parce donc quand cette porque cuando esto também quando'.split(
    ' ',
  ),
);
const FEWEST_WORDS = 8;
/** Each is held against those before it. */
const MOST_COMPARED = 300;

/** Two paragraphs may come back to a point; the third that has hardly a word of its own says nothing. */
function thrice(blocks: readonly TextBlock[]): Observation[] {
  const told: { text: string; words: ReadonlySet<string>; all: readonly string[] }[] = [];
  const found: Observation[] = [];
  for (const { element: at, text, said } of blocks.slice(0, MOST_COMPARED)) {
    const words = new Set((said.toLowerCase().match(TELLING) ?? []).filter((word) => !JOINING.has(word)));
    if (words.size < FEWEST_WORDS || told.some((one) => one.text === text)) continue;
    const all = said.toLowerCase().match(/\p{L}+|\d+/gu) ?? [];
    const same = told.filter((one) => isSame(one.words, words) && !areEntries(one.all, all));
    if (same.length >= 2)
      found.push({
        at,
        measured: 'the same for the third time',
        required: 'a text of its own',
        message: `A paragraph says for the third time, in other order, what two before it say: "${text.slice(0, 50)}…".`,
        suggestion: 'Write what is different here, or leave it out.',
      });
    told.push({ text, words, all });
  }
  return found;
}

/** One other word may be all that a row of entries differs by: that is another entry. */
function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((word) => other.has(word));
}

const MOST_OTHER = 2;

/** Of one row: the same sentence, with another name in its place ("the office in Ulm", "plan A"). */
function areEntries(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false;
  const differing = one.filter((word, at) => word !== other[at]).length;
  return differing > 0 && differing <= MOST_OTHER;
}
