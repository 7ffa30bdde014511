/** Orders a plan demands in words and does not keep: what shall come before what. */
import { DEED_NAMES } from '../documents/language/concepts.ts';
import { wordsOf } from '../documents/language/content.ts';
import { anyOf } from '../documents/language/patterns.ts';
import {
  BEFORE_DEED,
  BRINGS,
  ENDS_USE,
  LOOKS_AT,
  ORDERED,
  SAVES,
  STILL,
  WIPES,
} from '../documents/language/plan-words.ts';
import { termsOf } from '../documents/meaning/terms.ts';
import { sentencesOf } from '../documents/sentences.ts';
import { doubtful, type Found } from './plan-faults.ts';
import type { PlanContents } from './plan-items.ts';

export function sequenceFaults(contents: PlanContents): Found[] {
  return [
    ...savedTooLate(contents),
    ...comparedWhenGone(contents),
    ...doubtful([
      ...wordedOrder(contents),
      ...usedAfterEnd(contents),
      ...doneBefore(contents),
      ...usedUnasked(contents),
    ]),
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

/** "Drop the old database", and later "back up the old database": nothing is left to go back to. */
function savedTooLate({ steps, entries }: PlanContents): Found[] {
  const first = steps.findIndex(({ title }) => SAVES.test(title));
  const saving = steps[first];
  if (saving === undefined) return [];
  const saved = new Set(termsOf([saving.title, ...saving.parts.map(({ raw }) => raw)].join(' ')));
  return steps.slice(0, first).flatMap((step): Found[] => {
    const object = termsOf(step.title).filter((term) => !DEED_NAMES.has(term));
    const isMentioned = step.parts.some(({ raw, role }) => role === 'work' && SAVES.test(raw));
    const id = entries.find((entry) => entry.step === step)?.item.id;
    if (id === undefined || isMentioned || !WIPES.test(step.title)) return [];
    if (!object.some((term) => saved.has(term) && !term.startsWith('~'))) return [];
    const reason = `${step.shown} destroys what ${saving.shown} would save (line ${saving.line}): "${step.title}" comes before "${saving.title}"`;
    return [[id, { kind: 'b', reason }]];
  });
}

/** What a step destroys, up to where it was or why. */
const OBJECT_END =
  /[,.;:()]|(?<!\p{L})(?:from|in|on|at|to|so|before|after|once|when|which|that|by|with|and|aus|von|vom|im|in|auf|um|damit|und|de|du|des|dans|sur|pour|et|del|en|para|y|do|da|no|na|e|dal|dalla|per|uit|op|om)(?!\p{L})/iu;

/** "Delete the v2 objects", and later "compare each v3 save with its v2 object", with no copy of them anywhere. */
function comparedWhenGone({ steps, entries, document }: PlanContents): Found[] {
  return steps.flatMap((step, index): Found[] => {
    const wipes = WIPES.exec(step.title);
    const work = step.parts.filter(({ role }) => role === 'work').map(({ raw }) => raw);
    if (wipes === null || wipes.index > LATEST_DEED) return [];
    const object = wordsOf(
      step.title
        .slice(wipes.index + wipes[0].length)
        .split(OBJECT_END)
        .find((one) => one.trim() !== '') ?? '',
    )
      .map(bareWord)
      .filter((word) => word.length > 1 && !GRAMMAR.has(word));
    // A copy made or a comparison held before it is what makes it safe.
    const before = [
      ...steps.slice(0, index).flatMap(({ title, parts }) => [title, ...parts.map(({ raw }) => raw)]),
      ...work,
    ];
    const isSafe = before.some(
      (said) => SAVES.test(said) || COPIES.test(said) || (LOOKS_AT.test(said) && hasAll(said, object)),
    );
    const id = entries.find((entry) => entry.step === step)?.item.id;
    if (object.length < FEWEST_OBJECT || isSafe || id === undefined) return [];
    const later = steps
      .slice(index + 1)
      .find(
        ({ title, parts }) =>
          COMPARES.test(title) &&
          hasAll(
            [title, ...parts.filter(({ role }) => role === 'work').map(({ raw }) => raw)].join(' '),
            object,
          ),
      );
    if (later === undefined || document.statements.some(({ text }) => KEPT_COPY.test(text))) return [];
    const reason = `${step.shown} destroys what ${later.shown} looks at (line ${later.line}): "${step.title}" comes before "${later.title}"`;
    return [[id, { kind: 'b', reason }]];
  });
}

/** Signs before the deed of a title. */
const LATEST_DEED = 30;
const GRAMMAR = new Set(
  'the all of der die das den alle les tous los las todos os as i le gli de het'.split(' '),
);
const COPIES = anyOf(
  'cop(?:y|ies|ied|ying)|export\\p{L}*|archiv\\p{L}*|dump\\p{L}*|kopi\\p{L}*|exportier\\p{L}*|sicher\\p{L}*|copi\\p{L}*|exporta\\p{L}*|archivi\\p{L}*|esporta\\p{L}*',
  'コピー|保存|复制|存档|복사',
);
const KEPT_COPY = anyOf(
  'versioning is (?:on|enabled)|soft[- ]delet\\p{L}*|recycle bin|trash|point-in-time|papierkorb|corbeille|papelera|lixeira|cestino',
  'ごみ箱|回收站|휴지통',
);
const COMPARES = anyOf(
  'compar\\p{L}*|verif\\p{L}*|check\\p{L}*|reconcil\\p{L}*|validat\\p{L}*|vergleich\\p{L}*|abgleich\\p{L}*|prüf\\p{L}*|vérifi\\p{L}*|contrôl\\p{L}*|comprob\\p{L}*|verific\\p{L}*|cotej\\p{L}*|confer\\p{L}*|confront\\p{L}*|vergelijk\\p{L}*|porówn\\p{L}*|jämför\\p{L}*',
  '比較|照合|検証|比对|核对|校验|비교|검증',
);

function bareWord(word: string): string {
  return word.length > 3 ? word.replace(/(?:es|s|en|n)$/u, '') : word;
}

function hasAll(text: string, words: readonly string[]): boolean {
  const own = new Set(wordsOf(text).map(bareWord));
  return words.length > 0 && words.every((word) => own.has(word));
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
