/** Whether a text is about what its documents are about, and does not deny what they say of it. */
import { chatIn } from '../../../measure/model/chat-words.ts';
import { sentences } from '../../../measure/model/sentences.ts';
import { isSaid, wordsSaid } from '../../convergence/delivered/said-in.ts';
import type { Copy } from '../copy.ts';
import { type Check, otherwise, quote } from './check.ts';
import type { Facts } from './facts.ts';
import { languageOf } from './language-of.ts';

/** Documents with fewer words of a subject leave open what a text may be about. */
const FEWEST_SUBJECT_WORDS = 6;
const FEWEST_SHARED = 2;

function saidOfIt({ category, audience, unique, value, keywords }: Facts): string[] {
  return [...category, ...audience, ...unique, ...value, ...keywords];
}

/** Documents that state nothing by name are prose: then all their words tell the subject. A draft on it has a quarter of them. */
const FEWEST_PROSE_WORDS = 12;
const LEAST_OF_PROSE = 0.1;

function isElsewhere({ passages, title, headings }: Copy, facts: Facts): boolean {
  const words = distinct(saidOfIt(facts).join(' '));
  const text = [title, ...headings.map((one) => one.text), ...passages.map((one) => one.text)].join('\n');
  const isNamed = facts.product.some((name) => text.toLowerCase().includes(name.toLowerCase()));
  if (isNamed) return false;
  const shared = (of: readonly string[]): number =>
    of.filter((word) => isSaid(word, [{ path: '', text }])).length;
  if (words.length >= FEWEST_SUBJECT_WORDS) return shared(words) < FEWEST_SHARED;
  const prose = distinct(facts.text);
  // In another language it has none of their words, and may still be about it.
  const isSameLanguage = languageOf(text) !== null && languageOf(text) === languageOf(facts.text);
  return (
    isSameLanguage && prose.length >= FEWEST_PROSE_WORDS && shared(prose) < LEAST_OF_PROSE * prose.length
  );
}

function distinct(text: string): string[] {
  return [...new Set(wordsSaid(text).map((word) => word.toLowerCase()))].filter((word) =>
    /\p{L}/u.test(word),
  );
}

/** Below these nobody has read a text of that kind: an answer in a chat, a note of what shall be written. */
const LEAST_WORDS: Readonly<Record<string, number>> = { 'blog-post': 20, website: 20, 'social-post': 4 };

function wordsOf(text: string): number {
  const segmenter = new Intl.Segmenter('und', { granularity: 'word' });
  return [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike === true).length;
}

const DENIED =
  /(?<!\p{L})(?:(?:is|are|was) (?:not|never|no longer)|isn[’']t|aren[’']t|ist (?:nicht|nie|kein\p{L}*)|n[’']est pas|no es|não é|non è)\s+(?:(?:an?|ein\p{L}*|une?|really|truly)\s+)?(\p{L}{6,})/iu;
const GOES_ON = /^(?:it|they|this|er|sie|es|il|elle)(?!\p{L})/iu;

/** "It is not soundproof", where it is the product and the documents call it soundproof. */
function denialIn({ passages }: Copy, facts: Facts): { sentence: string; told: string } | null {
  const names = facts.product.map((name) => name.toLowerCase());
  for (const { text } of passages) {
    let isOfProduct = false;
    for (const sentence of sentences(text)) {
      const isNamed = names.some((name) => sentence.toLowerCase().startsWith(name));
      isOfProduct = isNamed || (isOfProduct && GOES_ON.test(sentence));
      const word = isOfProduct ? DENIED.exec(sentence)?.[1]?.toLowerCase() : undefined;
      const told = saidOfIt(facts).find(
        (one) =>
          word !== undefined &&
          one
            .toLowerCase()
            .split(/[^\p{L}]+/u)
            .includes(word) &&
          !DENIED.test(one),
      );
      if (told !== undefined) return { sentence, told };
    }
  }
  return null;
}

/** Passages at either end, where an assistant speaks of the text it was asked for. */
const EDGE = 2;

function chatAround({ passages }: Copy): string | null {
  const edges = new Set([...passages.slice(0, EDGE), ...passages.slice(-EDGE)]);
  for (const { text } of edges) {
    const chat = chatIn(text, { isAtEdge: true, isEnglish: true });
    if (chat !== null && !chat.isGuess) return chat.hit;
  }
  return null;
}

export const SUBJECT_CHECKS: readonly Check[] = [
  {
    id: 'assistant-words',
    look({ copy }) {
      const hit = chatAround(copy);
      return hit === null
        ? null
        : {
            severity: 'high',
            description: `The words of an assistant are left in the text: ${quote(hit)}`,
            suggestion: 'Take them out.',
          };
    },
  },
  {
    id: 'too-short',
    look({ copy, contentType }) {
      const least = Object.hasOwn(LEAST_WORDS, contentType) ? (LEAST_WORDS[contentType] ?? 0) : 0;
      const words = wordsOf(copy.text);
      return words >= least
        ? null
        : {
            severity: 'high',
            description: `The text is too short to be judged: ${words} of at least ${least} words of a ${contentType}`,
            suggestion: 'Write the text out.',
          };
    },
  },
  {
    id: 'off-subject',
    look({ copy, facts }) {
      if (!isElsewhere(copy, facts)) return null;
      const [product = 'what they describe'] = facts.product;
      return {
        severity: 'high',
        description: `The text is not about what the documents are about: it has nothing of ${quote(product)} and hardly a word of what they say of it`,
        suggestion: 'Write of the product, whom it is for and what they get from it.',
      };
    },
  },
  {
    id: 'denied',
    look({ copy, facts }) {
      const found = denialIn(copy, facts);
      return found === null ? null : otherwise(found.sentence, found.told);
    },
  },
];
