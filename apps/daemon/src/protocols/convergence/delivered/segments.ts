/**
 * Parts of a requirement ("with photo upload", "and leave a comment") of which its files have no word, while they speak of
 * the other parts. Words that several requirements share say nothing about one of them.
 */
import { requirementsOf } from '../brief.ts';
import { chosenIn } from '../facts/compare-families.ts';
import { figuresIn } from '../facts/figures-in.ts';
import type { ProjectText } from '../project-texts.ts';
import { valuesIn } from './asked-figures.ts';
import { isEnglish } from './contrary.ts';
import { isCode, isTest } from './placeholder.ts';
import { isSaid, wordsSaid } from './said-in.ts';
import { IN_ORDER_TO, isWeak, NOT_ASKED, PARTS, UNSPACED_PARTS } from './segment-words.ts';
import { isShownByForm } from './shown-by-form.ts';

interface Segment {
  text: string;
  words: readonly string[];
  /** Words of this requirement alone. */
  own: readonly string[];
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const FILE = /`[^`\n]*`|[\p{L}\p{N}_/-]+\.[a-z]\w{1,4}(?!\w)/gu;
const COUNTED =
  /(?:at least|at most|exactly|mindestens|höchstens|genau|au moins|au plus|al menos|como máximo|pelo menos|no máximo|almeno|al massimo|minstens|hoogstens)\s/iu;
const FILE_MARK = '\u0001';
const WORDS_BESIDE_A_FILE = 3;
/** So much of a requirement must be told in words of its own before silence means anything. */
const SPOKEN = 0.5;
const MOST_MISSING = 3;
const MOST_NAMED = 5;
/** One word may be said in another way. */
const FEWEST_OWN = 2;

export function silentParts(
  raw: string,
  scope: readonly ProjectText[],
  all: readonly ProjectText[],
  brief: string,
): string | null {
  // A program is named in English: words of another language that it has none of say nothing about it.
  if (scope.some(({ path }) => isCode(path)) && !isEnglish(raw)) return null;
  const segments = segmentsOf(raw, contextOf(brief));
  if (segments.length < 2) return null;
  const reach = scope.some(({ path }) => isCode(path))
    ? [...new Set([...scope, ...all.filter(({ path }) => isCode(path) && !isTest(path))])]
    : scope;
  const values = new Set(reach.flatMap(({ text }) => valuesIn(text)));
  const chosen = new Set(reach.flatMap(({ text }) => chosenIn(text).map(({ member }) => member)));
  const isSpoken = ({ text, words }: Segment): boolean =>
    chosenIn(text).some(({ member }) => chosen.has(member)) ||
    words.some((word) => isSaid(word, reach)) ||
    isShownByForm(text, reach) ||
    figuresIn(text, false).some(({ value }) => value > 1 && values.has(value));
  const spoken = segments.filter(isSpoken);
  const telling = segments.filter((segment) => segment.words.length > 1 || spoken.includes(segment));
  const gone = telling.filter((segment) => segment.own.length >= FEWEST_OWN && !spoken.includes(segment));
  if (gone.length === 0 || gone.length > MOST_MISSING || spoken.length / telling.length < SPOKEN) return null;
  const files = scope.length > MOST_NAMED ? 'what is delivered' : scope.map(({ path }) => path).join(', ');
  return `${files} has nothing of ${gone.map(({ text }) => `"${text.slice(0, 80)}"`).join(', ')}`;
}

/** "The treasurer's explanation with three examples": what the whole is called need not stand in it. */
const CALLED =
  /^\s*(?:the|an?|der|die|das|eine?|les?|la|l['’]|une?|el|los|las|una?|os?|as?|uma?|il|lo|gli|i|het|de|een)\s*(?:[^\s.,;:|`]+\s+){1,4}?(?=(?:with|including|mit|samt|avec|con|com|met|med)\s)/iu;

function segmentsOf(raw: string, context: ReadonlySet<string>): Segment[] {
  return raw
    .replace(/^[\s|>*-]*(?:\[[ x]\]\s*)?\**[A-Z][\w.-]*\d\.?\**\s*[:|.)]?/u, ' ')
    .replace(CALLED, ' ')
    .replace(FILE, FILE_MARK)
    .split(UNSPACED.test(raw) ? UNSPACED_PARTS : PARTS)
    .flatMap((part): Segment[] => {
      const text = part.slice(0, NOT_ASKED.exec(part)?.index ?? part.length).trim();
      const words = wordsSaid(text).filter((word) => /\p{L}/u.test(word));
      const isUnspaced = UNSPACED.test(text);
      const own = (isUnspaced ? words.flatMap((word) => [word, word]) : words).filter(
        (word) => !isWeak(word) && !context.has(startOf(word)),
      );
      // What points at the file says where, and not what.
      if (text.includes(FILE_MARK) && words.length < WORDS_BESIDE_A_FILE) return [];
      if (IN_ORDER_TO.test(text)) return [];
      // How many there are is counted elsewhere.
      if (COUNTED.test(text)) return [];
      return words.length === 0 ? [] : [{ text, words, own }];
    });
}

const CONTEXTS = new Map<string, ReadonlySet<string>>();
const MOST_CONTEXTS = 20;

/** Words of the title and of more than one requirement. */
function contextOf(brief: string): ReadonlySet<string> {
  const known = CONTEXTS.get(brief);
  if (known !== undefined) return known;
  const counts = new Map<string, number>();
  const count = (text: string, by: number): void => {
    for (const word of new Set(wordsSaid(text).map(startOf))) counts.set(word, (counts.get(word) ?? 0) + by);
  };
  count(brief.split('\n').find((line) => line.trim() !== '') ?? '', 2);
  for (const { raw } of requirementsOf(brief)) count(raw, 1);
  const context = new Set([...counts].filter(([, times]) => times > 1).map(([word]) => word));
  if (CONTEXTS.size >= MOST_CONTEXTS) CONTEXTS.clear();
  CONTEXTS.set(brief, context);
  return context;
}

function startOf(word: string): string {
  return word.toLowerCase().slice(0, 6);
}
