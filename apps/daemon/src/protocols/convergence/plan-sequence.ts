/** Orders a plan demands in words and does not keep: what shall come before what, and when each step is to be done. */
import { ORDERED } from '../loop/language/plan-words.ts';
import { termsOf } from '../loop/meaning/terms.ts';
import { sentencesOf } from '../loop/sentences.ts';
import { tablesOf } from '../loop/tables.ts';
import type { Found } from './plan-faults.ts';
import type { PlanContents } from './plan-items.ts';
import type { PlanStep } from './plan-steps.ts';

export function sequenceFaults(contents: PlanContents): Found[] {
  return [...wordedOrder(contents), ...calendar(contents)];
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
