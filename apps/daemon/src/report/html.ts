/** The review as one HTML file that needs nothing else: no script, no network. Pure. */

import type { MustFix } from '@design-jury/contracts/theater/critique';
import type { CritiqueState, PanelistView, RoundView, RunView } from '@design-jury/contracts/theater/fold';
import type { TrustLine } from '@design-jury/contracts/trust/line';
import type { UnlockSet } from '@design-jury/contracts/trust/unlock';
import { escapeUTF8 } from 'entities';
import { type Comparison, hunksOf, type LineChange } from '../line-diff.ts';
import { clean } from './clean.ts';
import { finalComposite, finalRound, interruptedBy, isPartial, keepsNothing } from './ending.ts';
import type { Gate } from './gate.ts';
import { trustWords } from './trust-words.ts';
import { UNLOCK_HEADING, unlockWords } from './unlock-words.ts';
import { count, duration, mustFixes, phaseWord } from './words.ts';

export interface HtmlReport {
  title: string;
  state: CritiqueState;
  agent: string;
  durationMs: number;
  gate: Gate;
  /** Of a review: what the file is as given, and what became of its copy. Null of a page that nobody brought. */
  verdict: { text: string; tone: 'good' | 'fair' | 'bad' } | null;
  /** The least that would ship it. @default nothing */
  unlock?: UnlockSet | null;
  /** How far the verdict can be believed. @default nothing is said of it */
  trust?: TrustLine;
  comparison: Comparison | null;
  /** PNG, where a browser could take them. */
  pictures: { before: Uint8Array; after: Uint8Array } | null;
  /** Pieces of the picture before, each with what is wrong there. */
  marked?: readonly { png: Uint8Array; said: string; width: number }[];
  /** File names beside the report. */
  links: readonly { label: string; href: string }[];
}

const MAX_DIFF_LINES = 4_000;

