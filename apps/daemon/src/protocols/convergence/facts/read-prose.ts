/** Facts of sentences, and of the lines of a log. */
import { termsOf } from './concepts.ts';
import type { Facts, ListFact, Subject, UnitFact, UseFact } from './fact.ts';
import { rangesIn } from './figures-in.ts';
import type { Passage } from './passages.ts';
import { cellsOf, figureFactsOf, isRow, spotOf } from './read-figures.ts';
import { unitOf } from './units.ts';

const NOTHING: ReadonlySet<string> = new Set();

export function readProse(passages: readonly Passage[]): Facts {
  return {
    figures: figureFactsOf(passages),
    ranges: passages.flatMap((passage) =>
      rangesIn(passage.text).map((range) => ({
        ...spotOf(passage),
        ...wholeSubject(passage, range.shown),
        range,
      })),
    ),
    bounds: [],
    units: passages.flatMap(unitFacts),
    lists: [
      ...passages.flatMap((passage) => {
        const listed = listFacts(passage);
        return listed.length > 0 ? listed : markedLists(passage);
      }),
      ...tableLists(passages),
    ],
    uses: passages.flatMap(usesIn),
  };
}

function wholeSubject({ text, context }: Passage, without: string): Subject {
  return { own: termsOf(text.replace(without, ' ')), near: NOTHING, far: termsOf(context) };
}

const IN_UNIT =
  /(?<![\p{L}\p{N}])(?:in|em|en|w|på|als|в)\s+(?:full |whole |ganzen |whole )?(°[CFK]|\p{L}{2,})/giu;

/** A cell that begins with a unit: `| vat_rate | number | percent, such as 19 |`. */
function cellUnits(passage: Passage): UnitFact[] {
  const [label = '', ...cells] = cellsOf(passage.text);
  return cells.flatMap((cell): UnitFact[] => {
    const word = /^(°?\p{L}{2,})(?=$|[\s,;(])/u.exec(cell)?.[1] ?? '';
    const unit = unitOf(word, false);
    if (unit === null || unit.dimension === 'time') return [];
    return [
      { ...spotOf(passage), own: termsOf(label), near: NOTHING, far: NOTHING, unit, word, isDeclared: false },
    ];
  });
}

export function unitFacts(passage: Passage): UnitFact[] {
  if (isRow(passage)) return cellUnits(passage);
  return [...passage.text.matchAll(IN_UNIT)].flatMap(([whole, word = '']) => {
    const unit = unitOf(word, false);
    // "in days" says when, not in which unit.
    if (unit === null || unit.dimension === 'time') return [];
    const subject = wholeSubject(passage, whole);
    return [{ ...spotOf(passage), ...subject, unit, word, isDeclared: false }];
  });
}

const MEMBER = /^["'`]?[\p{L}\p{N}_./+-]{2,30}["'`]?$/u;

const ONE_MARKED =
  '(?:`[^`\\n]{2,30}`|"[^"\\n]{2,30}"|“[^”\\n]{2,30}”|„[^“”\\n]{2,30}[“”]|«\\s?[^»\\n]{2,30}?\\s?»|「[^」\\n]{1,20}」|\'[^\'\\n]{2,30}\')';
const MARKED_RUN = new RegExp(
  `${ONE_MARKED}(?:\\s*(?:(?<=」)|,|/|\\||、|・|と|や|または|か)\\s*(?:(?:and|or|und|oder|et|ou|y|o|e|of|en)\\s+)?${ONE_MARKED}|\\s+(?:and|or|und|oder|et|ou|y|o|e|of|en)\\s+${ONE_MARKED})+`,
  'giu',
);

/** "A refund is `requested`, `approved` or `settled`." */
function markedLists(passage: Passage): ListFact[] {
  return [...passage.text.matchAll(MARKED_RUN)].flatMap(([run]) => {
    const members = [...run.matchAll(new RegExp(ONE_MARKED, 'gu'))].map(([one]) => bare(one));
    const label = termsOf(passage.text.replace(run, ' '));
    const isNames = members.every((one) => /^[\p{L}\p{N}_+ -]{1,30}$/u.test(one) && !/^\d+$/.test(one));
    return isNames && label.size > 0 ? [{ ...spotOf(passage), label, members }] : [];
  });
}

/** "States of an order: `new`, `paid`, `sent`." */
function listFacts(passage: Passage): ListFact[] {
  const text = passage.text.trim().replace(/[.。]$/, '');
  const colon = /^([^:：]{3,80})[:：]\s*(.+)$/su.exec(text);
  if (colon === null) return [];
  const [, label = '', rest = ''] = colon;
  const members = rest
    .split(/\s*[,、/|]\s*|\s+(?:and|or|und|oder|et|ou|y|o|e)\s+/iu)
    .map((one) => one.trim());
  if (members.length < 2 || members.length > 40 || !members.every((one) => MEMBER.test(one))) return [];
  if (members.every((one) => /^[\d.]+$/.test(one)) || members.some((one) => /\.\w{1,4}`?$/.test(one)))
    return [];
  return [{ ...spotOf(passage), label: termsOf(label), members: members.map(bare) }];
}

/** The first column of a table, where it has nothing but names in code marks. */
function tableLists(passages: readonly Passage[]): ListFact[] {
  const lists: ListFact[] = [];
  let head: Passage | null = null;
  let rows: Passage[] = [];
  const close = (): void => {
    const cells = rows.map(({ text }) => cellsOf(text)[0] ?? '');
    const [first] = rows;
    if (
      head !== null &&
      first !== undefined &&
      rows.length > 1 &&
      cells.every((cell) => /^`[^`\s]{2,30}`$/.test(cell))
    )
      lists.push({
        ...spotOf(first),
        label: termsOf(`${cellsOf(head.text)[0]} ${head.context}`),
        members: cells.map(bare),
      });
    head = null;
    rows = [];
  };
  for (const passage of passages) {
    const isRow = /^\s*\|/.test(passage.text);
    if (!isRow || (head !== null && passage.line > (rows.at(-1) ?? head).line + 2)) close();
    if (!isRow) continue;
    if (head === null) head = passage;
    else rows.push(passage);
  }
  close();
  return lists;
}

export function bare(member: string): string {
  return member.replace(/^["'`“”„«»「]\s?|\s?["'`“”»」]$/gu, '');
}

/** `state=paid` of a log. */
function usesIn(passage: Passage): UseFact[] {
  if (passage.kind !== 'log') return [];
  const state = STATE.exec(passage.text);
  return [
    ...(state === null ? [] : [{ ...spotOf(passage), key: state[1] ?? '', value: state[2] ?? '' }]),
    ...[
      ...passage.text.matchAll(
        /(?<![\w.])(\p{L}[\p{L}\p{N}_]{1,30})=["']?(\p{L}[\p{L}\p{N}_./+-]{1,40})["']?/gu,
      ),
    ].map(([, key = '', value = '']) => ({ ...spotOf(passage), key, value })),
  ];
}

/** "status held", 「状態 保留」: without a mark between them. */
const STATE =
  /(?<![\p{L}\p{N}_])(status|state|zustand|estado|statut|état|stato|状态|状態|상태)[\s:：]+(\p{L}[\p{L}\p{N}_-]{1,30})/iu;
