/** Whether a text says what the positioning says, and nothing it does not support. */
import { sentences } from '../../../measure/model/sentences.ts';
import type { Copy } from '../copy.ts';
import { tellingWords } from './author.ts';
import { type Check, type Look, quote } from './check.ts';
import { type FactName, NAMES } from './fact-names.ts';
import type { Facts } from './facts.ts';
import { isWorkedOut, madeUpIn, numberOf, valuesIn } from './worked-out.ts';

/** Share of a fact's telling words that must be in the text. */
const PRESENT = 0.5;
/** Share of a headline's telling words that the documents know. */
const KNOWN_HEADLINE = 0.5;
const KNOWN_CLAIM = 0.4;
const SHORTEST_CLAIM = 4;

export const POSITIONING_CHECKS: readonly Check[] = [
  {
    id: 'headline-drift',
    isGeneral: true,
    look({ copy, facts }) {
      const [first] = copy.headings.filter(({ level }) => level === 1);
      const words = tellingWords(first?.text ?? '');
      if (first === undefined || words.size === 0 || share(words, facts.text) >= KNOWN_HEADLINE) return null;
      // Without spaces between words none can be told apart.
      if (UNSPACED.test(first.text)) return null;
      return {
        severity: 'high',
        description: `The headline ${quote(first.text)} drifts: the positioning supports none of its claim`,
        suggestion: 'Say in the headline what the product is, in the words of the positioning.',
      };
    },
    mend(copy, { product, category }) {
      const [first] = copy.headings.filter(({ level }) => level === 1);
      const [name, kind] = [product[0], category[0]];
      if (first === undefined || name === undefined || kind === undefined) return null;
      return replaced(copy, first.start, first.end, `# ${name}: ${kind}`);
    },
  },
  {
    id: 'nothing-to-compare',
    isGeneral: true,
    look({ facts }) {
      if (facts.category.length + facts.unique.length + facts.value.length > 0) return null;
      return {
        severity: 'high',
        description: 'Too little is positioned: category, differentiators and benefits are all unstated',
        suggestion: 'State them in positioning.md, each by its name; without them nothing can be compared.',
      };
    },
  },
  present('category', 'high', 'The market category is not named anywhere'),
  present('unique', 'high', 'Nothing unique to the product is stated'),
  present('audience', 'medium', 'Readers cannot tell whom it addresses'),
  present('value', 'medium', 'The outcome for customers is absent'),
  present('alternatives', 'low', 'Competing alternatives go unmentioned'),
  {
    id: 'invented-figure',
    look({ copy, facts }) {
      const figures = inventedFigures(copy, facts);
      if (figures.length === 0) return null;
      const within = copy.passages
        .flatMap(({ text }) => sentences(text))
        .filter((sentence) => figuresOf(sentence).some((figure) => figures.includes(figure)));
      const shown = within.length === 0 ? '' : ` in ${within.slice(0, 3).map(quote).join(', ')}`;
      return {
        severity: 'high',
        description: `Unsupported figures: ${figures.slice(0, 3).map(quote).join(', ')}${shown}`,
        suggestion: 'Take the figure from a document, or leave the sentence out.',
      };
    },
    mend: (copy, facts) => {
      const figures = new Set(inventedFigures(copy, facts));
      return withoutSentences(copy, (sentence) => figuresOf(sentence).some((figure) => figures.has(figure)));
    },
  },
  {
    id: 'empty-superlative',
    look({ copy, facts }) {
      const words = superlatives(copy.text, facts.text);
      if (words.length === 0) return null;
      return {
        severity: superlatives(copy.headings[0]?.text ?? '', facts.text).length > 0 ? 'high' : 'medium',
        description: `Boasts without evidence: ${words.slice(0, 3).map(quote).join(', ')}`,
        suggestion: 'Replace the boast by something that can be checked.',
      };
    },
    mend: (copy, facts) =>
      withoutSentences(copy, (sentence) => superlatives(sentence, facts.text).length > 0),
  },
  {
    id: 'claim-drift',
    isGeneral: true,
    look({ copy, facts }) {
      const drifting = driftingClaims(copy, facts);
      if (drifting.length === 0) return null;
      return {
        severity: 'medium',
        description: `Claims beyond the documents: ${drifting.slice(0, 2).map(quote).join(', ')}`,
        suggestion: 'Keep to what the positioning states, or change the positioning first.',
      };
    },
    mend: (copy, facts) => {
      const drifting = new Set(driftingClaims(copy, facts));
      return withoutSentences(copy, (sentence) => drifting.has(sentence));
    },
  },
];

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