export function htmlReport(report: HtmlReport): string {
  const { state, title, verdict } = report;
  const view = state.phase === 'idle' ? null : state;
  const heading =
    verdict === null ? `${phaseWord(state.phase)}: ${clean(title)}` : `${clean(title)}: ${verdict.text}`;
  const [first, tone] =
    verdict === null ? [phaseWord(state.phase), state.phase] : [verdict.text, verdict.tone];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${REPORT_POLICY}">
<meta name="description" content="What the jury found in ${escaped(title)}, round by round, and what it changed.">
<title>${escaped(heading)} · Design Jury</title>
<style>${REPORT_STYLE}</style>
</head>
<body>
<main>
<header>
<p class="status ${tone}">${escaped(first)}</p>
<h1>${escaped(title).replaceAll('/', '/<wbr>')}</h1>
<p>${escaped(summary(report))}</p>
${report.gate.remarks.map((remark) => `<p>${escaped(remark)}</p>`).join('\n')}
${linkList(report.links)}
</header>
${view === null ? '' : trajectory(view)}
${pictures(report.pictures)}
${markedSection(report.marked ?? [])}
${view === null ? '' : openSection(report.gate)}
${nextSection(report.unlock ?? null)}
${trustSection(report.trust)}
${view === null ? '' : scoresSection(view)}
${view === null ? '' : resolvedSection(view)}
${diffSection(report.comparison)}
</main>
</body>
</html>
`;
}

function summary({ state, agent, durationMs }: HtmlReport): string {
  const composite = finalComposite(state);
  const took = `Judged by ${agent} in ${duration(durationMs).replace(' ', '\u00a0')}.`;
  if (state.phase === 'idle') return `The run never began. ${took}`;
  const reason = state.rounds.find((round) => round.n === finalRound(state))?.end?.reason;
  const shown = 'message' in state ? state.message : reason;
  const score =
    composite === null
      ? ''
      : `Composite ${composite.toFixed(2)} of ${state.scale}, threshold ${state.threshold.toFixed(1)}`;
  // The reason begins with the same figures; they are shown once.
  const why = shown?.replace(/^composite [\d.]+ (?:reaches|is below) [\d.]+(?:; )?/, '') ?? '';
  const end = [
    state.phase === 'interrupted' ? (interruptedBy(state.recoveryReason) ?? '') : '',
    keepsNothing(state) ? 'Nothing is kept: the fallback policy of this run is fail' : '',
    isPartial(state) ? 'The transcript is partial: it ends before the answer did' : '',
  ];
  return [score, capital(why), ...end.map(capital), took.replace(/\.$/, '')]
    .filter((part) => part !== '')
    .join('. ')
    .concat('.');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function linkList(links: HtmlReport['links']): string {
  if (links.length === 0) return '';
  const items = links.map(
    ({ label, href }) => `<li><a href="${escaped(besideLink(href))}">${escaped(label)}</a></li>`,
  );
  return `<ul class="links">${items.join('')}</ul>`;
}

/** A file's name is never read as an address of its own, whatever colons, hashes and question marks it has. */
function besideLink(path: string): string {
  return `./${path.toWellFormed().split(/[\\/]/).map(encodeURIComponent).join('/')}`;
}

const CHART = { width: 420, height: 220, left: 44, right: 76, top: 24, bottom: 48, inset: 32 };
const LABEL_ROOM = 16;

/** The composite over the rounds, with the gate as a line and both axes named. */
function trajectory(view: RunView): string {
  const closed = view.rounds.filter((round) => round.end !== null);
  if (closed.length === 0) return '';
  const { width, height, left, right, top, bottom, inset } = CHART;
  // Points keep clear of the gate's own label at the right edge.
  const [first, last] = [left + inset, width - right - inset];
  const x = (index: number): number =>
    closed.length === 1 ? (first + last) / 2 : first + (index * (last - first)) / (closed.length - 1);
  const y = (value: number): number => top + (1 - value / view.scale) * (height - top - bottom);
  const gate = y(view.threshold);
  const points = closed.map((round, index) => {
    const value = round.end?.composite ?? 0;
    const above = y(value) - 10;
    // A figure that would be on the gate's line goes below its point.
    const isCrossed = Math.abs(above - 4 - gate) < LABEL_ROOM / 2 + 2;
    return {
      n: round.n,
      value,
      x: x(index).toFixed(1),
      y: y(value).toFixed(1),
      label: isCrossed ? y(value) + 20 : above,
    };
  });
  const line = points.map((point) => `${point.x},${point.y}`).join(' ');
  const words = points.map((point) => `round ${point.n}: ${point.value.toFixed(2)}`).join(', ');
  const ticks = [0, view.scale / 2, view.scale].map(
    (value) =>
      `<line class="grid" x1="${left}" x2="${width - right}" y1="${y(value).toFixed(1)}" y2="${y(value).toFixed(1)}"/><text x="${left - 8}" y="${y(value).toFixed(1)}" dy="4" text-anchor="end">${value}</text>`,
  );
  return `<section aria-labelledby="course"><h2 id="course">Composite by round</h2>
<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(`${words}; threshold ${view.threshold.toFixed(1)}`)}">
${ticks.join('\n')}
<line class="gate" x1="${left}" x2="${width - right}" y1="${gate.toFixed(1)}" y2="${gate.toFixed(1)}"/>
<text x="${width - right + 6}" y="${gate.toFixed(1)}" dy="4">gate ${view.threshold.toFixed(1)}</text>
<polyline points="${line}"/>
${points
  .map(
    (point) =>
      `<circle cx="${point.x}" cy="${point.y}" r="4"/><text class="figure" x="${point.x}" y="${point.label.toFixed(1)}" text-anchor="middle">${point.value.toFixed(2)}</text><text x="${point.x}" y="${height - bottom + 20}" text-anchor="middle">${point.n}</text>`,
  )
  .join('\n')}
