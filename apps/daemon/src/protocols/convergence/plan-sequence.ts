/** Orders a plan demands in words and does not keep: what shall come before what, and when each step is to be done. */
import { demands } from '../documents/document.ts';
import { DEED_NAMES } from '../documents/language/concepts.ts';
import { wordsOf } from '../documents/language/content.ts';
import {
  BEFORE_DEED,
  BRINGS,
  ENDS_USE,
  LOOKS_AT,
  ORDERED,
  STEP_CODE,
  STEP_NAME,
  STILL,
} from '../documents/language/plan-words.ts';
import { quantitiesIn } from '../documents/language/quantities.ts';
import { DEADLINE, FROM_DATE } from '../documents/language/scopes.ts';
import { termsOf } from '../documents/meaning/terms.ts';
import { type Sentence, sentencesOf } from '../documents/sentences.ts';
import { tablesOf } from '../documents/tables.ts';
import type { Found } from './plan-faults.ts';
import type { PlanContents } from './plan-items.ts';
import type { PlanStep } from './plan-step.ts';

export function sequenceFaults(contents: PlanContents): Found[] {
  return [
    ...wordedOrder(contents),
    ...calendar(contents),
    ...usedAfterEnd(contents),
    ...doneBefore(contents),
    ...usedUnasked(contents),
    ...afterDeadline(contents),
  ];
}

/** The share of the shorter title that two steps about one thing have in common. */
const LEAST_COMMON = 0.3;

/** "All machines are requalified before they give a result": a step that gives results, and a later one that requalifies. */
function wordedOrder({ document, steps, entries }: PlanContents): Found[] {
  const isOfStep = (line: number): boolean => steps.some((step) => line >= step.line && line <= step.endLine);
  const titles = steps.map(({ title }) => new Set(termsOf(title)));
  return sentencesOf(document).flatMap(({ own, line }): Found[] => {
    if (isOfStep(line)) return [];
    const match = ORDERED.exec(own);
    if (match === null) return [];
    const first = new Set(termsOf(own.slice(0, match.index).split(/[.;:]/u).at(-1) ?? ''));
    const second = new Set(termsOf(own.slice(match.index + match[0].length).split(/[.;:]/u)[0] ?? ''));
    return steps.flatMap((step, index): Found[] => {
      const later = titles[index];
      if (later === undefined || !isAbout(later, second, first)) return [];
      const behind = steps.find(
        (_, at) =>
          at > index &&
          isAbout(titles[at] ?? new Set(), first, second) &&
          sharesObject(titles[at] ?? new Set(), later),
      );
      const id = entries.find((entry) => entry.step === step)?.item.id;
      return behind === undefined || id === undefined
        ? []
        : [
            [
              id,
              {
                kind: 'b',
                reason: `${step.shown} comes before ${behind.shown}, and line ${line} wants it after: "${own.trim().slice(0, 120)}"`,
              },
            ],
          ];
    });
  });
}

/** Of one side of the order, and not of the other. */
function isAbout(title: ReadonlySet<string>, side: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const own = [...side].filter((term) => !other.has(term));
  return (
    own.some((term) => title.has(term)) &&
    ![...other].some((term) => !side.has(term) && title.has(term) && isDeed(term))
  );
}

function isDeed(term: string): boolean {
  return term.startsWith('~');
}

/** Steps about two things have little in common. */
function sharesObject(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const shared = [...one].filter((term) => other.has(term)).length;
  return shared >= 1 && shared / Math.min(one.size, other.size) >= LEAST_COMMON;
}

/** A table that says when each step is done, and a step that is done before what it waits for. */
function calendar({ document, steps, entries }: PlanContents): Found[] {
  const byKey = new Map(steps.map((step) => [step.key, step]));
  return tablesOf(document).flatMap(({ rows }): Found[] => {
    const times = new Map<PlanStep, { from: number; to: number; shown: string; line: number }>();
    for (const { cells, line } of rows) {
      const step = byKey.get(
        (cells[0] ?? '')
          .replace(/[^\p{L}\p{N}-]/gu, '')
          .replace(/^\p{L}{3,}/u, '')
          .toLowerCase(),
      );
      const span = spanOf(cells.slice(1));
      if (step !== undefined && span !== null && line !== step.line) times.set(step, { ...span, line });
    }
    return [...times].flatMap(([step, own]): Found[] =>
      step.needs.flatMap((need): Found[] => {
        const needed = byKey.get(need.key);
        const before = needed === undefined ? undefined : times.get(needed);
        const id = entries.find((entry) => entry.step === step)?.item.id;
        if (before === undefined || id === undefined || own.from >= before.to) return [];
        return [
          [
            id,
            {
              kind: 'b',
              reason: `${step.shown} is planned for ${own.shown} (line ${own.line}) and waits for ${need.shown}, planned for ${before.shown} (line ${before.line})`,
            },
          ],
        ];
      }),
    );
  });
}

