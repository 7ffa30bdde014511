/** Whether a text keeps to what the documents demand of it: parts, topics, claims, no repetition, no gaps. */
import { sentences } from '../../../measure/model/sentences.ts';
import { isSaid, wordsSaid } from '../../convergence/delivered/said-in.ts';
import { isWeak } from '../../convergence/delivered/segment-words.ts';
import { NEGATION } from '../../convergence/facts/sentence-words.ts';
import { folded } from '../../convergence/words.ts';
import type { Copy } from '../copy.ts';
import { type Check, isPage, quote } from './check.ts';
import { brokenCounts } from './counted-rules.ts';
import type { Facts } from './facts.ts';
import {
  ACCORDING_TO,
  BRING,
  COMPARED_WITH,
  CONTACT_PART,
  DISTINCTION,
  FIRST_LINE,
  FREE,
  GAP,
  INCLUDED,
  LEFT_OUT,
  NO_COMPETITOR,
  NO_QUESTION_HEADING,
  NOT_THE_NAME,
  OUT_OF,
  PARTS_OF_A_TEXT,
  PROHIBITED,
  SCHEDULE,
  SPOKEN_BY,
  SUPERLATIVE,
  WITHOUT,
} from './holding-words.ts';
import { languageOf } from './language-of.ts';

const MOST_SHOWN = 3;
const QUOTED =
  /"([^"\n]{3,60})"|“([^”\n]{3,60})”|„([^“”\n]{3,60})[“”]|«\s?([^»\n]{3,60}?)\s?»|「([^」\n]{2,40})」/g;
const CONTACT =
  /https?:\/\/|\bwww\.|[\w.+-]+@[\w-]+\.\w|\b[\w-]+\.(?:example|com|org|net|de|fr|es|it|nl|co\.uk|eu|pt|br|jp|cn)\b|\+?\d[\d ()/-]{6,}\d/iu;

