/** What a plan was made for, from its own text or from the brief beside it, and whether its steps reach it. */
import type { MarkdownDocument, Statement } from '../documents/document.ts';
import { contentWords } from '../documents/language/content.ts';
import { NONE } from '../documents/language/open-points.ts';
import { HEADINGS, IN_THE_END, WANTED } from '../documents/language/plan-words.ts';
import { quantitiesIn } from '../documents/language/quantities.ts';
import type { Quantity } from '../documents/language/quantity.ts';
import { sentencesOf, withoutQuotes } from '../documents/sentences.ts';
import { requirementsOf } from './brief.ts';
import { familyOf, type PlanStep } from './plan-step.ts';
import { asWritten } from './wording.ts';

export interface PlannedRequirement {
  /** Its own identifier; null without one. */
  id: string | null;
  text: string;
  line: number;
  from: 'plan' | 'brief';
}

export function plannedRequirements(
  document: MarkdownDocument,
  steps: readonly PlanStep[],
  brief: string | null,
): PlannedRequirement[] {
  const isOfStep = (line: number): boolean => steps.some((step) => line >= step.line && line <= step.endLine);
  const announced = announcedIn(document);
  const listed = document.statements.filter(
    (statement) =>
      (familyOf(statement, document) === 'requirements' || announced.has(statement)) &&
      !isOfStep(statement.line) &&
      isOne(statement) &&
      !NONE.test(statement.text),
  );
  const own = listed.map(
    ({ id, text, line }): PlannedRequirement => ({
      id: id ?? LETTERED.exec(text)?.[1] ?? null,
      text: asWritten(text),
      line,
      from: 'plan',
    }),
  );
  const wanted = own.length > 0 ? [] : enumerated(document, isOfStep);
  const asked =
    brief === null
      ? []
      : requirementsOf(brief).map(
          ({ id, text, line }): PlannedRequirement => ({
            id: /^line \d+$/.test(id) ? null : id,
            text: /^line \d+$/.test(id) ? text : `${id} ${text}`,
            line,
            from: 'brief',
          }),
        );
  return [...asked, ...own, ...wanted];
}

/** "要求A:", "Goal B:": numbered by letters. */
const LETTERED = /^\s*(\p{L}{2,12}\s?[A-Z])(?=\s*[:：.)])/u;

/** A list below a line that says it is what is wanted, and rows below a head that says so. */
function announcedIn({ statements, source }: MarkdownDocument): ReadonlySet<Statement> {
  const found = new Set<Statement>();
  let isOpen = false;
  let before: Statement | null = null;
  for (const statement of statements) {
    const isNext = before !== null && before.kind === statement.kind && statement.line <= before.line + 2;
    if (statement.kind === 'paragraph') {
      const last =
        source
          .slice(statement.start, statement.end)
          .split(/\r\n|\n|\r/)
          .at(-1) ?? '';
      const sentence = last.split(/(?<=[.!?])\s+/u).at(-1) ?? last;
      isOpen =
        sentence.length <= LONGEST_ANNOUNCEMENT &&
        (HEADINGS.requirements.test(sentence) ||
          ((/[:：]\s*$/.test(sentence) || statement.nth === 0) && WANTED.test(sentence)));
    } else if (statement.kind === 'row') {
      if (isNext) {
        if (isOpen) found.add(statement);
      } else isOpen = HEADINGS.requirements.test(statement.text.split('|')[0] ?? '');
    } else if (isOpen) found.add(statement);
    before = statement;
  }
  return found;
}

const LONGEST_ANNOUNCEMENT = 80;

/** The line above the rows of a table says what they are. */
function isOne({ kind, id, text }: Statement): boolean {
  return kind === 'item' || (kind === 'row' ? id !== null || /^\d/.test(text) : id !== null);
}

