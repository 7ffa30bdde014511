/** What each panelist said in each round, with its figures. Pure. */
import type { PanelistView, RoundView, RunView } from '@design-jury/contracts/theater/fold';
import { decisionWord, mustFixes, roleWord } from '../words.ts';
import { escaped } from './escape.ts';
import { toneOf } from './first-screen.ts';

export function roundsSection(view: RunView): string {
  const rounds = view.rounds.map((round) => roundTable(round, view)).join('');
  return `<section aria-labelledby="rounds"><h2 id="rounds">Rounds</h2><div class="card">${rounds}</div></section>`;
}

function roundTable(round: RoundView, view: RunView): string {
  const end = round.end;
  const shown =
    end === null
      ? 'not finished'
      : `composite ${end.composite.toFixed(2)}, ${mustFixes(end.mustFix)} open, ${decisionWord(end.decision)}`;
  const rows = round.panelists.flatMap((panelist) => panelistRows(panelist, view)).join('');
  const head = `<thead role="rowgroup"><tr role="row">${['Panelist', 'Dimension', 'Score', 'Why'].map((name) => `<th scope="col" role="columnheader">${name}</th>`).join('')}</tr></thead>`;
  const open = round === view.rounds.at(-1) ? ' open' : '';
  return `<details${open}><summary>Round ${round.n}: ${escaped(shown)}</summary><div class="scroll"><table class="scores" role="table">${head}<tbody role="rowgroup">${rows}</tbody></table></div></details>`;
}

function panelistRows({ role, score, notes, dims }: PanelistView, view: RunView): string[] {
  // Notes quote what was wrong.
  const own = `<tr class="role" role="row"><th scope="row" role="rowheader">${roleWord(role)}</th>${cell('all')}${cell(points(score, view))}${cell(quote(notes.join(' ')))}</tr>`;
  if (score === null) return [own];
  return [
    own,
    ...dims.map(
      (dim) =>
        `<tr role="row">${cell('')}${cell(escaped(dim.name))}${cell(points(dim.score, view))}${cell(quote(dim.note))}</tr>`,
    ),
  ];
}

/** Roles are said in words: a table that is laid out as cards is no table to a browser any more. */
function cell(content: string): string {
  return `<td role="cell">${content}</td>`;
}

function quote(text: string): string {
  return text === '' ? '' : `<samp>${escaped(text)}</samp>`;
}

function points(score: number | null, view: RunView): string {
  if (score === null) return '<span>no vote</span>';
  return `<span class="${toneOf(score, view)}">${score.toFixed(1)}</span> <meter min="0" max="${view.scale}" value="${score}">${score.toFixed(1)} of ${view.scale}</meter>`;
}
