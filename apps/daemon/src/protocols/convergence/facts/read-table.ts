/** Facts of tables: every figure of a row under its column. */
import { measureOf, termOf, termsOf } from './concepts.ts';
import { type Facts, type FigureFact, NO_FACTS } from './fact.ts';
import { figuresIn } from './figures-in.ts';
import type { Passage } from './passages.ts';
import { spotOf, TOTAL } from './read-figures.ts';
import { inBase, unitOf } from './units.ts';

const MOST_ROWS = 2_000;

export function readTable(path: string, passages: readonly Passage[]): Facts {
  const [head, ...rows] = passages;
  if (head === undefined) return NO_FACTS;
  const mark = head.text.includes('\t') ? '\t' : head.text.includes(';') ? ';' : ',';
  const columns = head.text.split(mark).map((one) => one.trim().replace(/^"|"$/g, ''));
  const title = termsOf(path.split('/').at(-1) ?? '');
  const unitColumn = columns.findIndex((name) => /^(?:unit|units|einheit|unité|unidade?|unità)$/i.test(name));
  const total = rows.findLast(({ text }) => TOTAL.test(text))?.text.split(mark) ?? [];
  const figures = rows.slice(0, MOST_ROWS).flatMap((row): FigureFact[] => {
    const cells = row.text.split(mark).map((one) => one.trim().replace(/^"|"$/g, ''));
    const label = cells.filter((cell) => /^\p{L}/u.test(cell)).join(' ');
    return cells.flatMap((cell, index): FigureFact[] => {
      const column = columns[index] ?? '';
      const own = termsOf(column);
      const [figure] = /^[-+]?\d/.test(cell) ? figuresIn(cell, true) : [];
      if (figure === undefined || column === '') return [];
      const word = /[([]\s*(°?\p{L}+)\s*[)\]]/u.exec(column)?.[1] ?? cells[unitColumn] ?? '';
      const unit =
        figure.unit ?? (index === unitColumn - 1 || word !== cells[unitColumn] ? unitOf(word, true) : null);
      return [
        {
          ...spotOf(row),
          own,
          near: termsOf(label),
          far: title,
          figure: {
            ...figure,
            unit,
            base: unit === null ? figure.value : inBase(figure.value, unit),
            measure: unit?.dimension ?? figure.measure,
            shown: `${column} ${figure.shown}${unit === null || figure.unit !== null ? '' : ` ${word}`}`,
          },
          head: unit === null && figure.measure === 'number' ? termOf(column) : null,
          isPart: /\d/.test(total[index] ?? '') && !TOTAL.test(label),
          isRepeated: null,
          isShared: false,
          bound: null,
          implied: unit === null ? measureOf(own) : null,
        },
      ];
    });
  });
  return { ...NO_FACTS, figures };
}
