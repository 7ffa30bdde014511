/**
 * A requirement is met by what a file does or says: a sentence that denies it, puts it off, or is commented out does not
 * meet it, and a comment alone does not in a program.
 */
import { figuresIn } from '../facts/figures-in.ts';
import type { ProjectText } from '../project-texts.ts';
import { otherFigure, valuesIn } from './asked-figures.ts';
import { commentsIn, type Told, withoutComments } from './comments.ts';
import { isCode, isTest } from './placeholder.ts';
import { isSaid, wordsSaid } from './said-in.ts';
import { isWeak, NOT_ASKED } from './segment-words.ts';
import { saysUnfinished } from './unfinished-words.ts';

const POSTPONED =
  /(?<!\p{L})(?:(?:comes?|done|added|follows?|until|for|will be) later|later on|for now|next (?:release|version|sprint|milestone)|in a (?:later|future)|postponed|deferred|kommt (?:noch|später)|vorerst|zurückgestellt|nächste[nrs]? (?:version|release)|reporté\p{L}*|prochaine version|pour l['’]instant|pospuest\p{L}*|por ahora|adiad\p{L}*|por enquanto|rimandat\p{L}*|per ora|voorlopig|uitgesteld|na razie)(?!\p{L})|あとで|後日|まだ|暂不|暫不|尚未|나중에|아직/iu;
/** A description of what is done has these too: "a missing file ends with 2", "the others are skipped". */
const IN_PASSING =
  /(?<!\p{L})(?:skipped|disabled|missing|left out|fehlt|später|manque|plus tard|más (?:tarde|adelante)|falta|mais tarde|depois|più tardi|in seguito|manca|later|ontbreekt|brakuje)(?!\p{L})|以后|以後|今後/iu;
const DENIED =
  /(?<!\p{L})(?:cannot|can['’]t|doesn['’]t|don['’]t|isn['’]t|aren['’]t|won['’]t|fails? to|instead of)(?!\p{L})|しない|しません|않/iu;
/** What guards a secret is undone by keeping it as it is. */
const GUARDED = /(?<!\p{L})(?:hash|bcrypt|argon|scrypt|encrypt|verschlüssel|chiffr|cifra|cript)/iu;
const OPEN =
  /(?<!\p{L})(?:plain ?text|clear ?text|in the clear|unencrypted|unhashed|klartext|en clair|texto plano|in chiaro)(?!\p{L})/iu;

const FILE = /`[^`\n]*[./][^`\n]*`|[\p{L}\p{N}_/-]+\.[a-z]\w{1,4}(?!\w)/gu;
const ID = /^[\s|>*-]*(?:\[[ x]\]\s*)?\**[A-Z][\w.-]*\d\.?\**\s*[:|.)]?/u;
const LEAST_SHARED = 2;
const SHARE = 0.5;
const MOST_CHARS = 200_000;

/**
 * Why the files say the opposite, or only promise it; null where they do not. A document that denies something in passing
 * is not sure where `program`, what was delivered beside it, has as many words and all marks and figures of what is asked.
 */
export function deniedOrPutOff(
  raw: string,
  scope: readonly ProjectText[],
  program: readonly ProjectText[] = [],
): (Told & { path: string }) | null {
  if (NOT_ASKED.test(raw)) return null;
  const words = tellingWords(raw);
  if (words.length < LEAST_SHARED) return null;
  const needed = Math.max(LEAST_SHARED, Math.ceil(words.length * SHARE));
  const sharedBy = (text: string): number =>
    words.filter((word) => isSaid(word, [{ path: '', text }])).length;
  const done = programText(program);
  const shown = shownBy(raw, done, sharedBy(done));
  for (const file of scope) {
    const short = { path: file.path, text: file.text.slice(0, MOST_CHARS) };
    const told = sentencesOf(short);
    const against = told.filter(
      ({ text }) =>
        isAgainst(raw, text) &&
        sharedBy(text) >= needed &&
        (isCode(file.path) || isPutOff(text) || shown < sharedBy(text)),
    );
    const [first] = against;
    if (first === undefined) continue;
    // Beside what denies it, the file may well do it or say so.
    const kept = isCode(file.path)
      ? withoutComments(short).text
      : told
          .filter(({ text, isHidden }) => isHidden !== true && !isAgainst(raw, text))
          .map(({ text }) => text)
          .join('\n');
    if (sharedBy(kept) < against.reduce((most, { text }) => Math.max(most, sharedBy(text)), 0))
      return { path: file.path, line: first.line, text: first.text.replace(/\s+/g, ' ').trim() };
  }
  return null;
}

/** The code that was delivered, without its tests and comments. */
function programText(files: readonly ProjectText[]): string {
  return files
    .filter(({ path }) => isCode(path) && !isTest(path))
    .map((file) => withoutComments(file).text)
    .join('\n')
    .slice(0, MOST_CHARS);
}

/** One may stand there by chance. */
const FEWEST_MARKS = 2;

/**
 * How many words of a requirement are in a program that has all its flags, names in code marks and figures: of more than
 * one such mark, all of them; where one mark is not there, none.
 */
function shownBy(raw: string, program: string, words: number): number {
  if (program === '') return -1;
  const marks = [...raw.matchAll(/`([^`\n./]+)`/g)].map(([, span = '']) => span.trim());
  const values = new Set(valuesIn(program));
  const bare = raw.replace(ID, ' ').replace(/`[^`\n]*`/g, ' ');
  const figures = bare.match(/(?<![\p{L}\p{N}.,-])\d+(?![\p{L}\p{N}])/gu) ?? [];
  const isWhole =
    marks.every((mark) => program.includes(mark)) && figures.every((figure) => values.has(Number(figure)));
  if (!isWhole) return -1;
  return marks.length + figures.length >= FEWEST_MARKS ? Infinity : words;
}

const ENGLISH = /(?<!\p{L})(?:the|an?|is|are|with|after|when|must|shall|should|every|each|of)(?!\p{L})/iu;

export function isEnglish(raw: string): boolean {
  return ENGLISH.test(raw) && !/[^\p{ASCII}\p{P}\p{S}]/u.test(raw);
}

/** A program that has no word of the requirement outside its comments: nobody can tell that it does it. */
export function isToldByCommentsAlone(raw: string, scope: readonly ProjectText[]): boolean {
  // In another language than the program's, words of a requirement stand in its comments alone.
  if (!isEnglish(raw)) return false;
  if (scope.length === 0 || !scope.every(({ path }) => isCode(path))) return false;
  const words = tellingWords(raw);
  if (words.length < LEAST_SHARED) return false;
  const bare = scope.map(withoutComments);
  const isIn = (word: string, text: string): boolean => isSaid(word, [{ path: '', text }]);
  if (words.some((word) => bare.some(({ text }) => isIn(word, text)))) return false;
  // A program may keep to a figure and say nothing else of it.
  const hasFigure = figuresIn(raw.replace(ID, ' ').replace(FILE, ' '), false).length > 0;
  if (hasFigure && otherFigure(raw, bare, bare) === null) return false;
  const comments = scope.flatMap((file) => commentsIn(file).map(({ text }) => text)).join('\n');
  return words.some((word) => isIn(word, comments));
}

/** What the requirement is about: not the file that shall do it, nor words that fit any. */
function tellingWords(raw: string): string[] {
  const text = raw.replace(ID, ' ').replace(FILE, ' ');
  const figures = text.match(/(?<![\p{L}\p{N}.,-])\d+(?![\p{L}\p{N}])/gu) ?? [];
  return [...new Set([...wordsSaid(text).filter((word) => !isWeak(word)), ...figures])];
}

function isAgainst(raw: string, text: string): boolean {
  const plain = withoutSaid(raw, text);
  return (
    NOT_ASKED.test(plain) ||
    DENIED.test(plain) ||
    IN_PASSING.test(plain) ||
    isPutOff(text) ||
    (GUARDED.test(raw) && OPEN.test(text))
  );
}

/** A lack, an error and what is free of charge are written with the sign of a denial, and deny nothing. */
const NAMED_LACK = /不(?:足|明|良|正|具合|在|同|断|仅|仅仅|但)|無(?:料|線|事|地)|无线/gu;

/** A sentence without what the requirement says in the same words: "lines it can't read are skipped" asks for both. */
function withoutSaid(raw: string, text: string): string {
  const asked = [DENIED, IN_PASSING].flatMap((form) =>
    [...raw.matchAll(new RegExp(form.source, 'giu'))].map(([word]) => word),
  );
  return asked
    .concat(
      asked.some((word) => /can['’]t|cannot/iu.test(word)) ? ["can't", 'can’t', 'cannot', 'can not'] : [],
    )
    .reduce((left, word) => left.replace(new RegExp(RegExp.escape(word), 'giu'), ' '), text)
    .replace(NAMED_LACK, ' ');
}

/** What is only to come: no program that is there makes it untrue. */
function isPutOff(text: string): boolean {
  return saysUnfinished(text) || POSTPONED.test(text);
}

interface Sentence extends Told {
  /** Commented out of a page or a document. */
  isHidden?: true;
}

/** Of a program its comments; of a document its sentences, and what is commented out. */
function sentencesOf(file: ProjectText): Sentence[] {
  const comments = commentsIn(file);
  if (isCode(file.path)) return comments;
  const { text } = withoutComments(file);
  const shown = text.split('\n').flatMap((line, index) =>
    line
      .replace(/<[^<>]*>/g, ' ')
      .split(/(?<=[.;!?。！？])\s*/)
      .filter((sentence) => sentence.trim() !== '')
      .map((sentence): Sentence => ({ line: index + 1, text: sentence })),
  );
  return [...shown, ...comments.map((comment): Sentence => ({ ...comment, isHidden: true }))];
}
