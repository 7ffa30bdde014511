/** What can be worked out again: totals of tables and of rows, shares, lists that are counted, bundles. */

import { readDocument } from '../../documents/document.ts';
import { NUMBER_WORD, NUMBER_WORDS } from '../../documents/language/number-words.ts';
import { type Figure, figureOf } from '../../documents/tables.ts';
import { shares, totals } from '../../loop/checks/arithmetic.ts';
import { countedLists, equations, sentenceTotals, spans } from '../../loop/checks/worked-out.ts';
import type { ProjectText } from '../project-texts.ts';
import type { Compared } from './compare-figures.ts';
import { termsOf } from './concepts.ts';
import { type Contradiction, keyOf, placeOf } from './contradiction.ts';
import { kindOf, type Passage } from './passages.ts';
import { cellsOf, isRow, spotOf, TOTAL } from './read-figures.ts';

const SURROUNDINGS = { files: new Map(), byName: new Map(), scripts: null };
const MOST_DOCUMENTS = 100;

/** What the critic of specs says of a document's own arithmetic. */
export function ownSums(texts: readonly ProjectText[]): Compared {
  const found: Contradiction[] = [];
  let pairs = 0;
  for (const file of texts.filter((one) => kindOf(one) === 'prose').slice(0, MOST_DOCUMENTS)) {
    const document = readDocument(file.text);
    for (const check of [totals, shares, equations, spans, countedLists, sentenceTotals]) {
      const { remarks, looked } = check(document, SURROUNDINGS);
      pairs += looked;
      for (const { line, text } of remarks) {
        const quote = file.text.split('\n')[line - 1]?.trim().slice(0, 300) ?? '';
        const spot = { path: file.path, line, kind: 'prose' as const, quote };
        found.push({
          key: keyOf('sum', [spot], text),
          claim: `${placeOf(spot)}: ${text}.`,
          places: [spot],
          strength: 1,
        });
      }
    }
  }
  return { found, pairs };
}

const MOST_ROWS = 2_000;

/** The last row of a table of data that calls itself a total. */
export function tableTotals(passages: readonly Passage[]): Compared {
  const found: Contradiction[] = [];
  let pairs = 0;
  for (const [path, rows] of Map.groupBy(passages, (passage) => passage.path)) {
    if (!/\.[ct]sv$/i.test(path) || rows.length < 4 || rows.length > MOST_ROWS) continue;
    const mark = rows[0]?.text.includes('\t') ? '\t' : rows[0]?.text.includes(';') ? ';' : ',';
    const cells = rows.map(({ text }) => text.split(mark).map((cell) => cell.trim().replace(/^"|"$/g, '')));
    const end = cells.findIndex(([first = ''], index) => index > 2 && TOTAL.test(first));
    const total = rows[end];
    if (total === undefined) continue;
    for (const [column, name] of (cells[0] ?? []).entries()) {
      const parts = cells.slice(1, end).map((row) => figureOf(row[column] ?? ''));
      const said = figureOf(cells[end]?.[column] ?? '');
      if (said === null || parts.length < 2 || parts.some((part) => part === null)) continue;
      pairs++;
      const sum = (parts as Figure[]).reduce((all, { value }) => all + value, 0);
      if (Math.abs(sum - said.value) < 0.01 || sum === 0 || said.value / sum > 2 || said.value / sum < 0.5)
        continue;
      const claim = `${name} adds up to ${Math.round(sum * 100) / 100}, and ${placeOf(total)} says ${said.value}.`;
      found.push({ key: keyOf('total', [total], name), claim, places: [spotOf(total)], strength: 1 });
    }
  }
  return { found, pairs };
}

const OF_OTHERS = new RegExp(`(\\d{1,3}|${NUMBER_WORD})\\s*(?:x|×)?\\s*(\\p{L}{3,})`, 'giu');

/** "Family (2 adults, 2 children)" in a list of prices costs no more than what it is made of. */
export function compareBundles(passages: readonly Passage[]): Compared {
  const found: Contradiction[] = [];
  let pairs = 0;
  const rows = passages.filter(isRow).slice(0, MOST_ROWS);
  for (const own of Map.groupBy(rows, ({ path, context }) => `${path}\0${context}`).values()) {
    const priced = own.flatMap((passage) => {
      const [label = '', ...rest] = cellsOf(passage.text);
      const figures = rest.map(figureOf).filter((one) => one !== null);
      const [only] = figures;
      return figures.length === 1 && only !== undefined
        ? [{ passage, label, value: only.value, terms: termsOf(label) }]
        : [];
    });
    for (const bundle of priced) {
      const inside = /[(:]([^)]*)/u.exec(bundle.label)?.[1];
      const parts = [...(inside ?? '').matchAll(OF_OTHERS)].map(([, number = '', word = '']) => ({
        count: NUMBER_WORDS[number.toLowerCase()] ?? Number(number),
        single: priced.find(
          (one) => one !== bundle && one.terms.size === 1 && !one.terms.isDisjointFrom(termsOf(word)),
        ),
      }));
      if (parts.length < 2 || parts.some(({ single }) => single === undefined)) continue;
      pairs++;
      const sum = parts.reduce((all, { count, single }) => all + count * (single?.value ?? 0), 0);
      if (bundle.value <= sum) continue;
      const claim = `${bundle.label} costs ${bundle.value} in ${placeOf(bundle.passage)}, and what it is made of costs ${Math.round(sum * 100) / 100}.`;
      found.push({
        key: keyOf('bundle', [bundle.passage]),
        claim,
        places: [spotOf(bundle.passage)],
        strength: 1,
      });
    }
  }
  return { found, pairs };
}
