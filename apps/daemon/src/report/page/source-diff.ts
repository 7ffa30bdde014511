/** What changed in the source, line by line. Pure. */
import { type Comparison, hunksOf, type LineChange } from '../../line-diff.ts';
import { count } from '../words.ts';
import { escaped, escapeSource } from './escape.ts';

const MAX_DIFF_LINES = 4_000;

export function diffSection(comparison: Comparison | null): string {
  if (comparison === null) return '';
  const { added, removed } = comparison;
  if (added + removed === 0)
    return '<section aria-labelledby="source"><h2 id="source">Source</h2><p>The page was not changed.</p></section>';
  let left = MAX_DIFF_LINES;
  const blocks: string[] = [];
  for (const hunk of hunksOf(comparison)) {
    if (left <= 0) break;
    blocks.push(hunkTable(hunk.oldStart, hunk.newStart, hunk.changes.slice(0, left)));
    left -= hunk.changes.length;
  }
  const more = left < 0 ? '<p>The rest is in the diff file.</p>' : '';
  return `<section aria-labelledby="source"><h2 id="source">Source: ${escaped(count(removed, 'line'))} out, ${escaped(count(added, 'line'))} in</h2><div class="card diffs">${blocks.join('')}</div>${more}</section>`;
}

function hunkTable(oldStart: number, newStart: number, changes: readonly LineChange[]): string {
  let oldLine = oldStart;
  let newLine = newStart;
  const rows = changes.map(({ kind, text }) => {
    const before = kind === 'added' ? '' : String(oldLine++);
    const after = kind === 'removed' ? '' : String(newLine++);
    const sign = kind === 'added' ? '+' : kind === 'removed' ? '-' : ' ';
    return `<tr class="${kind}"><td>${before}</td><td>${after}</td><td class="line"><code>${sign} ${escapeSource(text.replace(/\r?\n$/, ''))}</code></td></tr>`;
  });
  return `<div class="scroll"><table class="diff" aria-label="Changes around line ${oldStart}">${rows.join('')}</table></div>`;
}
