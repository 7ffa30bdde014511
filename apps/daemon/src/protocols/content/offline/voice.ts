/**
 * What a brand voice says that can be counted: words it rules out, what it says instead, how long a sentence may be,
 * whether it shouts. Everything else in it is for somebody who reads.
 */
import { sentences } from '../../../measure/model/sentences.ts';
import { type Copy, wordsOf } from '../copy.ts';
import { type Check, quote } from './check.ts';

export interface Voice {
  /** In lower case, with what is said instead; null where the voice names nothing. */
  avoid: ReadonlyMap<string, string | null>;
  isCalm: boolean;
  /** Words of the longest sentence; null where it sets no limit. */
  longest: number | null;
}

const QUOTED =
  /["“”„«»]\s*([^"“”„«»\n]{1,60}?)\s*["“”„«»]|(?<!\w)[‘'‚]([^'’‘‚\n]{1,60}?)[’'‘](?!\w)|`([^`\n]{1,60})`|\*([^*\n]{1,60})\*/gu;
/** What follows is not said. */
const RULED_OUT =
  /(?<!\p{L})(?:not|never|nor|no|avoid(?:s|ing)?|instead of|rather than|don[’']t (?:say|use|write)|statt|nicht|nie(?:mals)?|keine?n?|vermeide[nt]?|plutôt que|au lieu de|pas|jamais|évite[rz]?|en vez de|no decimos|nunca|evita(?:mos|r)?|em vez de|não|invece di|mai|niet|nooit|ではなく|避ける|不说)(?!\p{L})/iu;
/** "Never say solution, platform or leverage": the words themselves, without marks. */
const LISTED =
  /(?<!\p{L})(?:never|don[’']t|do not|we (?:never|don[’']t)|avoid)\s+(?:(?:say|use|write)\s+)?(?:the\s+)?(?:(?:words?|terms?|phrases?)\s*:?\s+)?([\p{L}][\p{L}\p{N} ,/'’-]{1,200})/iu;
const SAYS_WORDS = /(?<!\p{L})(?:say|use|write|words?|terms?|phrases?)(?!\p{L})/iu;
const AVOID_HEADING =
  /^#{1,6}\s.*(?<!\p{L})(?:avoid|never|don[’']ts?|not to say|banned|vermeiden|éviter|evitar|避ける)(?!\p{L})/iu;
const LIMIT =
  /(?:at most|under|below|fewer than|max(?:imum)?\.?|no more than|höchstens|maximal|au plus|maximum|como máximo|máximo|no máximo|al massimo|massimo|maximaal)\s+(?:de |di )?(\d{1,2})\s+(?:words|wörter|mots|palabras|palavras|parole|woorden)|(\d{1,2})\s+(?:words|wörter|mots|palabras|palavras|parole|woorden)\s+(?:or (?:fewer|less)|at most|max\p{L}*|oder weniger|maximal|höchstens|au (?:plus|maximum)|ou moins|como máximo|o menos|no máximo|ou menos|al massimo|o meno|of minder)/iu;
const CALM =
  /(?<!\p{L})(?:no|never|without|avoid|kein\w*|ohne|pas de|jamais de|sin)\s+(?:\p{L}+\s+){0,2}?(?:exclamation|ausrufe|points? d[’']exclamation|exclamaci)/iu;
const MOST_WORDS = 60;
const LONGEST_TERM = 3;

export function readVoice(document: string): Voice {
  const avoid = new Map<string, string | null>();
  const ruleOut = (term: string, instead: string | null): void => {
    const plain = term
      .trim()
      .replace(/[.,;:!]+$/, '')
      .toLowerCase();
    if (plain !== '' && avoid.size < MOST_WORDS && wordsOf(plain).length <= LONGEST_TERM)
      avoid.set(plain, instead ?? avoid.get(plain) ?? null);
  };
  let isAvoiding = false;
  let isFirstOut = false;
  for (const line of document.slice(0, 100_000).split(/\r?\n/)) {
    if (/^#{1,6}\s/.test(line)) isAvoiding = AVOID_HEADING.test(line);
    else if (/^\s*\|.*\|\s*$/.test(line)) {
      const [head = ''] = cellsOf(line);
      if (NOT_SAID.test(head)) isFirstOut = true;
      else readRow(line, isFirstOut, ruleOut);
    } else readLine(line, isAvoiding, ruleOut);
  }
  const limit = LIMIT.exec(document);
  const longest = limit?.[1] ?? limit?.[2];
  return { avoid, isCalm: CALM.test(document), longest: longest === undefined ? null : Number(longest) };
}

type RuleOut = (term: string, instead: string | null) => void;

const NOT_SAID =
  /^(?:not|avoid|never|don[’']t|instead of|nicht|statt|nie|éviter|pas|à éviter|evitar|no|não|non|evitare|niet|vermijden|避ける|使わない|不用)(?!\p{L})/iu;

/** `| Say | Not |` and `| Not | Say |` alike: the head tells; without one the second column is what is left out. */
function readRow(line: string, isFirstOut: boolean, ruleOut: RuleOut): void {
  const cells = cellsOf(line);
  const [say = '', not = ''] = isFirstOut ? cells.toReversed().slice(-2) : cells;
  if (not === '' || cells.some((cell) => /^:?-+:?$/.test(cell)) || NOT_SAID.test(not)) return;
  const instead = say.replace(/["“”„«»`*]/g, '');
  for (const term of not.split(/\s*[,/]\s*/))
    ruleOut(term.replace(/["“”„«»`*]/g, ''), instead === '' || /^\(/.test(instead) ? null : instead);
}

function cellsOf(line: string): string[] {
  return line
    .trim()
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());
}

function readLine(line: string, isAvoiding: boolean, ruleOut: RuleOut): void {
  const text = line.replace(/^\s*(?:[-*+]|\d+[.)])\s+/, '');
  const sentence = text.trim();
  if (sentence === '') return;
  const quoted = [...sentence.matchAll(QUOTED)].map(({ index, 1: a, 2: b, 3: c, 4: d }) => ({
    at: index,
    term: a ?? b ?? c ?? d ?? '',
  }));
  const negated = RULED_OUT.exec(sentence);
  if (quoted.length > 0) {
    if (negated === null && !isAvoiding) return;
    const from = negated === null ? 0 : negated.index;
    // What stands behind the word that rules out, or before it where nothing does: "say X, not Y", "not Y but X".
    const out = quoted.filter(({ at }) => at > from);
    const [only, ...more] = quoted.filter(({ at }) => at < from);
    for (const { term } of out)
      ruleOut(term, out.length === 1 && more.length === 0 ? (only?.term ?? null) : null);
    return;
  }
  const listed = SAYS_WORDS.test(sentence) ? LISTED.exec(sentence)?.[1] : undefined;
  const words = listed ?? (isAvoiding && wordsOf(sentence).length <= LONGEST_TERM ? sentence : '');
  for (const term of words.split(/\s*(?:,|\/|\bor\b|\band\b)\s*/i)) ruleOut(term, null);
}

/** Neither addresses nor where a link leads are words. */
const UNTOUCHED = /\]\([^)\s]{0,500}\)|https?:\/\/\S{1,500}|(?<![\w.+-])[\w.+-]{1,64}@[\w.-]{1,190}/g;

function patternOf(term: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}-])${RegExp.escape(term)}(s|en|e|n|)(?![\\p{L}\\p{N}-])`, 'giu');
}

/** What is ruled out and stands in the text, as the voice names it. */
function ruledOut(text: string, { avoid }: Voice): string[] {
  const own = text.replace(UNTOUCHED, ' ');
  return [...avoid.keys()].filter((term) => patternOf(term).test(own));
}

/** A text in these words, as far as the voice says which. */
export function inVoice(text: string, { avoid, isCalm }: Voice): string {
  let changed = text;
  for (const [term, instead] of avoid)
    if (instead !== null)
      changed = outside(changed, (part) =>
        part.replace(patternOf(term), (found, plural: string) =>
          likewise(found, `${instead}${plural === 's' ? 's' : ''}`),
        ),
      );
  return isCalm ? outside(changed, (part) => part.replace(/!+(?=\s|$|["”])/g, '.')) : changed;
}

function outside(text: string, change: (part: string) => string): string {
  let [done, at] = ['', 0];
  for (const { 0: kept, index } of text.matchAll(UNTOUCHED)) {
    done += change(text.slice(at, index)) + kept;
    at = index + kept.length;
  }
  return done + change(text.slice(at));
}

function likewise(found: string, instead: string): string {
  return /^\p{Lu}/u.test(found) ? instead.charAt(0).toUpperCase() + instead.slice(1) : instead;
}

function wholeOf({ title, description, body }: Pick<Copy, 'title' | 'description' | 'body'>): string {
  return `${title}\n${description}\n${body}`;
}

const spoken: NonNullable<Check['mend']> = (copy, { voice }) => ({
  title: inVoice(copy.title, voice),
  description: inVoice(copy.description, voice),
  body: inVoice(copy.body, voice),
});

function longestOf({ passages }: Copy): string {
  const all = passages.flatMap(({ text }) => sentences(text));
  return all.toSorted((one, other) => wordsOf(other).length - wordsOf(one).length)[0] ?? '';
}

export const VOICE_CHECKS: readonly Check[] = [
  {
    id: 'voice-words',
    look({ copy, facts: { voice } }) {
      const found = ruledOut(wholeOf(copy), voice);
      const [first] = found;
      if (first === undefined) return null;
      const instead = voice.avoid.get(first) ?? null;
      return {
        severity: 'medium',
        description: `Words the brand voice rules out: ${found.slice(0, 4).map(quote).join(', ')}`,
        suggestion:
          instead === null ? 'Say it in the words of brand-voice.md.' : `Say ${quote(instead)} instead.`,
      };
    },
    mend: spoken,
  },
  {
    id: 'voice-calm',
    look({ copy, facts: { voice } }) {
      if (!voice.isCalm || !/!(?=\s|$|["”])/.test(wholeOf(copy).replace(UNTOUCHED, ' '))) return null;
      return {
        severity: 'low',
        description: 'Exclamation marks, and the brand voice has none',
        suggestion: 'End the sentence with a full stop.',
      };
    },
    mend: spoken,
  },
  {
    id: 'voice-length',
    look({ copy, facts: { voice } }) {
      if (voice.longest === null) return null;
      const lengths = copy.passages.flatMap(({ text }) => sentences(text).map((one) => wordsOf(one).length));
      const longest = Math.max(0, ...lengths.slice(0, 10_000));
      if (longest <= voice.longest) return null;
      return {
        severity: 'medium',
        description: `A sentence of ${longest} words, and the brand voice allows ${voice.longest}: ${quote(longestOf(copy))}`,
        suggestion: 'Make two of it.',
      };
    },
  },
];