/** What any document may ask of a text: whoever has the document looks. */
export const RULE_CHECKS: readonly Check[] = [
  {
    id: 'forbidden-topic',
    look({ copy, facts }) {
      const said = forbiddenIn(copy, facts);
      const [first] = said;
      if (first === undefined) return null;
      return {
        severity: 'high',
        description: `The documents rule it out: ${said
          .slice(0, MOST_SHOWN)
          .map(({ sentence }) => quote(sentence))
          .join(', ')} against ${quote(first.rule)}`,
        suggestion: 'Leave it out, or change the document first.',
      };
    },
  },
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
      const found = [...copy.passages, ...copy.headings].find(({ text }) => GAP.test(text));
      if (found === undefined) return null;
      return {
        severity: 'high',
        description: `Placeholder text: ${quote(found.text)}`,
        suggestion: 'Write what belongs there, or take it out.',
      };
    },
  },
  {
    id: 'unsupported-claim',
    look({ copy, facts }) {
      const claims = unsupportedIn(copy, facts);
      if (claims.length === 0) return null;
      return {
        severity: 'high',
        description: `Nothing in the documents supports it: ${claims.slice(0, MOST_SHOWN).map(quote).join(', ')}`,
        suggestion: 'Name where it comes from in a document, or leave it out.',
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
      const sentence = sentencesOf(copy).find((one) => FREE.test(one));
      if (sentence === undefined) return null;
      return {
        severity: 'high',
        description: `The documents say otherwise: ${quote(sentence)} against the price ${quote(price)}`,
        suggestion: 'Say the price of the documents, or change it there.',
      };
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
    id: 'competitor',
    look({ copy, facts }) {
      if (!NO_COMPETITOR.test(`${facts.voiceText}\n${facts.text}`)) return null;
      const known = [{ path: '', text: facts.text }];
      const found = sentencesOf(copy).find((sentence) => {
        const name = COMPARED_WITH.exec(sentence)?.[1];
        return name !== undefined && !isSaid(name.split(' ')[0] ?? name, known);
      });
      if (found === undefined) return null;
      return {
        severity: 'high',
        description: `The documents rule out naming a competitor: ${quote(found)}`,
        suggestion: 'Compare without a name.',
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
        if (sentence !== undefined)
          return {
            severity: 'high',
            description: `The documents say otherwise: ${quote(sentence)} against ${quote(shown)}`,
            suggestion: 'Say it as the documents do, or correct them first.',
          };
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
      return {
        severity: 'high',
        description: `The documents say otherwise: ${quote(found.sentence)} against ${quote(found.told)}`,
        suggestion: 'Say it as the documents do, or correct them first.',
      };
    },
  },
];

function sentencesOf({ passages }: Copy): string[] {
  return passages.flatMap(({ text }) => text.split('\n').flatMap(sentences));
}

function statementsOf(text: string): string[] {
  return text.split('\n').flatMap((line) => sentences(line.replace(/^\s*(?:[-*+]|\d+[.)])\s+/, '')));
}

/** A name that the documents mention only where they rule it out. */
function forbiddenIn(copy: Copy, facts: Facts): { sentence: string; rule: string }[] {
  const told = statementsOf(facts.text);
  const rules = told.filter((one) => PROHIBITED.test(one));
  const others = [{ path: '', text: told.filter((one) => !rules.includes(one)).join('\n') }];
  return rules.flatMap((rule) => {
    const words = wordsSaid(rule).filter((word) => word.length > 3 && !isSaid(word, others));
    return sentencesOf(copy).flatMap((sentence) => {
      const shared = words.filter((word) => isSaid(word, [{ path: '', text: sentence }]));
      const isName = shared.some(
        (word) =>
          /^\p{Lu}/u.test(word) && new RegExp(`(?<=[\\p{Ll},]\\s)${RegExp.escape(word)}`, 'u').test(sentence),
      );
      return isName || shared.length >= 3 ? [{ sentence, rule }] : [];
    });
  });
}

/**
 * "Posts have: …": of its entries those that can be looked for, by what they quote, by a way to get in touch, or by their
 * words where most of the others are there by theirs.
 */
function missingParts(copy: Copy, facts: Facts): string[] {
  const text = [{ path: '', text: `${copy.text}\n${copy.body}` }];
  return statementsOf(facts.text)
    .filter((one) => PARTS_OF_A_TEXT.test(one))
    .flatMap((rule) => {
      const listed = /[:：](.+)$/su.exec(rule)?.[1];
      const parts = (listed ?? rule).split(/[,;、，]|\s(?:and|und|et|y|e|en)\s/u).map((part) => part.trim());
      const telling = parts.map((part) => ({
        part,
        words: wordsSaid(part).filter(
          (word) => word.length > 2 && !isWeak(word) && !OF_ANY_TEXT.has(folded(word)),
        ),
      }));
      const named = telling.filter(({ words }) => words.length > 0);
      const there = named.filter(({ words }) => words.some((word) => isSaid(word, text)));
      const isList = listed !== undefined && named.length > 1 && there.length * 2 >= named.length;
      return telling.filter(({ part, words }) => {
        const quoted = quotedIn(part);
        if (quoted.length > 0) return quoted.some((one) => !isQuoted(one, copy));
        if (CONTACT_PART.test(part)) return !CONTACT.test(copy.body) && facts.cta.length === 0;
        return isList && words.length > 0 && !words.some((word) => isSaid(word, text));
      });
    })
    .map(({ part }) => part);
}

/** What every text has, whatever words it uses for it. */
const OF_ANY_TEXT = new Set(
  'problem problems solution hook intro introduction story scene idea example examples link links title heading ending conclusion einleitung problem lösung beispiel schluss problème solution exemple problema solución ejemplo solução exemplo soluzione esempio there here that what'
    .split(' ')
    .map(folded),
);

function quotedIn(text: string): string[] {
  return [...text.matchAll(QUOTED)].flatMap((match) => match.slice(1).find((one) => one) ?? []);
}

function isQuoted(quoted: string, copy: Copy): boolean {
  const words = wordsSaid(quoted);
  // A phrase of small words is looked for as it stands.
  return words.length > 1
    ? words.every((word) => isSaid(word, [{ path: '', text: copy.text }]))
    : folded(copy.text).includes(folded(quoted));
}

const SHARE_OF_CALL = 0.6;

function hasCall({ body, passages, actions }: Copy, cta: string): boolean {
  const [address] = CONTACT.exec(cta) ?? [];
  const squeezed = (text: string): string => text.replace(/\s/g, '');
  if (address !== undefined && address.length > 6 && squeezed(body).includes(squeezed(address))) return true;
  const words = wordsSaid(cta.replace(CONTACT, ' ')).filter((word) => /\p{L}/u.test(word));
  if (words.length === 0) return folded(body).includes(folded(cta));
  return [...passages, ...actions]
    .flatMap(({ text }) => text.split('\n').flatMap(sentences))
    .some((text) => {
      const own = [{ path: '', text }];
      return words.filter((word) => isSaid(word, own)).length / words.length >= SHARE_OF_CALL;
    });
}

const SHARE_OF_TITLE = 0.5;
const FEWEST_WORDS = 6;
const MOST_SENTENCES = 400;
const SAME = 0.75;

function repeatedIn(copy: Copy): string | null {
  const all = sentencesOf(copy)
    .slice(0, MOST_SENTENCES)
    .map((sentence) => ({
      sentence,
      words: new Set(wordsSaid(sentence).map((word) => folded(word).slice(0, 6))),
    }))
    .filter(({ words }) => words.size >= FEWEST_WORDS);
  for (const [index, one] of all.entries())
    for (const other of all.slice(index + 1)) {
      const shared = [...one.words].filter((word) => other.words.has(word)).length;
      if (shared / Math.min(one.words.size, other.words.size) >= SAME) return other.sentence;
    }
  return null;
}

/** Boasts, distinctions, sources and voices that no document knows. */
function unsupportedIn(copy: Copy, facts: Facts): string[] {
  const known = [{ path: '', text: facts.text }];
  return sentencesOf(copy).filter((sentence) => {
    const boast = SUPERLATIVE.exec(sentence)?.[0];
    if (boast !== undefined && !isSaid(wordsSaid(boast).at(-1) ?? boast, known)) return true;
    const distinction = DISTINCTION.exec(sentence)?.[0];
    if (distinction !== undefined && !isSaid(distinction, known)) return true;
    const share = OUT_OF.exec(sentence)?.[0];
    if (
      share !== undefined &&
      !folded(facts.text).includes(folded(share)) &&
      !figuresAgree(share, facts.text)
    )
      return true;
    const days = SCHEDULE.exec(sentence);
    if (days !== null && [days[1], days[2]].some((day) => day !== undefined && !isSaid(day, known)))
      return true;
    const names = (sentence.match(/(?<=\p{L}[\p{L},]*\s|["”»]\s)\p{Lu}\p{Ll}{2,}/gu) ?? []).filter(
      (name) => !isSaid(name, known),
    );
    return names.length > 0 && (ACCORDING_TO.test(sentence) || SPOKEN_BY.test(sentence));
  });
}

/** A share in words may stand in the documents in figures. */
function figuresAgree(share: string, text: string): boolean {
  const numbers = share.match(/\d+/g) ?? [];
  return numbers.length > 0 && numbers.every((number) => new RegExp(`(?<!\\d)${number}(?!\\d)`).test(text));
}

/** "seeds included" here, "you bring the seeds" there. */
function otherwiseIncluded(copy: Copy, facts: Facts): { sentence: string; told: string } | null {
  for (const [mine, theirs] of [
    [INCLUDED, LEFT_OUT],
    [LEFT_OUT, INCLUDED],
  ] as const)
    for (const told of facts.text.split(/[\n,;.]/u).filter((clause) => mine.test(clause))) {
      const things = wordsSaid(told.replace(mine, ' ').replace(/^[^:]*:/, '')).filter(
        (word) => word.length > 3,
      );
      const sentence = sentencesOf(copy).find(
        (one) =>
          theirs.test(one) &&
          !mine.test(one) &&
          things.some((word) => isSaid(word, [{ path: '', text: one }])),
      );
      if (sentence !== undefined) return { sentence, told: told.trim() };
    }
  return null;
}
