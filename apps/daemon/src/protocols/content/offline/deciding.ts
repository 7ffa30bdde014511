/** Whether the text respects how people decide: one easy step, little to hold in mind, proof. */
import { sentences } from '../../../measure/model/sentences.ts';
import { type Copy, wordsOf } from '../copy.ts';
import { type Check, quote } from './check.ts';
import { replaced } from './positioning.ts';

const EARLY_WORDS = { soon: 120, late: 250 };
const LONGEST_SENTENCE = 35;
const MEAN_SENTENCE = 22;
const LONGEST_PARAGRAPH = 120;
/** What working memory holds. */
const MOST_CHUNKS = 9;
const LONGEST_ACTION = 6;

export const DECIDING_CHECKS: readonly Check[] = [
  {
    id: 'no-action',
    // The one the documents name is looked for by its words, wherever it stands.
    isGeneral: true,
    look({ copy, contentType }) {
      if (contentType === 'blog-post' || copy.actions.length > 0) return null;
      return {
        severity: 'high',
        description: 'Call to action missing',
        suggestion: 'Give one next step on a line of its own, as a link.',
      };
    },
    mend(copy, { cta, contact }) {
      const [text] = cta;
      const mail = /[\w.+-]{1,64}@[\w.-]{1,190}\.[a-z]{2,24}/i.exec(contact[0] ?? '')?.[0];
      const href = mail === undefined ? /https?:\/\/\S{1,500}/.exec(contact[0] ?? '')?.[0] : `mailto:${mail}`;
      if (text === undefined || href === undefined) return null;
      const lead = copy.passages.find(({ kind }) => kind === 'paragraph');
      const at = lead?.end ?? copy.body.length;
      return replaced(copy, at, at, `\n\n[${text}](${href})`);
    },
  },
  {
    id: 'late-action',
    isGeneral: true,
    look({ copy, contentType }) {
      const [first] = copy.actions;
      if (contentType !== 'website' || first === undefined || first.after <= EARLY_WORDS.soon) return null;
      return {
        severity: first.after > EARLY_WORDS.late ? 'high' : 'medium',
        description: `Readers wade through ${first.after} words before they can act`,
        suggestion: `Put the first step within ${EARLY_WORDS.soon} words.`,
      };
    },
    mend(copy) {
      const [first] = copy.actions;
      const lead = copy.passages.find(({ kind }) => kind === 'paragraph');
      if (first === undefined || lead === undefined || first.start < lead.end) return null;
      const action = copy.body.slice(first.start, first.end);
      return replaced(copy, lead.end, lead.end, `\n\n${action}`);
    },
  },
  {
    id: 'many-actions',
    isGeneral: true,
    look({ copy }) {
      const choices = choicesOf(copy);
      if (choices.length <= 1) return null;
      return {
        severity: choices.length > 2 ? 'high' : 'medium',
        description: `Choice overload: ${choices.length} different actions (${choices.slice(0, 4).join(', ')})`,
        suggestion: 'Keep one of them.',
      };
    },
    mend(copy, { cta }) {
      const kept = cta.find((text) => choicesOf(copy).includes(text.toLowerCase())) ?? choicesOf(copy)[0];
      let { body } = copy;
      for (const { text, start, end } of copy.actions.toReversed())
        if (text.toLowerCase() !== kept?.toLowerCase()) body = body.slice(0, start) + body.slice(end);
      return { ...copy, body: body.replace(/\n{3,}/g, '\n\n') };
    },
  },
  {
    id: 'friction',
    isGeneral: true,
    look({ copy }) {
      const bad = copy.actions.find(({ text }) => isCostly(text));
      if (bad === undefined) return null;
      return {
        severity: 'high',
        description: `Friction: ${quote(bad.text)} costs effort or says too little (cognitive load)`,
        suggestion: 'Name the result in two to four words, and ask for nothing before it.',
      };
    },
    mend(copy, { cta }) {
      const better = cta.find((text) => !isCostly(text));
      if (better === undefined) return null;
      let { body } = copy;
      for (const { text, href, start, end } of copy.actions.toReversed())
        if (isCostly(text)) body = `${body.slice(0, start)}[${better}](${href})${body.slice(end)}`;
      return { ...copy, body };
    },
  },
  {
    id: 'load',
    // A limit of the voice is held by the voice.
    isGeneral: true,
    look({ copy }) {
      const lengths = copy.passages.flatMap(({ text }) => sentences(text).map((one) => wordsOf(one).length));
      const longest = Math.max(0, ...lengths.slice(0, 10_000));
      const mean = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
      if (longest <= LONGEST_SENTENCE && mean <= MEAN_SENTENCE) return null;
      return {
        severity: 'medium',
        description: `Sentences are heavy: longest ${longest} words, mean ${Math.round(mean)}`,
        suggestion: `Keep them below ${LONGEST_SENTENCE} words, ${MEAN_SENTENCE} on average.`,
      };
    },
  },
  {
    id: 'long-paragraph',
    isGeneral: true,
    look({ copy }) {
      const longest = copy.passages.find(({ text }) => wordsOf(text).length > LONGEST_PARAGRAPH);
      if (longest === undefined) return null;
      return {
        severity: 'medium',
        description: `Block of ${wordsOf(longest.text).length} words without a rest`,
        suggestion: 'Break it up, or make it a list.',
      };
    },
  },
  {
    id: 'chunks',
    isGeneral: true,
    look({ copy }) {
      const sections = copy.headings.filter(({ level }) => level === 2).length;
      const items = Math.max(
        0,
        ...copy.tree.children.map((node) => (node.type === 'list' ? node.children.length : 0)),
      );
      if (sections <= MOST_CHUNKS && items <= MOST_CHUNKS) return null;
      return {
        severity: 'medium',
        description: `Memory limit exceeded: ${sections} sections, a list of ${items}`,
        suggestion: `Offer at most ${MOST_CHUNKS} things at once.`,
      };
    },
  },
  {
    id: 'proof',
    isGeneral: true,
    look({ copy, contentType }) {
      if (contentType !== 'website') return null;
      const hasProof = copy.passages.some(
        ({ kind, text }) => kind === 'quote' || (/\d/.test(text) && wordsOf(text).length > 3),
      );
      if (hasProof) return null;
      return {
        severity: 'medium',
        description: 'Social proof: nothing from others that could be verified',
        suggestion: 'Name who uses it, since when, and what came of it.',
      };
    },
    mend(copy, { proof }) {
      const [fact] = proof;
      return fact === undefined ? null : { ...copy, body: `${copy.body}\n\n> ${fact}` };
    },
  },
  {
    id: 'pressure',
    look({ copy }) {
      const found =
        /\b(?:only today|last chance|hurry|act now|don[’']t miss|limited time|before it[’']s too late)\b/i.exec(
          copy.text,
        );
      if (found === null) return null;
      return {
        severity: 'medium',
        description: `Manipulative urgency: ${quote(found[0])}`,
        suggestion: 'Name a deadline only where there is one.',
      };
    },
  },
];

function choicesOf({ actions }: Copy): string[] {
  return [...new Set(actions.map(({ text }) => text.toLowerCase()))];
}

const VAGUE = /^(?:click here|learn more|read more|submit|more|continue|here|go)$/i;
const COSTLY =
  /\b(?:create an? account|register|sign[ -]?up|fill (?:in|out)|complete the form|credit card|request a (?:demo|quote)|schedule a call|call (?:us|sales)|apply)\b/i;

function isCostly(text: string): boolean {
  return VAGUE.test(text.trim()) || COSTLY.test(text) || wordsOf(text).length > LONGEST_ACTION;
}
