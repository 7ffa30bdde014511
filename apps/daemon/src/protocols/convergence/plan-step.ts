/** A step of a plan, its parts and what they are for. */
import type { MarkdownDocument, Statement } from '../documents/document.ts';
import { contentWords } from '../documents/language/content.ts';
import { HEADINGS, NEEDS_AHEAD, ROLLBACK, VALIDATION, WEAK_PROOF } from '../documents/language/plan-words.ts';

/** A piece of a step: a cell of its row, a line of its list, a paragraph. */
export interface StepPart {
  line: number;
  /** As it is written, with its marks. */
  raw: string;
  role: 'needs' | 'proof' | 'undo' | 'work';
  /** Of a cell: the head of its column. */
  label?: string;
}

export interface PlanStep {
  /** What other steps call it: `2`, or `t2`. */
  key: string;
  /** As it is called in sentences about it: `step 2`. */
  shown: string;
  title: string;
  line: number;
  endLine: number;
  parts: StepPart[];
  needs: { key: string; shown: string; line: number }[];
}

export type Begun = Omit<PlanStep, 'needs' | 'endLine'>;

export type PlanFamily =
  | 'requirements'
  | 'rollback'
  | 'validation'
  | 'dependencies'
  | 'options'
  | 'risks'
  | 'steps';
const FAMILIES: readonly PlanFamily[] = [
  'requirements',
  'rollback',
  'risks',
  'validation',
  'dependencies',
  'options',
  'steps',
];

const known = new WeakMap<MarkdownDocument, ReadonlyMap<Statement, PlanFamily | null>>();

/** What the nearest heading that says so says its text is. The title of the document counts for nothing. */
export function familyOf(statement: Statement, document: MarkdownDocument): PlanFamily | null {
  let titled = known.get(document);
  if (titled === undefined) {
    titled = titledFamilies(document);
    known.set(document, titled);
  }
  return titled.get(statement) ?? headedFamily(statement, document);
}

function headedFamily({ section }: Statement, { headings }: MarkdownDocument): PlanFamily | null {
  for (let index = section, depth = 7; index >= 0; index--) {
    const heading = headings[index];
    if (heading === undefined || heading.depth >= depth) continue;
    depth = heading.depth;
    if (depth === 1) return null;
    const family = FAMILIES.find((name) => HEADINGS[name].test(heading.text));
    if (family !== undefined) return family;
  }
  return null;
}

/** What a line may announce; of other words people make lines about other things. */
const TITLED: readonly PlanFamily[] = ['requirements', 'rollback', 'steps'];
const LONGEST_TITLE = 40;
const MOST_TITLE_WORDS = 6;

/** In notes without headings a short line by itself is one: "what we do", "dates", "what the mayor wants". */
function titledFamilies(document: MarkdownDocument): ReadonlyMap<Statement, PlanFamily | null> {
  const found = new Map<Statement, PlanFamily | null>();
  // Whoever writes headings does not need them.
  if (document.headings.length > 1) return found;
  let family: PlanFamily | null = null;
  for (const [index, statement] of document.statements.entries()) {
    if (isTitleLine(statement, document.statements[index + 1]))
      family = TITLED.find((name) => HEADINGS[name].test(statement.text)) ?? null;
    else if (family !== null) found.set(statement, family);
  }
  return found;
}

function isTitleLine({ kind, nth, text, line }: Statement, next: Statement | undefined): boolean {
  if (kind !== 'paragraph' || next === undefined || (nth !== null && nth > 0)) return false;
  const isShort = text.length <= LONGEST_TITLE && text.split(/\s+/).length <= MOST_TITLE_WORDS;
  return isShort && !/[.!?;,]/.test(text) && (nth === 0 || next.line >= line + 1);
}

/** Every line of a statement, with what it is for. */
export function partsOf({ line, kind }: Statement, raw: string): StepPart[] {
  // An entry that begins with how the work is undone tells it to its end.
  const isUndo = kind === 'item' && roleOf(raw) === 'undo';
  return raw.split(/\r\n|\n|\r/).flatMap((text, index): StepPart[] => {
    // A sentence that proves is a part of its own: what it cites is not made by the sentence before it.
    const sentences = text.split(/(?<=[.。;!?])\s+/u);
    return sentences.map((said) => ({ line: line + index, raw: said, role: isUndo ? 'undo' : roleOf(said) }));
  });
}

export function roleOf(text: string): StepPart['role'] {
  if (isNeedsLine(text.replace(/^[\s*_-]+/, ''))) return 'needs';
  const label = /^[\s*_-]*([\p{L}\p{M}\s]{2,40}?)\s*[*_]*\s*[:\uFF1A]/u.exec(text)?.[1];
  if (label !== undefined && VALIDATION.test(label)) return 'proof';
  if (label !== undefined && ROLLBACK.test(label)) return 'undo';
  return VALIDATION.test(text.slice(0, 24)) ? 'proof' : 'work';
}

/** Why a proof proves nothing; null where it may. */
export function weakProof(raw: string): string | null {
  const said = raw.replace(/^[\s*_-]*[\p{L}\p{M}\s]{2,40}?\s*[*_]*\s*[:\uFF1A]/u, '').trim();
  const words = said.match(/\p{L}+/gu)?.length ?? 0;
  if (said === '' || words > MOST_WEAK_WORDS || /[\d`%=<>"“«「]/.test(said)) return null;
  const rest = said.replace(DONE_WHEN, '');
  if (!WEAK_PROOF.test(rest)) return null;
  // "the import works on a phone without a network": what is done and where can fail.
  const left = contentWords(rest.replace(new RegExp(WEAK_PROOF.source, 'giu'), ' '));
  return left.length <= MOST_LEFT_WORDS ? said : null;
}

/** Letters of a script without spaces, or words: beyond them a step tells what it does. */
const TELLING_WORDS = 7;
const TELLING_SIGNS = 12;

/** Whether anybody could say afterwards that it was done: "Do the rest." is over when nobody asks any more. */
export function isCheckable({ title, parts, needs }: PlanStep): boolean {
  if (needs.length > 0 || parts.some(({ role, raw }) => role === 'proof' && weakProof(raw) === null))
    return true;
  const said = [title, ...parts.map(({ raw }) => raw)].map((text) =>
    text.replace(/^[\s*_#-]*\d+[.)]\s*/u, ''),
  );
  return said.some(
    (text) =>
      /[\d`"“«「%|/]/u.test(text) ||
      (text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu)?.length ?? 0) >= TELLING_WORDS ||
      (text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ??
        0) >= TELLING_SIGNS,
  );
}

/** "ok if each sensor blinks": the words that announce the proof are none of it. */
const DONE_WHEN =
  /^\W*(?:it is |is |we are )?(?:done|ok|okay|good|fine|ready|finished|complete|works|proven|verified|checked|listo|hecho|terminado|fertig|erledigt|terminée?|finie?|gotowe|klaar|pronto|feito)\s+(?:if|when|once|cuando|wenn|quand|quando|gdy|als|wanneer)\s+/iu;
const MOST_WEAK_WORDS = 12;
const MOST_LEFT_WORDS = 3;

export function isNeedsLine(text: string): boolean {
  NEEDS_AHEAD.lastIndex = 0;
  const match = NEEDS_AHEAD.exec(text);
  NEEDS_AHEAD.lastIndex = 0;
  return match !== null && match.index < 3;
}