const DATE = /(?<!\d)(20\d\d)-(\d\d)-(\d\d)(?!\d)|(?<!\d)(\d{1,2})\.(\d{1,2})\.(?:(20\d\d))?/gu;
const WEEKS = /^\D{0,8}(\d{1,2})(?:\s*(?:–|—|-|to|bis|à|a|do|e)\s*(\d{1,2}))?\D{0,4}$/u;

/** First and last day, or week, that a row names. */
function spanOf(cells: readonly string[]): { from: number; to: number; shown: string } | null {
  for (const cell of cells) {
    const days = [...cell.matchAll(DATE)].map(([, year, month, day, d, m, y]) =>
      year === undefined
        ? Number(y ?? 0) * 372 + Number(m) * 31 + Number(d)
        : Number(year) * 372 + Number(month) * 31 + Number(day),
    );
    if (days.length > 0) return { from: Math.min(...days), to: Math.max(...days), shown: cell };
    const week = WEEKS.exec(cell);
    if (week !== null) return { from: Number(week[1]), to: Number(week[2] ?? week[1]), shown: cell };
  }
  return null;
}

/** "Turn the old gateway off", and later "check that the old gateway still gets readings". */
function usedAfterEnd({ steps, entries }: PlanContents): Found[] {
  const isRare = (term: string): boolean =>
    steps.filter(({ title, parts }) =>
      termsOf([title, ...parts.map(({ raw }) => raw)].join(' ')).includes(term),
    ).length <= Math.max(2, steps.length / 3);
  return steps.flatMap((step, index): Found[] => {
    if (!ENDS_USE.test(step.title)) return [];
    const object = termsOf(step.title).filter((term) => !DEED_NAMES.has(term));
    if (object.length < FEWEST_OBJECT) return [];
    const user = steps.slice(index + 1).find((later) => {
      const said = [later.title, ...later.parts.map(({ raw }) => raw)].join(' ');
      const own = new Set(termsOf(said));
      const isUsed = STILL.test(said) && object.every((term) => own.has(term));
      // "Delete the originals", and then "compare the originals with the copies".
      const isLookedAt =
        LOOKS_AT.test(later.title) && object[0] !== undefined && own.has(object[0]) && isRare(object[0]);
      return !ENDS_USE.test(later.title) && (isUsed || isLookedAt);
    });
    const id = entries.find((entry) => entry.step === step)?.item.id;
    return user === undefined || id === undefined
      ? []
      : [
          [
            id,
            {
              kind: 'b',
              reason: `${step.shown} ends what ${user.shown} still uses (line ${user.line}): "${step.title}" comes before "${user.title}"`,
            },
          ],
        ];
  });
}

/** "Test the pipes before closing the trenches", and an earlier step that closes them. */
function doneBefore({ steps, entries }: PlanContents): Found[] {
  const titles = steps.map(({ title }) => new Set(termsOf(title)));
  return steps.flatMap((step, index): Found[] => {
    const said = [step.title, ...step.parts.filter(({ role }) => role === 'work').map(({ raw }) => raw)].join(
      ' . ',
    );
    return [...said.matchAll(BEFORE_DEED)].slice(0, 1).flatMap((match): Found[] => {
      const deed = termsOf((match[1] ?? '').split(/[.;:,]/u)[0] ?? '').slice(0, FEWEST_OBJECT);
      const at = titles.findIndex(
        (title, earlier) => earlier < index && deed.every((term) => title.has(term)),
      );
      const id = entries.find((entry) => entry.step === step)?.item.id;
      const before = steps[at];
      if (deed.length < FEWEST_OBJECT || before === undefined || id === undefined) return [];
      return [
        [
          id,
          {
            kind: 'b',
            reason: `${step.shown} shall come before "${match[1]?.trim()}", and ${before.shown} has done that (line ${before.line}): "${before.title}"`,
          },
        ],
      ];
    });
  });
}

const FEWEST_OBJECT = 2;