<text x="${((left + width - right) / 2).toFixed(1)}" y="${height - 6}" text-anchor="middle">round</text>
<text x="4" y="12">composite</text>
</svg></section>`;
}

function pictures(images: HtmlReport['pictures']): string {
  if (images === null) return '';
  const figure = (bytes: Uint8Array, caption: string): string =>
    `<figure><figcaption>${caption}</figcaption><img alt="The page ${caption.toLowerCase()} the review"${sizeOf(bytes)} src="data:image/png;base64,${Buffer.from(bytes).toString('base64')}"></figure>`;
  return `<section aria-labelledby="pictures"><h2 id="pictures">Pictures</h2><div class="pair">${figure(images.before, 'Before')}${figure(images.after, 'After')}</div></section>`;
}

function markedSection(marked: NonNullable<HtmlReport['marked']>): string {
  if (marked.length === 0) return '';
  const figures = marked.map(
    ({ png, said, width }) =>
      `<figure><figcaption>${escaped(said)}</figcaption><img alt="The place, in a window ${width} pixels wide"${sizeOf(png)} src="data:image/png;base64,${Buffer.from(png).toString('base64')}"></figure>`,
  );
  return `<section aria-labelledby="marked"><h2 id="marked">Seen in the layout of the file as given</h2><div class="pair">${figures.join('')}</div></section>`;
}

/** PNG says its size in its first chunk; with it the report does not jump while it loads. */
function sizeOf(bytes: Uint8Array): string {
  if (bytes.byteLength < 24) return '';
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return ` width="${view.getUint32(16)}" height="${view.getUint32(20)}"`;
}

function openSection(gate: Gate): string {
  const { fresh, known, suppressed } = gate;
  const parts = [
    fresh.length === 0 ? '<p>No demand of the panel is left.</p>' : demandList(fresh),
    known.length === 0 ? '' : `<h3>Known from the baseline</h3>${demandList(known)}`,
    suppressed.length === 0
      ? ''
      : `<h3>Suppressed</h3><ul>${suppressed.map(({ mustFix, reason }) => `<li>${demand(mustFix)}<p>Accepted: ${escaped(reason)}</p></li>`).join('')}</ul>`,
  ];
  return `<section aria-labelledby="open"><h2 id="open">${fresh.length === 0 ? 'Open: nothing' : `Open: ${escaped(mustFixes(fresh.length))}`}</h2>${parts.join('')}</section>`;
}

function nextSection(unlock: UnlockSet | null): string {
  const lines = unlock === null ? [] : unlockWords(unlock);
  if (lines.length === 0) return '';
  const items = lines.map((line) => `<li>${escaped(line)}</li>`).join('');
  return `<section aria-labelledby="next"><h2 id="next">${UNLOCK_HEADING}</h2><ul>${items}</ul></section>`;
}

function trustSection(trust: TrustLine | undefined): string {
  if (trust === undefined) return '';
  const items = trustWords(trust).map((words) => `<li>${escaped(capital(words))}</li>`);
  return `<section aria-labelledby="trust"><h2 id="trust">How far this can be believed</h2><ul>${items.join('')}</ul></section>`;
}

function resolvedSection(view: RunView): string {
  const resolved = view.mustFixes.filter((entry) => entry.resolvedRound !== null);
  if (resolved.length === 0) return '';
  return `<section aria-labelledby="resolved"><h2 id="resolved">Resolved: ${escaped(mustFixes(resolved.length))}</h2><details><summary>Show what was fixed</summary>${demandList(resolved)}</details></section>`;
}

function demandList(entries: readonly MustFix[]): string {
  return `<ul class="demands">${entries.map((entry) => `<li>${demand(entry)}</li>`).join('')}</ul>`;
}

function demand({ role, severity, text, target, evidence, openedRound, resolvedRound }: MustFix): string {
  const life =
    resolvedRound === null
      ? `open since round ${openedRound}`
      : `opened in round ${openedRound}, resolved in round ${resolvedRound}`;
  const place = target === null ? '' : `<code>${escaped(target)}</code>`;
  return `<p><strong>${escaped(role)}</strong> · ${severity} · ${life}</p><p>${escaped(text)}</p>${place}${evidence === null ? '' : `<p class="evidence"><samp>${escaped(evidence)}</samp></p>`}`;
}

function scoresSection(view: RunView): string {
  const rounds = view.rounds.map((round) => roundTable(round, view)).join('');
  return `<section aria-labelledby="rounds"><h2 id="rounds">Rounds</h2>${rounds}</section>`;
}

function roundTable(round: RoundView, view: RunView): string {
  const end = round.end;
  const shown =
    end === null
      ? 'not finished'
      : `composite ${end.composite.toFixed(2)}, ${mustFixes(end.mustFix)} open, ${end.decision}`;
  const rows = round.panelists.flatMap((panelist) => panelistRows(panelist, view)).join('');
  const head =
    '<thead><tr><th scope="col">Panelist</th><th scope="col">Dimension</th><th scope="col">Score</th><th scope="col">Why</th></tr></thead>';
  const open = round === view.rounds.at(-1) ? ' open' : '';
  return `<details${open}><summary>Round ${round.n}: ${escaped(shown)}</summary><div class="scroll"><table>${head}<tbody>${rows}</tbody></table></div></details>`;
}

function panelistRows({ role, score, notes, dims }: PanelistView, view: RunView): string[] {
  // The author's notes quote what was wrong; the judges' notes are plain text.
  const words = escaped(notes.join(' '));
  const shown = role === 'designer' ? `<samp>${words}</samp>` : words;
  const own = `<tr class="role"><th scope="row">${escaped(role)}</th><td>all</td><td>${points(score, view)}</td><td>${shown}</td></tr>`;
  return [
    own,
    ...dims.map(
      (dim) =>
        `<tr><td></td><td>${escaped(dim.name)}</td><td>${points(dim.score, view)}</td><td>${escaped(dim.note)}</td></tr>`,
    ),
  ];
}

function points(score: number | null, { threshold, scale }: RunView): string {
  if (score === null) return '<span>no vote</span>';
  const tone = score >= threshold ? 'good' : score >= threshold / 2 ? 'fair' : 'bad';
  return `<span class="${tone}">${score.toFixed(1)}</span> <meter min="0" max="${scale}" value="${score}">${score.toFixed(1)} of ${scale}</meter>`;
}

function diffSection(comparison: Comparison | null): string {
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
  return `<section aria-labelledby="source"><h2 id="source">Source: ${escaped(count(removed, 'line'))} out, ${escaped(count(added, 'line'))} in</h2>${blocks.join('')}${more}</section>`;
}

function hunkTable(oldStart: number, newStart: number, changes: readonly LineChange[]): string {
  let oldLine = oldStart;
  let newLine = newStart;
  const rows = changes.map(({ kind, text }) => {
    const before = kind === 'added' ? '' : String(oldLine++);
    const after = kind === 'removed' ? '' : String(newLine++);
    const sign = kind === 'added' ? '+' : kind === 'removed' ? '-' : ' ';
    return `<tr class="${kind}"><td>${before}</td><td>${after}</td><td><code>${sign} ${escapeSource(text.replace(/\r?\n$/, ''))}</code></td></tr>`;
  });
  return `<div class="scroll"><table class="diff" aria-label="Changes around line ${oldStart}">${rows.join('')}</table></div>`;
}

/** Text in HTML: nothing of it is a tag. */
export function escaped(text: string): string {
  return escapeSource(clean(text));
}

/** Source keeps its white space; what cannot be seen, or turns around what is seen, is named instead. */
export function escapeSource(text: string): string {
  return escapeUTF8(
    text
      .toWellFormed()
      .replace(
        UNSEEN,
        (mark) => `⟨U+${(mark.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
      ),
  );
}

