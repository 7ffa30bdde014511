/** Words that a document rules out: listed or quoted where it says that something is not to be said. */
import { anyOf } from '../../documents/language/patterns.ts';
import type { Copy } from '../copy.ts';
import { type Check, quote } from './check.ts';

const MOST_SHOWN = 5;
const LONGEST_WORD = 40;
const MOST_WORDS_OF_A_TERM = 4;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Denies, whatever is denied. */
const NOT =
  "never|not|no|don[’']?t|do not|doesn[’']?t|nor|nie|niemals|nicht|keine?n?|jamais|pas|aucune?|sans|nunca|nada de|ni|no|não|nem|nenhum\\p{L}*|mai|non|niente|nessun\\p{L}*|nooit|niet|geen|nie|bez|żadn\\p{L}*|inte|aldrig";
/** Saying, writing, using. */
const SAYING =
  'say\\p{L}*|said|us(?:e|es|ed|ing)|writ\\p{L}*|call\\p{L}*|name|mention\\p{L}*|sag\\p{L}*|verwende\\p{L}*|schreib\\p{L}*|nenn\\p{L}*|benutz\\p{L}*|dire|dit|disons|écri\\p{L}*|utilis\\p{L}*|employ\\p{L}*|dec\\p{L}*|dig\\p{L}*|us[aeo]\\p{L}*|escrib\\p{L}*|diz\\p{L}*|escrev\\p{L}*|scriv\\p{L}*|dici\\p{L}*|zeg\\p{L}*|gebruik\\p{L}*|schrijf\\p{L}*|noem\\p{L}*|mówi\\p{L}*|używa\\p{L}*|pisz\\p{L}*';
const AVOIDING = anyOf(
  'avoid\\p{L}*|banned|forbidden|taboo|off limits|vermeid\\p{L}*|verboten\\p{L}*|tabu\\p{L}*|évit\\p{L}*|interdit\\p{L}*|bannis?|evit\\p{L}*|prohibid\\p{L}*|proibid\\p{L}*|vietat\\p{L}*|vermijd\\p{L}*|verboden|unika\\p{L}*|zakazan\\p{L}*|undvik\\p{L}*',
  '使わない|禁止|避ける|禁用|不使用|避免|금지',
);
const DENIED = anyOf(NOT);
const SPOKEN = anyOf(SAYING);
/** "no: pod, game changer", "nada de …": the denial itself stands before the list. */
const LISTED_AFTER = new RegExp(`(?<!\\p{L})(?:${NOT})\\s*[:：]`, 'iu');
const QUOTED =
  /"([^"\n]{2,40})"|“([^”\n]{2,40})”|„([^“”\n]{2,40})[“”]|«\s?([^»\n]{2,40}?)\s?»|「([^」\n]{1,30})」|‘([^’\n]{2,40})’/g;
/** What is to be said instead stands before the denial or behind its opposite. */
const INSTEAD = anyOf(
  'instead|rather|but|sondern|lieber|plutôt|mais|sino|mejor|mas sim|bensì|ma|maar|liever|lecz',
);

/** Sentence by sentence: what one of them rules out is not what the next one asks for. */
function ruledOut(documents: string): string[] {
  const lines = documents.split(/\r?\n/).map((line) => line.replace(/[*_`]/g, ''));
  return lines.flatMap((line) =>
    line.split(/(?<=[.!?。])\s+(?=\p{Lu}|[^\p{L}])/u).flatMap((sentence) => {
      const at = sentence.search(DENIED);
      const isSpoken = at !== -1 && SPOKEN.test(sentence);
      const isAvoided = AVOIDING.test(sentence);
      const isListed = LISTED_AFTER.test(sentence);
      if (!isSpoken && !isAvoided && !isListed && at === -1) return [];
      const from = Math.min(...[at, sentence.search(AVOIDING)].filter((place) => place !== -1));
      const behind = sentence.slice(from).split(INSTEAD)[0] ?? '';
      const quoted = [...behind.matchAll(QUOTED)].flatMap((match) => match.slice(1).find((one) => one) ?? []);
      const listed =
        isSpoken || isAvoided || isListed ? (/[:：]\s*(.+)$/u.exec(sentence.slice(from))?.[1] ?? '') : '';
      return [...quoted, ...(quoted.length > 0 ? [] : entriesOf(listed))];
    }),
  );
}

function entriesOf(list: string): string[] {
  return list
    .split(/[,、，;|/]|\s(?:and|or|nor|und|oder|et|ou|ni|y|o|e|en|of|i|lub)\s/u)
    .map((word) =>
      word
        .replace(/\([^)]*\)/g, ' ')
        .trim()
        .replace(/^["“„«「]|["”»」.。]+$/gu, '')
        .trim(),
    )
    .filter((word) => word.split(/\s+/).length <= MOST_WORDS_OF_A_TERM);
}

function says(text: string, word: string): boolean {
  if (UNSPACED.test(word)) return text.includes(word);
  // An ending may follow: "suffers", "einzigartige".
  const ending = word.length > 4 ? '\\p{L}{0,2}' : '';
  return new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(word)}${ending}(?![\\p{L}\\p{N}])`, 'iu').test(text);
}

function textOf({ title, description, text }: Copy): string {
  return `${title}\n${description}\n${text}`;
}

export const RULED_OUT_WORDS: Check = {
  id: 'unwanted-word',
  look({ copy, facts }) {
    const words = [...new Set(ruledOut(`${facts.voiceText}\n${facts.text}`))];
    const used = words.filter(
      (word) =>
        word.length > 1 &&
        word.length <= LONGEST_WORD &&
        // What the voice is known to rule out is said by the check of its words.
        !facts.voice.avoid.has(word.toLowerCase()) &&
        says(textOf(copy), word),
    );
    if (used.length === 0) return null;
    return {
      severity: 'high',
      description: `Words the documents rule out: ${used.slice(0, MOST_SHOWN).map(quote).join(', ')}`,
      suggestion: 'Say it in other words, or change the document first.',
    };
  },
};
