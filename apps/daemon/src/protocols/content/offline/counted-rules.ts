/** Rules that say how many: words, hashtags, emoji, questions, headings, links, paragraphs. */
import { NUMBER_WORD, NUMBER_WORDS } from '../../documents/language/number-words.ts';
import { type Copy, wordsOf } from '../copy.ts';

const NUMBER = `(\\d{1,4}|no|zero|keine?|aucune?|sin|sem|nessun\\p{L}*|geen|${NUMBER_WORD})`;
const MOST =
  "at most|no more than|not more than|up to|under|below|fewer than|less than|max\\.?|maximum|höchstens|maximal|bis zu|unter|au plus|au maximum|jusqu[’']à|moins de|como máximo|máximo|hasta|menos de|no máximo|até|al massimo|massimo|fino a|meno di|maximaal|hoogstens";
const LEAST =
  'at least|no fewer than|min\\.?|minimum|mindestens|wenigstens|au moins|al menos|mínimo|como mínimo|pelo menos|no mínimo|almeno|minimo|minstens';
const BEHIND_MOST =
  'or (?:fewer|less)|at most|max\\p{L}*|oder weniger|höchstens|au (?:plus|maximum)|como máximo|o menos|no máximo|al massimo';

interface Thing {
  name: string;
  words: string;
  count(copy: Copy): number;
}

const THINGS: readonly Thing[] = [
  {
    name: 'words',
    words: 'words|wörter|worte|mots|palabras|palavras|parole|woorden',
    count: ({ text }) => wordsOf(text.replace(/(?<![\p{L}\p{N}&/])#[\p{L}\p{N}_]+/gu, ' ')).length,
  },
  {
    name: 'hashtags',
    words: 'hashtags?|etiquetas|mots-dièse',
    count: ({ body }) => (body.match(/(?<![\p{L}\p{N}&/#])#[\p{L}][\p{L}\p{N}_]*/gu) ?? []).length,
  },
  {
    name: 'emoji',
    words: 'emojis?|emoticons?|smileys?',
    count: ({ body }) => (body.match(/\p{Extended_Pictographic}/gu) ?? []).length,
  },
  {
    name: 'questions',
    words: 'questions|fragen|preguntas|perguntas|domande|vragen',
    count: ({ text }) => (text.match(/[?？]/gu) ?? []).length,
  },
  {
    name: 'links',
    words: 'links|liens|enlaces|collegamenti',
    count: ({ body }) => (body.match(/\]\([^)]+\)|https?:\/\/\S+/gu) ?? []).length,
  },
  {
    name: 'sections',
    words: 'sections|abschnitte|secciones|seções|sezioni|secties',
    count: ({ headings }) => headings.filter(({ level }) => level === 2).length,
  },
];
/** Of a sentence, of a title: not of the text as a whole. */
const OF_A_PART =
  /sentences?|satz|sätze|phrases?|frases?|oraciones|frasi|zinnen|title|titel|titre|título|titolo|description|beschreibung|paragraph|absatz|headline|überschrift/iu;

/** Made once: patterns of this size cost more to compile than to try. */
const LIMITS = THINGS.map((thing) => ({
  ...thing,
  named: new RegExp(`(?:${thing.words})(?!\\p{L})`, 'iu'),
  most: new RegExp(
    `(?<!\\p{L})(?:${MOST})\\s+(?:de |di )?${NUMBER}\\s+(?:\\p{L}+\\s+)?(?:${thing.words})(?!\\p{L})|(?<!\\p{L})${NUMBER}\\s+(?:${thing.words})\\s+(?:${BEHIND_MOST})`,
    'iu',
  ),
  least: new RegExp(
    `(?<!\\p{L})(?:${LEAST})\\s+(?:de |di )?${NUMBER}\\s+(?:\\p{L}+\\s+)?(?:${thing.words})(?!\\p{L})`,
    'iu',
  ),
}));

export function brokenCounts(copy: Copy, rules: string): string[] {
  return rules.split(/[\n.;。]/u).flatMap((rule) =>
    LIMITS.flatMap((thing) => {
      if (!thing.named.test(rule) || (thing.name === 'words' && OF_A_PART.test(rule))) return [];
      const limit = limitIn(rule, thing);
      if (limit === null) return [];
      const own = thing.count(copy);
      if (limit.isMost ? own <= limit.value : own >= limit.value) return [];
      return [`${own} ${thing.name}, and ${limit.shown} are asked for`];
    }),
  );
}

function limitIn(
  rule: string,
  { most, least }: { most: RegExp; least: RegExp },
): { value: number; isMost: boolean; shown: string } | null {
  const above = most.exec(rule);
  if (above !== null) return { value: valueIn(above[1] ?? above[2]), isMost: true, shown: above[0] };
  const below = least.exec(rule);
  return below === null ? null : { value: valueIn(below[1]), isMost: false, shown: below[0] };
}

function valueIn(word: string | undefined): number {
  const plain = (word ?? '').toLowerCase();
  return NUMBER_WORDS[plain] ?? (/^\d/.test(plain) ? Number(plain) : 0);
}
