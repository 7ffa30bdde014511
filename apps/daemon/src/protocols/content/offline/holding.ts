/** Whether a text keeps to what the documents demand of it: parts, topics, claims, no repetition, no gaps. */
import { isSaid, wordsSaid } from '../../convergence/delivered/said-in.ts';
import { NEGATION } from '../../convergence/facts/sentence-words.ts';
import { folded } from '../../convergence/words.ts';
import type { Copy } from '../copy.ts';
import { type Check, isPage, otherwise, quote } from './check.ts';
import { brokenCounts } from './counted-rules.ts';
import { CRAFT_CHECKS, CRAFT_RULES } from './craft.ts';
import type { Facts } from './facts.ts';
import { FORBIDDEN_TOPIC } from './forbidden.ts';
import {
  BRING,
  FIRST_LINE,
  FREE,
  GAP,
  INCLUDED,
  LEFT_OUT,
  NO_QUESTION_HEADING,
  NOT_THE_NAME,
  WITHOUT,
} from './holding-words.ts';
import { languageOf } from './language-of.ts';
import { hasCall, missingParts, statementsOf } from './parts.ts';
import { copiedIn, repeatedIn, SUPPORT_CHECKS, sentencesOf } from './supported.ts';

const MOST_SHOWN = 3;

/** What any document may ask of a text: whoever has the document looks. */
export const RULE_CHECKS: readonly Check[] = [
  ...CRAFT_RULES,
  FORBIDDEN_TOPIC,
  {
    id: 'missing-part',
    look({ copy, facts }) {
      const gone = missingParts(copy, facts);
      if (gone.length === 0) return null;
      return {
        severity: 'high',
        description: `A part that the documents ask for is missing: ${gone.slice(0, MOST_SHOWN).map(quote).join(', ')}`,
        suggestion: 'Write the part, or take it out of the document.',
      };
    },
  },
  {
    id: 'how-many',
    look({ copy, facts }) {
      const broken = brokenCounts(copy, `${facts.voiceText}\n${facts.text}`);
      if (broken.length === 0) return null;
      return {
        severity: 'medium',
        description: `Another number than the documents ask for: ${broken.join('; ')}`,
        suggestion: 'Write as many as they ask for.',
      };
    },
  },
];

