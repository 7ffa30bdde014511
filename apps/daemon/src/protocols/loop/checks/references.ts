/** Names with a number that the text refers to and never introduces: "see R-12", "Table 4", "rule 7". */
import type { MarkdownDocument } from '../../documents/document.ts';
import { inAnyCase } from '../../documents/language/patterns.ts';
import { STEP_NAME } from '../../documents/language/plan-words.ts';
import { lineOf, sentencesOf } from '../../documents/sentences.ts';
import { type Check, quote, type Remark, write } from './remark.ts';

const CODE =
  /(?<![\p{L}\p{N}/.-])([A-Z]{1,8}\d?)([-_.]?)(\d{1,4})((?:\.\d{1,3})*)(?![\p{L}\p{N}]|[-_/]\p{N}|\.\p{L})/gu;
/** Where a line, a cell or a heading begins with it, it is introduced. */
const BEGINS = /^[\s>*+|#([-]*(?:\[[ xX]\]\s*)?(?:\d{1,3}[.)]\s+)?[*_`([]*/u;
/** A family is the text's own where it numbers at least so many. */
const FEWEST_OWN = 3;
/** What has a number and no list of its own: units, standards, sheets of paper, quarters. */
const NO_FAMILY = new Set(
  'ISO DIN EN RFC IEC IEEE UTF SHA MD AES RSA TLS SSL HTTP USB A B Q H V KW CW IP COVID CO PM M G DSGVO PCI SOC WCAG ES IPV X Y Z SW'.split(
    ' ',
  ),
);

interface Mention {
  family: string;
  name: string;
  shown: string;
  line: number;
  text: string;
}

/** Of a family of which the text introduces several, every name it uses is introduced. */
export const references: Check = (document) => {
  const own = introduced(document);
  const mentions = sentencesOf(document).flatMap((sentence): Mention[] =>
    [...sentence.text.matchAll(CODE)].map((match) => ({
      family: familyOf(match),
      name: nameOf(match),
      shown: match[0],
      line: lineOf(sentence, match.index),
      text: sentence.text,
    })),
  );
  const known = mentions.filter(({ family }) => (own.get(family)?.size ?? 0) >= FEWEST_OWN);
  const told = new Set<string>();
  const remarks = known.flatMap(({ family, name, shown, line, text }): Remark[] => {
    const all = own.get(family);
    // "R-3.2" is a part of "R-3".
    const isThere =
      all === undefined ||
      all.has(name) ||
      all.has(name.replace(/(?:\.\d+)+$/, '')) ||
      [...all].some((one) => one.startsWith(`${name}.`));
    if (isThere || told.has(name)) return [];
    told.add(name);
    return [
      {
        check: 'unknown-reference',
        line,
        text: `${shown} is referred to and is not there (${[...all].slice(0, 12).join(', ')} are): ${quote(text)}`,
        remedy: write(`write ${shown} or name the one that is meant`),
      },
    ];
  });
  const numbered = captions(document);
  const steps = unknownSteps(document);
  return {
    remarks: [...remarks, ...numbered.remarks, ...steps.remarks],
    looked: known.length + numbered.looked + steps.looked,
    things: 'names that are referred to are there',
  };
};

function familyOf([, letters = '', mark = '']: RegExpExecArray | RegExpMatchArray): string {
  return `${letters}${mark}`;
}

function nameOf([, letters = '', mark = '', number = '', parts = '']:
  | RegExpExecArray
  | RegExpMatchArray): string {
  return `${letters}${mark}${Number(number)}${parts}`;
}

function introduced({ source }: MarkdownDocument): ReadonlyMap<string, ReadonlySet<string>> {
  const own = new Map<string, Set<string>>();
  for (const line of source.split(/\r\n|\n|\r/)) {
    const from = BEGINS.exec(line)?.[0].length ?? 0;
    const first = [...line.slice(from, from + 24).matchAll(CODE)].find(({ index }) => index === 0);
    if (first === undefined || NO_FAMILY.has(first[1] ?? '')) continue;
    const family = familyOf(first);
    const there = own.get(family);
    if (there === undefined) own.set(family, new Set([nameOf(first)]));
    else there.add(nameOf(first));
  }
  return own;
}

const CAPTION_WORDS = inAnyCase(
  'table|figure|fig\\.|diagram|tabelle|abbildung|abb\\.|diagramm|tableau|schéma|tabla|figura|tabela|tabella|afbeelding|rysunek|rys\\.|tabell|figur|attachment|form|formular|formulaire|formulario|formulário|modulo|formulier|checklist|checkliste',
);
const UNSPACED_CAPTIONS = '表|図|图|様式|別紙|附表';
/** A letter in the place of a number is a capital: "the table a customer sees" names none. */
const CAPTIONED = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(${CAPTION_WORDS})\s+(\d{1,2}|[A-Z])(?![\p{L}\p{N}]|[.,]\d)|(${UNSPACED_CAPTIONS})\s?(\d{1,2})(?!\d)`,
  'gu',
);
/** A line that begins with it and ends, or goes on behind a mark. */
const CAPTION_LINE = new RegExp(
  String.raw`^[ \t>*+|#(-]*[*_]*(${CAPTION_WORDS}|${UNSPACED_CAPTIONS})[ \t]*(\d{1,2}|[A-Z])(?![\p{L}\p{N}])[*_]*[ \t]*(?:[:.–—|\uFF1A(-]|\r?$)`,
  'gmu',
);

/** "as in Table 4" where nothing is called Table 4. Where none of the kind is named by a caption, all may be elsewhere. */
function captions(document: MarkdownDocument): { remarks: Remark[]; looked: number } {
  const { source } = document;
  const named = sentencesOf(document).flatMap((sentence) =>
    [...sentence.text.matchAll(CAPTIONED)].map((match) => ({
      word: (match[1] ?? match[3] ?? '').toLowerCase(),
      number: match[2] ?? match[4] ?? '',
      shown: match[0],
      line: lineOf(sentence, match.index),
      text: sentence.text,
    })),
  );
  const lines = new Set(
    [...source.matchAll(CAPTION_LINE)].map(([, word = '', number]) => `${word.toLowerCase()} ${number}`),
  );
  const isCaption = (word: string, number: string): boolean => lines.has(`${word} ${number}`);
  const hasCaptions = new Set(
    named.filter(({ word, number }) => isCaption(word, number)).map(({ word }) => word),
  );
  const told = new Set<string>();
  const remarks = named.flatMap(({ word, number, shown, line, text }): Remark[] => {
    const isAnother =
      /^\s*(?:of|in|der|des|du|de la|del|della) (?:the |dem |der |das )?(?:contract|law|regulation|manual|annex|appendix|vertrag|gesetz|anlage|anhang|handbuch|contrat|annexe)/iu.test(
        text.slice(text.indexOf(shown) + shown.length),
      );
    const hasNone =
      !hasCaptions.has(word) &&
      /^(?:form|formular|formul|modulo|formulier|attachment|checklist|様式)/iu.test(word);
    if (isCaption(word, number) || isAnother || hasNone || told.has(shown.toLowerCase())) return [];
    told.add(shown.toLowerCase());
    return [
      {
        check: 'unknown-reference',
        line,
        text: `${shown} is referred to and is not there: ${quote(text)}`,
        remedy: write(`add ${shown} or name the one that is meant`),
      },
    ];
  });
  return { remarks, looked: named.length };
}

const NUMBERED_LINE = /^[ \t>*+|#-]*(?:\*\*)?(?:\p{L}{3,12}\s)?(\d{1,3})(?:[.):]|\s+[–—-]\s|\s*\|)/gmu;

/** "- [ ] **Step 5 – beta**", "### 手順5：先行配信": whatever stands around its name. */
const STEP_LINE = new RegExp(String.raw`^[ \t>*+|#_[\]xX-]*(?:${STEP_NAME})`, 'gimu');

/** "continue at step 14" where the last number is 9. */
function unknownSteps(document: MarkdownDocument): { remarks: Remark[]; looked: number } {
  const numbers = [NUMBERED_LINE, STEP_LINE].flatMap((line) =>
    [...document.source.matchAll(line)].map(([, number, behind]) => Number(number ?? behind)),
  );
  // Not all at once: a list of arguments has an end, and a text may have more lines.
  const last = numbers.reduce((most, number) => Math.max(most, number), 0);
  if (numbers.length < FEWEST_OWN || !numbers.includes(1)) return { remarks: [], looked: 0 };
  const named = sentencesOf(document).flatMap((sentence) =>
    [...sentence.own.matchAll(new RegExp(STEP_NAME, 'giu'))].map((match) => ({ match, sentence })),
  );
  const remarks = named.flatMap(({ match, sentence }): Remark[] => {
    const number = Number(match[1]);
    return Number.isInteger(number) &&
      number > last &&
      !new RegExp(`^${RegExp.escape(match[0])}`, 'iu').test(sentence.own.trim())
      ? [
          {
            check: 'unknown-reference',
            line: lineOf(sentence, match.index),
            text: `${match[0].trim()} is referred to, and the last one is ${last}: ${quote(sentence.text)}`,
            remedy: write(`write ${match[0].trim()} or name the one that is meant`),
          },
        ]
      : [];
  });
  return { remarks, looked: named.length };
}