/** "We want 1) …, 2) …, 3) …" and "The brief wants: …; …; …". */
function enumerated(document: MarkdownDocument, isOfStep: (line: number) => boolean): PlannedRequirement[] {
  return sentencesOf(document).flatMap(({ text, line, statement }): PlannedRequirement[] => {
    if (isOfStep(line) || statement.kind === 'row') return [];
    if (IN_THE_END.test(text)) {
      const parts = text
        .replace(IN_THE_END, '')
        .split(/\s*[,;]\s*(?:(?:and|und|et|y|e|i|och)\s+)?|\s+(?:and|und)\s+(?=the |die |der |das )/u);
      return parts
        .map((part) => part.trim().replace(/[,.;。]$/u, ''))
        .filter((part) => contentWords(part).length >= FEWEST_WORDS)
        .map((part) => ({ id: null, text: part, line, from: 'plan' }));
    }
    if (!WANTED.test(text)) return [];
    const numbered = text.split(/(?:^|\s|[::,(])(?:\(?\d{1,2}|\(?[a-h])\)\s+/u).slice(1);
    const listed = /[:\uFF1A]\s*(.+)$/su.exec(text)?.[1]?.split(/[;\uFF1B]/u) ?? [];
    const parts = numbered.length > 1 ? numbered : listed.length > 1 ? listed : inOneLine(text);
    return parts
      .map((part) => part.trim().replace(/[,.;。]$/u, ''))
      .filter((part) => part !== '')
      .map((part) => ({ id: null, text: part, line, from: 'plan' }));
  });
}

const FEWEST_IN_LINE = 3;
const LONGEST_IN_LINE = 6;

/** "must have: a map, a form, works on phones": short things between commas behind a colon. */
function inOneLine(text: string): string[] {
  const behind = /^[^:\uFF1A]{3,40}[:\uFF1A]\s*(.+)$/su.exec(text)?.[1] ?? '';
  const parts = behind.split(/,(?!\d)\s*(?:(?:and|und|et|y|e|en)\s+)?|[、，]/u).map((part) => part.trim());
  const isShort = (part: string): boolean => part !== '' && part.split(/\s+/u).length <= LONGEST_IN_LINE;
  return parts.length >= FEWEST_IN_LINE && parts.every(isShort) ? parts : [];
}

/** Fewer words are no requirement. */
const FEWEST_WORDS = 3;
/** Of a requirement's words, the share some step must have for it to be reached. */
const LEAST_REACHED = 0.45;
/** And for a step to be about it, where nobody says which one is. */
const LEAST_ABOUT = 0.5;
const LEAST_REACHED_UNNAMED = 0.6;

export interface Reach {
  /** Why it is not reached; null where it is. */
  missed: string | null;
  /** Steps that name it, and what they say otherwise. */
  otherwise: { step: PlanStep; line: number; says: string; isDoubt: boolean }[];
}

export function reachOf(
  requirements: readonly PlannedRequirement[],
  steps: readonly PlanStep[],
): ReadonlyMap<PlannedRequirement, Reach> {
  const said = steps.map((step) => ({
    step,
    words: new Set([...contentWords(step.title), ...step.parts.flatMap(({ raw }) => contentWords(raw))]),
  }));
  const namers = (id: string): PlanStep[] => {
    const whole = new RegExp(`(?<![\\p{L}\\p{N}-])${RegExp.escape(id)}(?![\\p{L}\\p{N}]|[.-]\\d)`, 'u');
    return steps.filter(({ title, parts }) => whole.test(title) || parts.some(({ raw }) => whole.test(raw)));
  };
  const areNamed = requirements.some(({ id }) => id !== null && namers(id).length > 0);
  return new Map(
    requirements.map((requirement) => {
      const { id, text } = requirement;
      const by = id === null ? [] : namers(id);
      const otherwise = by.flatMap((step) => otherwiseSaid(requirement, step));
      if (by.length > 0) return [requirement, { missed: null, otherwise }];
      const words = new Set(contentWords(id === null ? text : text.replace(id, ' ')));
      if (words.size === 0) return [requirement, { missed: null, otherwise }];
      otherwise.push(
        ...said
          .filter((one) => shareIn(words, one.words) >= LEAST_ABOUT)
          .flatMap(({ step }) => otherwiseSaid(requirement, step)),
      );
      // Where steps name what they are for, one that is not named must be plain from the words of a single step.
      const shares =
        areNamed && id !== null
          ? said.map((one) => shareIn(words, one.words))
          : [shareIn(words, union(said))];
      const isReached =
        Math.max(0, ...shares) >= (areNamed && id !== null ? LEAST_REACHED_UNNAMED : LEAST_REACHED);
      const left = isReached ? leftOut(text, union(said)) : null;
      const missed = isReached
        ? left === null
          ? null
          : `no step is about "${left}"`
        : 'no step is about it';
      return [requirement, { missed, otherwise }];
    }),
  );
}

/** "in Italian and English": of two things beside each other the one that no step speaks of. */
function leftOut(text: string, known: ReadonlySet<string>): string | null {
  for (const [, one = '', other = ''] of text.matchAll(PAIR)) {
    const [first, second] = [contentWords(one), contentWords(other)];
    if (first.length !== 1 || second.length !== 1) continue;
    if (first.every((word) => known.has(word)) && !second.some((word) => known.has(word))) return other;
    if (second.every((word) => known.has(word)) && !first.some((word) => known.has(word))) return one;
  }
  return null;
}

const PAIR = /(?<!\p{L})(\p{L}{5,})\s+(?:and|und|et|y|e|ed|en|i|och)\s+(\p{L}{5,})(?!\p{L})/giu;

function union(said: readonly { words: ReadonlySet<string> }[]): ReadonlySet<string> {
  return new Set(said.flatMap(({ words }) => [...words]));
}

function shareIn(words: ReadonlySet<string>, known: ReadonlySet<string>): number {
  return [...words].filter((word) => known.has(word)).length / words.size;
}

/** A step that names a requirement and gives another figure of the same kind. */
function otherwiseSaid({ text }: PlannedRequirement, step: PlanStep): Reach['otherwise'] {
  const wanted = figuresIn(text);
  const all = step.parts.flatMap(({ raw }) => figuresIn(raw));
  // Of a step that gives the wanted figure, another one is of something else.
  const isKept = (one: Said): boolean =>
    all.some(({ dimension, value }) => dimension === one.dimension && value === one.value);
  return step.parts.flatMap(({ raw, line, role }) => {
    if (role !== 'work') return [];
    return figuresIn(raw).flatMap((said) => {
      const same = wanted.filter(({ dimension }) => dimension === said.dimension);
      const [only] = same;
      if (same.length !== 1 || only === undefined || isKept(only)) return [];
      if (areFarApart(only, said)) return [];
      if (isBroken(only, said))
        return [
          {
            step,
            line,
            says: `${step.shown} says ${said.shown}, and ${only.shown} is wanted`,
            isDoubt: !areOfOne(text, raw),
          },
        ];
      // A time before the last moment keeps to it.
      if (said.dimension === 'clock' && only.relation !== said.relation) return [];
      if (only.relation === 'range' || said.relation === 'range') return [];
      if (said.dimension === 'count' && only.counted.join() !== said.counted.join()) return [];
      return [
        {
          step,
          line,
          says: `${step.shown} says ${said.shown}, and ${only.shown} is wanted`,
          isDoubt: !areOfOne(text, raw),
        },
      ];
    });
  });
}

/** Of the words of a requirement, the share that stands beside the figure of a step: else it is a figure of something else. */
const LEAST_BESIDE = 0.5;

function areOfOne(text: string, raw: string): boolean {
  const words = new Set(contentWords(text));
  return words.size > 0 && shareIn(words, new Set(contentWords(raw))) >= LEAST_BESIDE;
}

const FARTHEST = 100;

/** An answer within 500 ms, and a day on one server first: no figure of the same thing. */
function areFarApart({ value: one, dimension }: Said, { value: other }: Said): boolean {
  const [low, high] = [Math.min(one, other), Math.max(one, other)];
  return dimension === 'time' && low > 0 && high > FARTHEST * low;
}

/** More than the most, less than the least, outside of a span. */
function isBroken(wanted: Said, said: Said): boolean {
  if (said.dimension === 'count') return false;
  const [low, high] = [said.low ?? said.value, said.value];
  if (wanted.relation === 'range') return high > wanted.value || low < (wanted.low ?? wanted.value);
  const isMost = wanted.relation === 'upper' && said.relation !== 'lower';
  return isMost
    ? high > wanted.value
    : wanted.relation === 'lower' && said.relation === 'plain' && high < wanted.value;
}

type Said = Pick<Quantity, 'value' | 'dimension' | 'shown' | 'counted' | 'relation'> & { low?: number };

const STATUS = /(?<![\d.,:/-])([1-5]\d\d)(?!\d|[.,]\d|[:%-]|\s*(?:ms|px|kb|mb|gb)\b)/giu;
const ABOUT_STATUS =
  /status|code|http|answer|respon|refus|error|fehler|antwort|erreur|répon|código|respuesta|resposta|ステータス|応答|状态码|응답|상태/iu;

/** Measures, and the status of an answer where the text speaks of one. */
function figuresIn(text: string): Said[] {
  const own = withoutQuotes(text);
  const measured = quantitiesIn(own).filter(({ dimension }) => dimension !== 'weekday');
  const statuses = ABOUT_STATUS.test(own)
    ? [...own.matchAll(STATUS)]
        .filter(
          ({ index }) =>
            !measured.some(
              ({ start, end, dimension }) => dimension !== 'count' && index >= start && index < end,
            ),
        )
        .map(([shown, value]) => ({
          value: Number(value),
          dimension: 'status',
          shown: shown ?? '',
          counted: [],
          relation: 'plain' as const,
        }))
    : [];
  const isStatus = (value: number): boolean => statuses.some((status) => status.value === value);
  return [
    ...measured.filter(({ dimension, value }) => dimension !== 'count' || !isStatus(value)),
    ...statuses,
  ];
}