export const HOLDING_CHECKS: readonly Check[] = [
  ...RULE_CHECKS,
  ...SUPPORT_CHECKS,
  ...CRAFT_CHECKS,
  {
    id: 'missing-call',
    look({ copy, facts }) {
      const [cta] = facts.cta;
      if (cta === undefined || hasCall(copy, cta)) return null;
      return {
        severity: 'high',
        description: `The call to action of the documents is missing: ${quote(cta)}`,
        suggestion: 'End with it, in its own words.',
      };
    },
  },
  {
    id: 'repeated',
    look({ copy }) {
      const copied = copiedIn(copy);
      if (copied.length > 0)
        return {
          severity: 'high',
          description: `A good part of it is there twice: ${copied.length} sentences are repeated word for word, such as ${quote(copied[0] ?? '')}`,
          suggestion: 'Write what each section promises, and say each thing once.',
        };
      const twice = repeatedIn(copy);
      if (twice === null) return null;
      return {
        severity: 'medium',
        description: `It says the same twice (a repetition): ${quote(twice)}`,
        suggestion: 'Say it once.',
      };
    },
  },
  {
    id: 'gap',
    look({ copy }) {
      const found = [...copy.passages, ...copy.headings].filter(({ text }) => GAP.test(text));
      if (found.length === 0) return null;
      return {
        severity: 'high',
        description: `Placeholder text: ${found
          .slice(0, MOST_SHOWN)
          .map(({ text }) => quote(text))
          .join(', ')}`,
        suggestion: 'Write what belongs there, or take it out.',
      };
    },
  },
  {
    id: 'other-title',
    look({ copy, facts, contentType }) {
      const [wanted] = facts.title;
      if (!isPage(contentType) || wanted === undefined) return null;
      const said = [{ path: '', text: `${copy.title} ${copy.headings[0]?.text ?? ''}` }];
      const words = wordsSaid(wanted);
      const share = words.filter((word) => isSaid(word, said)).length / Math.max(1, words.length);
      if (words.length < 2 || share >= SHARE_OF_TITLE) return null;
      return {
        severity: 'medium',
        description: `The title ${quote(copy.title || copy.headings[0]?.text || '')} is not the one the documents give: ${quote(wanted)}`,
        suggestion: 'Take the title of the documents, or change it there.',
      };
    },
  },
  {
    id: 'free-of-charge',
    look({ copy, facts }) {
      const [price] = facts.price;
      if (price === undefined || !/\d/.test(price) || FREE.test(facts.text)) return null;
      const sentence = sentencesOf(copy).find(
        (one) => FREE.test(one) && !isGivenFree(one, price, facts.text),
      );
      if (sentence === undefined) return null;
      return otherwise(sentence, price);
    },
  },
  {
    id: 'opening',
    look({ copy, facts }) {
      const rule = statementsOf(facts.text).find((one) => FIRST_LINE.test(one) && NOT_THE_NAME.test(one));
      const [product] = facts.product;
      const first = copy.text.trim().split('\n')[0] ?? '';
      if (
        rule === undefined ||
        product === undefined ||
        !folded(first).includes(folded(product.split(/[,(–]/)[0]?.trim() ?? ''))
      )
        return null;
      return {
        severity: 'medium',
        description: `The first line (the hook) names the product: ${quote(first)} against ${quote(rule)}`,
        suggestion: 'Begin as the documents ask.',
      };
    },
  },
  {
    id: 'language',
    look({ copy, facts }) {
      const own = languageOf(`${copy.text}`);
      const declared = copy.lang.slice(0, 2).toLowerCase();
      const told = languageOf(facts.text);
      const foreign = copy.passages.find(({ text }) => {
        const language = languageOf(text);
        return language !== null && own !== null && language !== own;
      });
      if (own !== null && declared !== '' && declared !== own)
        return {
          severity: 'medium',
          description: `The language (lang) of the front matter is ${declared}, and the text is written in ${own}`,
          suggestion: 'Write lang as the text is written.',
        };
      if (foreign === undefined || (told !== null && told !== own)) return null;
      return {
        severity: 'medium',
        description: `Another language than the rest: ${quote(foreign.text)}`,
        suggestion: 'Write it in the language of the text.',
      };
    },
  },
  {
    id: 'question-heading',
    look({ copy, facts }) {
      const found = copy.headings.find(({ text }) => /[?？]\s*$/u.test(text));
      if (found === undefined || !NO_QUESTION_HEADING.test(facts.voiceText)) return null;
      return {
        severity: 'medium',
        description: `The brand voice has no questions in headings: ${quote(found.text)}`,
        suggestion: 'Say it as a statement.',
      };
    },
  },
  {
    id: 'without',
    look({ copy, facts }) {
      const told = [...facts.price, ...facts.unique, ...facts.value].flatMap((fact) =>
        [...fact.matchAll(WITHOUT)].map(([shown, noun = '']) => ({ shown, noun })),
      );
      for (const { shown, noun } of told) {
        const sentence = sentencesOf(copy).find(
          (one) =>
            isSaid(noun, [{ path: '', text: one }]) &&
            one.match(WITHOUT) === null &&
            one.match(NEGATION) === null,
        );
        if (sentence !== undefined) return otherwise(sentence, shown);
      }
      return null;
    },
  },
  {
    id: 'bring-your-own',
    look({ copy, facts }) {
      const things = facts.unique
        .flatMap((fact) => fact.split(/[,.;]/u))
        .map((part) => wordsSaid(part).filter((word) => word.length > 3));
      const sentence = sentencesOf(copy).find((one) => {
        const at = BRING.exec(one);
        if (at === null) return false;
        const behind = [{ path: '', text: one.slice(at.index) }];
        return things.some(
          (words) => words.length > 0 && words.slice(0, 2).every((word) => isSaid(word, behind)),
        );
      });
      if (sentence === undefined) return null;
      return {
        severity: 'high',
        description: `The documents say that it is there: ${quote(sentence)}`,
        suggestion: 'Say it as the documents do, or correct them first.',
      };
    },
  },
  {
    id: 'included',
    look({ copy, facts }) {
      const found = otherwiseIncluded(copy, facts);
      if (found === null) return null;
      return otherwise(found.sentence, found.told);
    },
  },
];

const SHARE_OF_TITLE = 0.5;
const FREE_WORD =
  /(?<!\p{L})(?:free|gratis|kostenlos|kostenfrei|gratuit\p{L}*|bezpłatn\p{L}*)(?!\p{L})|無料|免费/iu;

/** "The first month is free", where the price says so in the same words, or a document gives the same days free. */
function isGivenFree(sentence: string, price: string, documents: string): boolean {
  const clause = sentence.split(/[,;]/u).find((one) => FREE_WORD.test(one)) ?? '';
  const figures = clause.match(/\d+/g) ?? [];
  const isSame = (line: string): boolean =>
    FREE_WORD.test(line) && figures.every((figure) => line.match(/\d+/g)?.includes(figure) === true);
  if (figures.length > 0 && documents.split('\n').some(isSame)) return true;
  const words = clause.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
  const known = new Set(price.toLowerCase().match(/\p{L}{3,}/gu) ?? []);
  return FREE_WORD.test(price) && words.every((word) => known.has(word) || word === 'the' || word === 'are');
}

/** What stands in every price is no thing that is included. */
const OF_PRICES =
  /^(?:euros?|dollars?|pounds?|francs?|franken|cents?|years?|jahr\p{L}*|months?|monat\p{L}*|weeks?|woche\p{L}*|days?|tage?n?|années?|mois|jours?|años?|mes(?:es)?|días?|anos?|dias?|anni|mesi)$/iu;

/** "seeds included" here, "you bring the seeds" there. */
function otherwiseIncluded(copy: Copy, facts: Facts): { sentence: string; told: string } | null {
  for (const [mine, theirs] of [
    [INCLUDED, LEFT_OUT],
    [LEFT_OUT, INCLUDED],
  ] as const)
    for (const told of facts.text.split(/[\n,;.]/u).filter((clause) => isOf(mine, clause))) {
      const things = wordsSaid(told.replace(mine, ' ').replace(/^[^:]*:/, '')).filter(
        (word) => word.length > 3 && !OF_PRICES.test(word),
      );
      const sentence = sentencesOf(copy).find(
        // "It is included in the card, and that costs 20": what says both says nothing else.
        (one) =>
          isOf(theirs, one) &&
          !(INCLUDED.test(one) && LEFT_OUT.test(one)) &&
          things.some((word) => isSaid(word, [{ path: '', text: one }])),
      );
      if (sentence !== undefined) return { sentence, told: told.trim() };
    }
  return null;
}

/** "not included" has "included" in it. */
function isOf(side: RegExp, text: string): boolean {
  return side === LEFT_OUT ? LEFT_OUT.test(text) : INCLUDED.test(text) && !LEFT_OUT.test(text);
}