function present(name: FactName, severity: 'high' | 'medium' | 'low', description: string): Check {
  return {
    id: `missing-${name}`,
    isGeneral: ({ facts }) => !asksFor(name, facts),
    look({ copy, facts, contentType }: Look) {
      const stated = facts[name];
      // Without spaces between words none can be told apart.
      if (stated.length === 0 || stated.every((fact) => UNSPACED.test(fact))) return null;
      // A post has room for one thought.
      const isShort = contentType === 'social-post';
      if (isShort && (name === 'alternatives' || name === 'audience' || name === 'unique')) return null;
      if (stated.some((fact) => share(tellingWords(fact), copy.text) >= PRESENT)) return null;
      return {
        severity: isShort ? 'medium' : severity,
        description,
        suggestion: `Say it as the positioning does: ${stated[0]?.slice(0, 200) ?? ''}`,
      };
    },
    mend(copy, facts) {
      const [fact] = facts[name];
      const [lead] = copy.passages.filter(({ kind }) => kind === 'paragraph');
      if (fact === undefined || lead === undefined) return null;
      const sentence = `${fact.charAt(0).toUpperCase()}${fact.slice(1)}${/[.!?]$/.test(fact) ? '' : '.'}`;
      return replaced(copy, lead.end, lead.end, ` ${sentence}`);
    },
  };
}

const DEMAND =
  /(?<!\p{L})(?:must|always|every|each|should|needs? to|muss|müssen|immer|jede[rsn]?|soll(?:en)?|doit|doivent|toujours|chaque|debe|deben|siempre|cada|deve|devem|devono|sempre|ogni|moet|altijd|elke)(?!\p{L})|必ず|必须/iu;

/** A sentence of the documents that demands it of a text. */
function asksFor(name: FactName, { text }: Facts): boolean {
  const called = new RegExp(
    `(?<!\\p{L})(?:${NAMES[name].map((one) => RegExp.escape(one)).join('|')})s?(?!\\p{L})`,
    'iu',
  );
  return text.split(/[\n.!?。]/u).some((sentence) => DEMAND.test(sentence) && called.test(sentence));
}

/** Which part of these words the text knows; 1 when there are none. */
function share(words: ReadonlySet<string>, text: string): number {
  if (words.size === 0) return 1;
  const known = tellingWords(text);
  let found = 0;
  for (const word of words) if (known.has(word)) found++;
  return found / words.size;
}

/** A time of day tells a story; it claims nothing that could be measured. */
function figuresOf(text: string): string[] {
  return (text.match(/\d+(?:[.,:]\d+)*/g) ?? []).filter(
    (figure) => figure.length > 1 && !/^\d{1,2}:\d{2}$/.test(figure),
  );
}

function inventedFigures({ text, title, description }: Copy, facts: Facts): string[] {
  const known = new Set(figuresOf(facts.text));
  const given = new Set(facts.text.match(/\d+(?:[.,]\d+)*/g));
  const values = valuesIn(facts.text);
  const madeUp = new Set(sentences(text).flatMap((sentence) => [...madeUpIn(sentence, given)]));
  return [...new Set(figuresOf(`${title} ${description} ${text}`))].filter(
    (figure) =>
      !known.has(figure) &&
      !values.has(numberOf(figure)) &&
      !madeUp.has(figure) &&
      !isWorkedOut(figure, text, known),
  );
}

const SUPERLATIVE =
  /\b(?:world[- ]class|revolutionary|game[- ]chang\w+|best[- ]in[- ]class|cutting[- ]edge|industry[- ]leading|leading|unmatched|unparalleled|the best|number one|ultimate|seamless|effortless)\b/gi;

function superlatives(text: string, known: string): string[] {
  const documents = known.toLowerCase();
  const found = (text.match(SUPERLATIVE) ?? []).map((word) => word.toLowerCase());
  return [...new Set(found)].filter((word) => !documents.includes(word));
}

/** List items and sentences of the lead are claims; most of what they speak of must be in the documents. */
function driftingClaims(copy: Copy, facts: Facts): string[] {
  const claims = copy.passages.flatMap(({ text, kind }) => (kind === 'quote' ? [] : sentences(text)));
  return claims.filter((claim) => {
    const words = tellingWords(claim);
    return words.size >= SHORTEST_CLAIM && share(words, facts.text) < KNOWN_CLAIM;
  });
}

function withoutSentences(copy: Copy, isBad: (sentence: string) => boolean) {
  let body = copy.body;
  for (const { text, kind, start, end } of copy.passages.toReversed()) {
    const kept = sentences(text).filter((sentence) => !isBad(sentence));
    if (kept.length === sentences(text).length) continue;
    const from = kind === 'item' ? body.lastIndexOf('\n', start) + 1 : start;
    body =
      kept.length === 0
        ? body.slice(0, from) + body.slice(end).replace(/^\n/, '')
        : body.slice(0, start) + kept.join(' ') + body.slice(end);
  }
  const clean = (text: string): string =>
    sentences(text)
      .filter((sentence) => !isBad(sentence))
      .join(' ');
  return { title: clean(copy.title), description: clean(copy.description), body };
}

export function replaced({ title, description, body }: Copy, start: number, end: number, text: string) {
  return { title, description, body: body.slice(0, start) + text + body.slice(end) };
}
