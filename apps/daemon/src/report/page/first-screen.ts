/** What is seen first: the verdict in a sentence with its figures, and how to take what was changed. Pure. */
import type { CritiqueState, RunView } from '@design-jury/contracts/theater/fold';
import { finalComposite, finalRound, interruptedBy, isPartial, keepsNothing } from '../ending.ts';
import type { HtmlReport } from '../html.ts';
import {
  capital,
  count,
  duration,
  mustFixes,
  phaseWord,
  plainReason,
  roleWord,
  threshold,
} from '../words.ts';
import { besideLink, breakable, escaped } from './escape.ts';

type Tone = 'good' | 'fair' | 'bad';

export function verdictCard(report: HtmlReport): string {
  const { state, title, gate } = report;
  const { text, tone } = sentenceOf(report);
  const said = reasons(report);
  const shown = said.length === 1 ? said.map(escaped) : said.map((one) => `<span>${escaped(one)}</span>`);
  const why = said.length === 0 ? '' : `<p class="why">${shown.join(' ')}</p>`;
  const remarks = gate.remarks.map((remark) => `<p class="why">${escaped(remark)}</p>`).join('');
  return `<p class="mark"><span>Design Jury <code>${breakable(title)}</code></span><span>${escaped(judgedBy(report))}</span></p>
<div class="card verdict ${tone}">${figures(state)}<h1>${escaped(text).replace(/must-fix(?:es)?/g, '<span class="nowrap">$&</span>')}</h1>${votes(state)}${why}${remarks}${takeLine(report)}</div>`;
}

/** Of a review its verdict on the file and on its copy; of a page that nobody brought, how the run ended. */
export function sentenceOf({ verdict, state, gate }: Pick<HtmlReport, 'verdict' | 'state' | 'gate'>): {
  text: string;
  tone: Tone;
} {
  if (verdict !== null) return verdict;
  switch (state.phase) {
    case 'shipped':
      return { text: 'The page ships.', tone: 'good' };
    case 'below_threshold':
      return gate.fresh.length === 0
        ? { text: 'The page does not ship: its score is too low.', tone: 'bad' }
        : {
            text: `The page does not ship: ${mustFixes(gate.fresh.length)} ${gate.fresh.length === 1 ? 'is' : 'are'} open.`,
            tone: 'bad',
          };
    case 'failed':
      return { text: 'There is no verdict: the run failed.', tone: 'bad' };
    case 'idle':
    case 'running':
    case 'timed_out':
    case 'degraded':
    case 'interrupted':
      return { text: `There is no verdict: ${phaseWord(state.phase).toLowerCase()}.`, tone: 'fair' };
  }
}

function figures(state: CritiqueState): string {
  const last = finalComposite(state);
  if (last === null || state.phase === 'idle') return '';
  const first = state.rounds.find(({ n }) => n === 1)?.end?.composite ?? last;
  const course = first.toFixed(2) === last.toFixed(2) ? '' : `${first.toFixed(2)} → `;
  return `<p class="figures"><span class="nowrap">${course}${last.toFixed(2)}</span> <small>Composite ${last.toFixed(2)} of ${state.scale}, threshold ${threshold(state.threshold)}.</small></p>`;
}

/** The judges of the round the verdict is about. */
function votes(state: CritiqueState): string {
  if (state.phase === 'idle') return '';
  const round = state.rounds.find(({ n }) => n === finalRound(state)) ?? state.rounds.at(-1);
  const judges = (round?.panelists ?? []).filter(({ role }) => role !== 'designer');
  if (judges.length === 0) return '';
  const items = judges.map(
    ({ role, score }) =>
      `<li>${roleWord(role)} ${score === null ? '<span class="soft">no vote</span>' : `<b class="${toneOf(score, state)}">${score.toFixed(1)}</b>`}</li>`,
  );
  return `<ul class="votes">${items.join('')}</ul>`;
}

export function toneOf(score: number | null, { threshold }: RunView): Tone | '' {
  if (score === null) return '';
  return score >= threshold ? 'good' : score >= threshold / 2 ? 'fair' : 'bad';
}

function judgedBy({ agent, durationMs }: HtmlReport): string {
  const who = agent === 'grounded' ? 'Measured without a model' : `Judged by ${agent}`;
  return `${who} in ${duration(durationMs).replace(' ', '\u00a0')}`;
}

/** The sentence above says already how many are open. */
function saysOpen({ verdict, state, gate }: HtmlReport): boolean {
  return verdict === null && state.phase === 'below_threshold' && gate.fresh.length > 0;
}

/** Each a text of its own: what an agent said stays as it is where our words beside it are said in another language. */
function reasons(report: HtmlReport): string[] {
  const { state } = report;
  if (state.phase === 'idle') return ['The run never began.'];
  const reason = state.rounds.find((round) => round.n === finalRound(state))?.end?.reason;
  const shown = 'message' in state ? state.message : plainReason(reason ?? '');
  // The reason begins with the same figures; they are shown once.
  const why = shown
    .replace(/^composite [\d.]+ (?:reaches|is below) [\d.]+(?:; )?/, '')
    .replace(saysOpen(report) ? /^\d+ must-fix(?:es)? open$/ : /^$/, '');
  const end = [
    state.phase === 'interrupted' ? (interruptedBy(state.recoveryReason) ?? '') : '',
    keepsNothing(state) ? 'Nothing is kept: the fallback policy of this run is fail' : '',
    isPartial(state) ? 'The transcript is partial: it ends before the answer did' : '',
  ];
  return [why, ...end].filter((part) => part !== '').map((part) => `${capital(part).replace(/\.$/, '')}.`);
}

/** Seen without scrolling: the command that puts the copy in the place of the file, and where every changed line is. */
function takeLine({ comparison, take }: HtmlReport): string {
  if (!isChangedBy(comparison)) return '';
  const lines = '<a href="#source">Every changed line</a>';
  return take == null
    ? `<p class="why">${lines}</p>`
    : `<p class="why">Your file is as it was. To put the copy in its place, after one more review:</p><p class="why take-line"><code>${escaped(take)}</code> ${lines}</p>`;
}

function isChangedBy(comparison: HtmlReport['comparison']): boolean {
  return comparison !== null && comparison.added + comparison.removed > 0;
}

/** What the copy has that the file has not, and the files beside the report. */
export function takeSection({ comparison, links, state }: HtmlReport): string {
  const list = linkList(links);
  const { added = 0, removed = 0 } = comparison ?? {};
  const isChanged = isChangedBy(comparison);
  if (!isChanged && list === '') return '';
  const fixed =
    state.phase === 'idle' ? 0 : state.mustFixes.filter(({ resolvedRound }) => resolvedRound !== null).length;
  const what = !isChanged
    ? '<p>Nothing was changed.</p>'
    : `<p>${escaped(`${fixed === 0 ? '' : `${mustFixes(fixed)} resolved: `}${count(removed, 'line')} out, ${count(added, 'line')} in.`)} <a href="#source">Every changed line</a></p>`;
  const heading = isChanged ? 'What was changed' : 'Files';
  return `<section class="take" aria-labelledby="take"><h2 id="take">${heading}</h2><div class="card">${what}${list}</div></section>`;
}

function linkList(links: HtmlReport['links']): string {
  if (links.length === 0) return '';
  const items = links.map(
    ({ label, href }) => `<li><a href="${escaped(besideLink(href))}">${escaped(label)}</a></li>`,
  );
  return `<ul class="links">${items.join('')}</ul>`;
}
