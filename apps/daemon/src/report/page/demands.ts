/** What the panel demands: the three that matter most, and all that is open, accepted or met. Pure. */
import type { MustFix } from '@design-jury/contracts/theater/critique';
import type { RunView } from '@design-jury/contracts/theater/fold';
import type { NameOf } from '../element-names.ts';
import type { Gate } from '../gate.ts';
import { mostImportant, worstFirst } from '../most-important.ts';
import { capital, count, mustFixes, roleWord } from '../words.ts';
import { escaped } from './escape.ts';

const FIRST = 3;

/** What is open, or else what was wrong in the file and is fixed in its copy; nothing where nothing was. */
export function problemSection(view: RunView, gate: Gate, nameOf: NameOf): string {
  const { all, first, isFixed } = firstOf(view, gate);
  if (all.length === 0) return '';
  const items = first.map((entry) => {
    const tag = `<span class="tag ${isFixed ? 'good' : 'bad'}">${isFixed ? 'fixed' : entry.severity}</span>`;
    const proof = isFixed ? '' : proofOf(entry);
    return `<li>${headOf(entry, nameOf, tag)}<p><samp>${escaped(entry.text)}</samp></p>${proof}</li>`;
  });
  return `<section class="three" aria-labelledby="problems"><h2 id="problems">${heading(all.length, first.length, isFixed)}</h2><ol class="demands card">${items.join('')}</ol></section>`;
}

function heading(all: number, shown: number, isFixed: boolean): string {
  const what = isFixed ? 'problem' : 'open problem';
  const most =
    all > shown ? `The ${shown} that matter most of ${count(all, what)}` : capital(count(all, what));
  return isFixed ? `${most}, ${all === 1 ? '' : 'all '}fixed in the copy` : most;
}

/** Shown on the first screen, and not again below it. */
function firstOf(view: RunView, { fresh }: Gate): { all: MustFix[]; first: MustFix[]; isFixed: boolean } {
  const isFixed = fresh.length === 0;
  const all = isFixed ? view.mustFixes.filter(({ resolvedRound }) => resolvedRound !== null) : fresh;
  const first = mostImportant(all, FIRST, ({ witness, id }) => witness?.audit ?? id);
  return { all, first, isFixed };
}

/** The element's own name and line where there is one; else who demands it. */
function headOf(entry: MustFix, nameOf: NameOf, tag: string): string {
  const found = nameOf(entry);
  const name = found?.name ?? roleWord(entry.role);
  const line = found?.line == null ? '' : `<span class="where">, line ${found.line}</span>`;
  return `<p><samp class="what">${escaped(name)}</samp>${line} ${tag}</p>`;
}

export function openSection(view: RunView, gate: Gate, nameOf: NameOf): string {
  const { fresh, known, suppressed } = gate;
  const { first, isFixed } = firstOf(view, gate);
  const others = isFixed ? [] : fresh.filter((entry) => !first.includes(entry));
  const accepted = suppressed.map(
    ({ mustFix, reason }) => `<li>${demand(mustFix, nameOf)}<p>Accepted: ${escaped(reason)}</p></li>`,
  );
  const part = (id: string, title: string, list: string): string =>
    `<section aria-labelledby="${id}"><h2 id="${id}">${escaped(title)}</h2>${list}</section>`;
  return [
    others.length === 0
      ? ''
      : part('open', `Also open: ${mustFixes(others.length)}`, demandList(others, nameOf)),
    known.length === 0 ? '' : part('known', 'Known from the baseline', demandList(known, nameOf)),
    accepted.length === 0
      ? ''
      : part('accepted', 'Suppressed', `<ul class="demands card">${accepted.join('')}</ul>`),
  ].join('\n');
}

export function resolvedSection(view: RunView, gate: Gate, nameOf: NameOf): string {
  const { first, isFixed } = firstOf(view, gate);
  const resolved = view.mustFixes.filter((entry) => entry.resolvedRound !== null);
  const others = isFixed ? resolved.filter((entry) => !first.includes(entry)) : resolved;
  if (others.length === 0) return '';
  const title = `${isFixed ? 'Also resolved' : 'Resolved'}: ${mustFixes(others.length)}`;
  return `<section aria-labelledby="resolved"><h2 id="resolved">${escaped(title)}</h2><details><summary>Show what was fixed</summary>${demandList(others, nameOf)}</details></section>`;
}

function demandList(entries: readonly MustFix[], nameOf: NameOf): string {
  return `<ul class="demands wide card">${worstFirst(entries)
    .map((entry) => `<li>${demand(entry, nameOf)}</li>`)
    .join('')}</ul>`;
}

function demand(entry: MustFix, nameOf: NameOf): string {
  const { role, severity, text, openedRound, resolvedRound } = entry;
  const life =
    resolvedRound === null
      ? `open since round ${openedRound}`
      : `opened in round ${openedRound}, resolved in round ${resolvedRound}`;
  const head = headOf(entry, nameOf, `<span class="tag">${severity}</span>`);
  return `<div>${head}<p><samp>${escaped(text)}</samp></p><p class="evidence">${roleWord(role)} · ${life}</p></div>${proofOf(entry)}`;
}

function proofOf({ target, evidence }: MustFix): string {
  const place = target === null ? '' : `<code>${escaped(target)}</code> `;
  // Its line is that of the copy by now; the file's own stands above.
  const proof =
    evidence === null ? '' : `<samp>${escaped(capital(evidence.replace(/^line \d+: /, '')))}</samp>`;
  return place === '' && proof === '' ? '' : `<p class="evidence">${place}${proof}</p>`;
}