/** A step that works with what another one brings, and does not wait for it. */
function usedUnasked({ steps, entries }: PlanContents): Found[] {
  const graph = new Map(steps.map(({ key, needs }) => [key, needs.map((need) => need.key)]));
  // Where hardly a step says what it waits for, not saying it means nothing.
  if (steps.filter(({ needs }) => needs.length > 0).length * 2 < steps.length) return [];
  const said = steps.map(({ title, parts }) => ({
    pairs: pairsIn([title, ...parts.filter(({ role }) => role === 'work').map(({ raw }) => raw)]),
    work: parts.find(({ role }) => role === 'work')?.raw ?? title,
  }));
  return steps.flatMap((step, index): Found[] => {
    const waits = reachFrom(step.key, graph);
    const id = entries.find((entry) => entry.step === step)?.item.id;
    const maker = steps.slice(0, index).find((earlier, at) => {
      if (
        waits.has(earlier.key) ||
        reachFrom(earlier.key, graph).has(step.key) ||
        !BRINGS.test(said[at]?.work ?? '')
      )
        return false;
      const brought = pairsIn([
        BRINGS.exec(said[at]?.work ?? '') === null ? '' : behindBrings(said[at]?.work ?? ''),
      ]);
      // New with that step: no earlier one speaks of it.
      return [...brought].some(
        (pair) =>
          said[index]?.pairs.has(pair) === true && !said.slice(0, at).some(({ pairs }) => pairs.has(pair)),
      );
    });
    return maker === undefined || id === undefined || step.needs.some(({ key }) => key === maker.key)
      ? []
      : [
          [
            id,
            {
              kind: 'b',
              reason: `${step.shown} works with what ${maker.shown} brings (line ${maker.line}) and does not wait for it`,
            },
          ],
        ];
  });
}

function behindBrings(text: string): string {
  const match = BRINGS.exec(text);
  return match === null ? '' : (text.slice(match.index + match[0].length).split(/[.;:,]/u)[0] ?? '');
}

/** Two words beside each other that carry a meaning: "call server". */
function pairsIn(texts: readonly string[]): ReadonlySet<string> {
  const pairs = new Set<string>();
  for (const text of texts)
    for (const piece of text.replace(/`[^`]*`/g, ' | ').split(/[.;:,|()]/u)) {
      const words = wordsOf(piece).map((word) =>
        word.length > 3 ? word.replace(/(?:s|n|en|es)$/u, '') : '',
      );
      for (const [at, word] of words.entries()) {
        const next = words[at + 1];
        if (word.length > 3 && next !== undefined && next.length > 3) pairs.add(`${word} ${next}`);
      }
    }
  return pairs;
}

function reachFrom(key: string, graph: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const seen = new Set<string>();
  const waiting = [key];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    for (const need of graph.get(next) ?? []) {
      if (seen.has(need)) continue;
      seen.add(need);
      waiting.push(need);
    }
  return seen;
}

/** Days of a year as they are counted in dates: twelve months of 31. */
const YEAR = 12 * 31;

/** "Rented until 31 January", and a step on 7 February. */
function afterDeadline({ document, steps, entries }: PlanContents): Found[] {
  const dated = sentencesOf(document).flatMap((sentence) =>
    quantitiesIn(sentence.own)
      .filter(({ dimension }) => dimension === 'date')
      .map((date) => ({ date, sentence, step: stepOf(sentence, steps) })),
  );
  const first = startOfYear(dated.map(({ date }) => date.value));
  const dayOf = (value: number): number => (value - first + YEAR) % YEAR;
  const bounds = dated.filter(
    ({ date, sentence, step }) =>
      step === undefined &&
      (DEADLINE.test(sentence.own.slice(0, date.start).slice(-30)) ||
        (demands(sentence.own) && FROM_DATE.test(sentence.own.slice(0, date.start)))),
  );
  const [last] = bounds.toSorted((one, other) => dayOf(other.date.value) - dayOf(one.date.value));
  if (last === undefined) return [];
  return dated.flatMap(({ date, step }): Found[] => {
    const id = entries.find((entry) => step !== undefined && entry.step === step)?.item.id;
    if (step === undefined || id === undefined || dayOf(date.value) <= dayOf(last.date.value)) return [];
    return [
      [
        id,
        {
          kind: 'e',
          reason: `${step.shown} is dated ${date.shown} (line ${step.line}), and ${last.date.shown} is the end (line ${last.sentence.line})`,
        },
      ],
    ];
  });
}

/** The step a sentence stands in, or the one it names first: "Step 6: 13 to 24 April". */
function stepOf({ line, own }: Sentence, steps: readonly PlanStep[]): PlanStep | undefined {
  const within = steps.find((step) => line >= step.line && line <= step.endLine);
  if (within !== undefined) return within;
  const name = new RegExp(`^[\\s*_-]*(?:${STEP_NAME}|${STEP_CODE})`, 'iu').exec(own);
  const key = (name?.[1] ?? name?.[2])?.toLowerCase();
  return key === undefined ? undefined : steps.find((step) => step.key === key);
}

/** Dates of a plan go over the end of a year: it begins behind the widest gap between them. */
function startOfYear(values: readonly number[]): number {
  const days = [...new Set(values)].toSorted((one, other) => one - other);
  let [start, widest] = [days[0] ?? 0, 0];
  for (const [index, day] of days.entries()) {
    const before = index === 0 ? (days.at(-1) ?? day) - YEAR : (days[index - 1] ?? day);
    if (day - before > widest) [start, widest] = [day, day - before];
  }
  return start;
}
