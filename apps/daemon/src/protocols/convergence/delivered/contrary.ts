/**
 * A requirement is met by what a file does or says: a sentence that denies it, puts it off, or is commented out does not
 * meet it, and a comment alone does not in a program.
 */
import { figuresIn } from '../facts/figures-in.ts';
import type { ProjectText } from '../project-texts.ts';
import { otherFigure } from './asked-figures.ts';
import { commentsIn, type Told, withoutComments } from './comments.ts';
import { isCode } from './placeholder.ts';
import { isSaid, wordsSaid } from './said-in.ts';
import { isWeak, NOT_ASKED } from './segment-words.ts';
import { saysUnfinished } from './unfinished-words.ts';

const POSTPONED =
  /(?<!\p{L})(?:(?:comes?|done|added|follows?|until|for|will be) later|later on|for now|next (?:release|version|sprint|milestone)|in a (?:later|future)|postponed|deferred|skipped|disabled|missing|left out|kommt (?:noch|später)|später|vorerst|zurückgestellt|nächste[nrs]? (?:version|release)|fehlt|plus tard|reporté\p{L}*|prochaine version|pour l['’]instant|manque|más (?:tarde|adelante)|pospuest\p{L}*|por ahora|falta|mais tarde|depois|adiad\p{L}*|por enquanto|più tardi|in seguito|rimandat\p{L}*|per ora|manca|later|voorlopig|uitgesteld|ontbreekt|później|na razie|brakuje)(?!\p{L})|あとで|後日|今後|まだ|以后|以後|暂不|暫不|尚未|나중에|아직/iu;
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

/** Why the files say the opposite, or only promise it; null where they do not. */
export function deniedOrPutOff(raw: string, scope: readonly ProjectText[]): (Told & { path: string }) | null {
  if (NOT_ASKED.test(raw)) return null;
  const words = tellingWords(raw);
  if (words.length < LEAST_SHARED) return null;
  const needed = Math.max(LEAST_SHARED, Math.ceil(words.length * SHARE));
  const sharedBy = (text: string): number =>
    words.filter((word) => isSaid(word, [{ path: '', text }])).length;
  for (const file of scope) {
    const short = { path: file.path, text: file.text.slice(0, MOST_CHARS) };
    const told = sentencesOf(short);
    const against = told.filter(({ text }) => isAgainst(raw, text) && sharedBy(text) >= needed);
    const [first] = against;
    if (first === undefined) continue;
    // Beside what denies it, the file may well do it or say so.
    const done = isCode(file.path)
      ? withoutComments(short).text
      : told
          .filter(({ text, isHidden }) => isHidden !== true && !isAgainst(raw, text))
          .map(({ text }) => text)
          .join('\n');
    if (sharedBy(done) < against.reduce((most, { text }) => Math.max(most, sharedBy(text)), 0))
      return { path: file.path, line: first.line, text: first.text.replace(/\s+/g, ' ').trim() };
  }
  return null;
}

const ENGLISH = /(?<!\p{L})(?:the|an?|is|are|with|after|when|must|shall|should|every|each|of)(?!\p{L})/iu;

/** A program that has no word of the requirement outside its comments: nobody can tell that it does it. */
export function isToldByCommentsAlone(raw: string, scope: readonly ProjectText[]): boolean {
  // In another language than the program's, words of a requirement stand in its comments alone.
  if (!ENGLISH.test(raw) || /[^\p{ASCII}\p{P}\p{S}]/u.test(raw)) return false;
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
  return (
    NOT_ASKED.test(text) ||
    DENIED.test(text) ||
    POSTPONED.test(text) ||
    saysUnfinished(text) ||
    (GUARDED.test(raw) && OPEN.test(text))
  );
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
