/** Whether a text keeps to what the documents demand of it: parts, topics, claims, no repetition, no gaps. */
import { sentences } from '../../../measure/model/sentences.ts';
import { isSaid, wordsSaid } from '../../convergence/delivered/said-in.ts';
import { folded } from '../../convergence/words.ts';
import type { Copy } from '../copy.ts';
import { type Check, quote } from './check.ts';
import type { Facts } from './facts.ts';
import {
  ACCORDING_TO,
  CONTACT_PART,
  DISTINCTION,
  GAP,
  INCLUDED,
  LEFT_OUT,
  PARTS_OF_A_TEXT,
  PROHIBITED,
  SPOKEN_BY,
  SUPERLATIVE,
} from './holding-words.ts';

const MOST_SHOWN = 3;
const QUOTED =
  /"([^"\n]{3,60})"|“([^”\n]{3,60})”|„([^“”\n]{3,60})[“”]|«\s?([^»\n]{3,60}?)\s?»|「([^」\n]{2,40})」/g;
const CONTACT =
  /https?:\/\/|\bwww\.|[\w.+-]+@[\w-]+\.\w|\b[\w-]+\.(?:example|com|org|net|de|fr|es|it|nl|co\.uk|eu|pt|br|jp|cn)\b|\+?\d[\d ()/-]{6,}\d/iu;

export const HOLDING_CHECKS: readonly Check[] = [
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

/** "Posts have: …": of its entries those that can be looked for, by what they quote or by a way to get in touch. */
function missingParts(copy: Copy, facts: Facts): string[] {
  const text = [{ path: '', text: `${copy.text}\n${copy.body}` }];
  return statementsOf(facts.text)
    .filter((one) => PARTS_OF_A_TEXT.test(one))
    .flatMap((rule) => rule.split(/[,;:、，]|\s(?:and|und|et|y|e|en)\s/u))
    .filter((part) => {
      const quoted = [...part.matchAll(QUOTED)].flatMap((match) => match.slice(1).find((one) => one) ?? []);
      if (quoted.length > 0)
        return quoted.some((one) => {
          const words = wordsSaid(one);
          return words.length > 0
            ? !words.every((word) => isSaid(word, text))
            : !folded(copy.text).includes(folded(one));
        });
      return CONTACT_PART.test(part) && !CONTACT.test(copy.body) && facts.cta.length === 0;
    })
    .map((part) => part.trim());
}

const SHARE_OF_CALL = 0.6;

function hasCall(copy: Copy, cta: string): boolean {
  const text = [{ path: '', text: copy.body }];
  const [address] = CONTACT.exec(cta) ?? [];
  if (
    address !== undefined &&
    address.length > 6 &&
    copy.body.replace(/\s/g, '').includes(address.replace(/\s/g, ''))
  )
    return true;
  const words = wordsSaid(cta.replace(CONTACT, ' ')).filter((word) => /\p{L}/u.test(word));
  if (words.length === 0) return folded(copy.body).includes(folded(cta));
  return (
    copy.passages
      .concat(
        copy.actions.map(({ text: said, start, end }) => ({
          text: said,
          kind: 'paragraph' as const,
          start,
          end,
        })),
      )
      .some(({ text: said }) => {
        const own = [{ path: '', text: said }];
        return words.filter((word) => isSaid(word, own)).length / words.length >= SHARE_OF_CALL;
      }) ||
    (words.length > 3 && words.every((word) => isSaid(word, text)))
  );
}

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
    const names = (sentence.match(/(?<=\p{L}[\p{L},]*\s|["”»]\s)\p{Lu}\p{Ll}{2,}/gu) ?? []).filter(
      (name) => !isSaid(name, known),
    );
    return names.length > 0 && (ACCORDING_TO.test(sentence) || SPOKEN_BY.test(sentence));
  });
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