const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Of every report: its own style and the pictures in it, and nothing else: no script, no address, no form. */
export const REPORT_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/** Of every report: light and dark, nothing fetched. */
export const REPORT_STYLE = `
:root{color-scheme:light dark;--ink:#1c1b19;--soft:#5a564f;--page:#fbfaf7;--line:#dcd7cc;--good:#17623a;--fair:#7a4b00;--bad:#a11a1a;--plus:#e2f3e6;--minus:#fbe6e4}
@media (prefers-color-scheme:dark){:root{--ink:#eceae5;--soft:#b5b0a6;--page:#191816;--line:#3b3833;--good:#7fd6a2;--fair:#e8b765;--bad:#ff9d94;--plus:#173222;--minus:#3c1d1b}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:1rem/1.55 Georgia,'Times New Roman',serif}
main{max-width:60rem;margin:0 auto;padding:2rem 1rem 4rem}
h1{font-size:clamp(1.5rem,5vw,2rem);line-height:1.2;margin:.25rem 0 .5rem;overflow-wrap:anywhere}
h2{font-size:1.375rem;line-height:1.3;margin:2.5rem 0 .75rem}
h3{font-size:1.125rem;margin:1.5rem 0 .5rem}
p{margin:.25rem 0;max-width:68ch;overflow-wrap:anywhere}
a{color:inherit;text-decoration:underline}
a:focus-visible,summary:focus-visible{outline:3px solid var(--good);outline-offset:2px}
.status{display:inline-block;font-weight:700;border:2px solid;padding:.125rem .5rem}
.shipped,.good{color:var(--good)}.below_threshold,.failed,.bad{color:var(--bad)}.fair,.degraded,.timed_out,.interrupted{color:var(--fair)}
.links{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;padding:0;list-style:none}
.links a{display:inline-block;padding:.25rem 0}
ul.demands{padding:0;list-style:none}
.demands li{border-top:1px solid var(--line);padding:.75rem 0}
.evidence{color:var(--soft)}
samp{font:inherit}
code{font:.875rem/1.5 ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere}
summary{cursor:pointer;padding:.5rem 0}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;margin:.5rem 0 1.5rem}
th,td{text-align:left;vertical-align:top;padding:.375rem .75rem .375rem 0;border-top:1px solid var(--line)}
.diff td{border:0;padding:0 .5rem;white-space:pre-wrap}
.diff td:nth-child(-n+2){color:var(--soft);text-align:right;font-size:.875rem}
.added{background:var(--plus)}.removed{background:var(--minus)}
meter{width:5rem;vertical-align:middle}
td:nth-child(3){white-space:nowrap;font-variant-numeric:tabular-nums}
.diff td:nth-child(3){white-space:pre-wrap}
svg{width:100%;height:auto;max-width:34rem}
svg text{font-size:14px;fill:currentColor}.figure{font-weight:700}.grid{stroke:var(--line)}
polyline{fill:none;stroke:currentColor;stroke-width:2}circle{fill:currentColor}.gate{stroke:var(--good);stroke-width:2;stroke-dasharray:6 4}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(18rem,1fr));gap:1rem}
figure{margin:0}figcaption{margin-bottom:.25rem}img{max-width:100%;height:auto;border:1px solid var(--line)}
`;
