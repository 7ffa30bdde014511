/** What a finished run comes to, in words: the verdict, why, what is left, where things are, what to do. Pure. */

import type { MustFix } from '@design-jury/contracts/theater/critique';
import type { CritiqueState, RunView } from '@design-jury/contracts/theater/fold';
import type { TrustLine } from '@design-jury/contracts/trust/line';
import type { UnlockSet } from '@design-jury/contracts/trust/unlock';
import { juryCommand } from '../../command-name.ts';
import { clean } from '../../report/clean.ts';
import { finalComposite, interruptedBy, keepsNothing, unjudgedRound } from '../../report/ending.ts';
import { trustSentence } from '../../report/trust-words.ts';
import { UNLOCK_HEADING, unlockWords } from '../../report/unlock-words.ts';
import {
  capital,
  causeWords,
  composite,
  duration,
  ended,
  mustFixes,
  phaseWord,
  plainReason,
  threshold,
} from '../../report/words.ts';
import { glyphsOf, type Paint, paintRow, type Row, span } from './paint.ts';
import { hanging } from './rows.ts';
import { cut, padEnd, widthOf, wrap } from './text.ts';
import { phaseTone } from './tones.ts';

export interface Verdict {
  title: string;
  /** Said before everything else. @default nothing */
  sentence?: string;
  state: CritiqueState;
  durationMs: number;
  /** Label and path, in the order they are shown. */
  files: readonly { label: string; path: string }[];
  /** Sentences on what to do now. */
  next: readonly string[];
  /** Commands to copy, each on a line of its own. */
  commands?: readonly string[];
  /** What is open beyond what a baseline or a suppression accepts. @default all that is open */
  gating?: readonly MustFix[];
  /** Said under the verdict: suppressed findings, a baseline. */
  remarks?: readonly string[];
  /** The least that ships it. @default nothing */
  unlock?: UnlockSet | null;
  /** How far the verdict can be believed. @default nothing is said of it */
  trust?: TrustLine;
  /** A stored run told to a program: in the words and on the lines it had when it was stored. @default false */
  isLiteral?: boolean;
}

const MOST_LISTED = 10;
const LABEL_CELLS = 11;
const WIDEST = 100;

export function verdictLines(
  verdict: Verdict,
  { columns, paint }: { columns: number; paint: Paint },
): string[] {
  const width = Math.min(columns, WIDEST);
  const sentence = verdict.sentence === undefined ? [] : wrap(clean(verdict.sentence), width);
  const rows: Row[] = [...sentence.map((line): Row => [span(line, 'strong')]), ...headRows(verdict, width)];
  const add = (text: string, mark = '  '): void => {
    rows.push(...hanging([span(mark)], text, width));
  };
  const hasPage = verdict.files.some(({ label }) => label === 'page');
  for (const reason of reasonsOf(verdict.state, hasPage, verdict.isLiteral === true))
    add(verdict.isLiteral === true ? reason : plainReason(reason));
  for (const remark of verdict.remarks ?? []) add(remark);
  if (verdict.state.phase !== 'idle') rows.push(...openRows(verdict, verdict.state, paint, width));
  const toDo = verdict.unlock == null ? [] : unlockWords(verdict.unlock);
  if (toDo.length > 0) rows.push([], [span(`  ${UNLOCK_HEADING}:`, 'strong')]);
  for (const line of toDo) add(line, '  - ');
  if (verdict.trust !== undefined) {
    rows.push([]);
    for (const line of wrap(trustSentence(verdict.trust), Math.max(20, width - 2)))
      rows.push([span(`  ${line}`, 'dim')]);
  }
  if (verdict.files.length > 0) rows.push([]);
  for (const { label, path } of verdict.files)
    rows.push([span(`  ${padEnd(label, LABEL_CELLS)}`, 'dim'), span(clean(path))]);
  if (verdict.next.length > 0) rows.push([]);
  for (const sentence of verdict.next) add(sentence);
  for (const command of verdict.commands ?? []) rows.push([span(`    ${clean(command)}`, 'strong')]);
  // Paths and commands are copied by people and scripts: never cut, a terminal may break them.
  return rows.map((row) => paintRow(row, Number.POSITIVE_INFINITY, paint));
}

/** On one line where it fits; else the figures have the next one. */
function headRows({ state, title, durationMs, isLiteral = false }: Verdict, width: number): Row[] {
  const value = finalComposite(state);
  const scale = state.phase === 'idle' ? '' : ` of ${state.scale}, threshold ${threshold(state.threshold)}`;
  const word = [span(phaseWord(state.phase), phaseTone(state.phase)), span('  ')];
  const name = [...word, span(clean(title), 'strong')];
  const figures = [
    span(value === null ? '' : `  composite ${composite(value)}${scale}`),
    span(`  ${duration(durationMs)}`, 'dim'),
  ];
  const cells = [...name, ...figures].reduce((sum, { text }) => sum + widthOf(text), 0);
  return isLiteral || cells <= width
    ? [[...name, ...figures]]
    : [...hanging(word, title, width, 'strong'), figures];
}

function reasonsOf(state: CritiqueState, hasPage: boolean, isLiteral: boolean): string[] {
  switch (state.phase) {
    case 'idle':
      return ['The run never began.'];
    case 'running':
      return ['The run did not end: the transcript stops here.'];
    case 'shipped':
    case 'below_threshold':
      return [gateReason(state, state.final.round), ...(keepsNothing(state) ? [NOTHING_KEPT] : [])];
    case 'timed_out':
      return [
        `Time ran out${state.cause === null ? '' : `: ${causeWords(state.cause)}`}; nothing was proved. ${keepsNothing(state) ? NOTHING_KEPT : keptWords(state, state.final?.round ?? null, hasPage)}`,
        'The transcript is partial: it ends before the answer did.',
      ];
    case 'degraded':
      return [
        state.reason === 'no_usable_vote'
          ? ended(`There is no verdict: ${state.message}`)
          : `The panel could not be read${isLiteral ? ` (${state.reason})` : ''}: ${state.message}`,
        keptWords(state, state.bestRound, hasPage),
      ];
    case 'interrupted': {
      const by = interruptedBy(state.recoveryReason);
      const how = by === null ? 'Stopped before a verdict' : `No verdict: ${by}`;
      return [`${how}. ${keptWords(state, state.bestRound, hasPage)}`];
    }
    case 'failed':
      return [
        isLiteral
          ? `The run failed (${state.cause}): ${state.message}`
          : `The run failed: ${causeWords(state.cause)}. ${capital(state.message)}`,
        keptWords(state, state.bestRound, hasPage),
      ];
  }
}

function gateReason(state: RunView, round: number): string {
  const of = state.maxRounds > 0 ? ` of at most ${state.maxRounds}` : '';
  const reason = state.rounds.find((candidate) => candidate.n === round)?.end?.reason;
  return `Round ${round}${of}: ${reason ?? 'no reason was recorded'}.`;
}

const NOTHING_KEPT = `Nothing is kept: the fallback policy of this run is fail. The pages of its rounds can be looked at in ${juryCommand()} serve.`;

/** After a broken panel an agent may still have written a page: it is there, and nobody judged it. */
function keptWords(state: CritiqueState, round: number | null, hasPage: boolean): string {
  if (round !== null) return `Round ${round} is kept, and is not a verdict.`;
  if (hasPage) return 'No round was complete; the page below was not judged.';
  const written = unjudgedRound(state);
  return written === null
    ? 'No round was complete, so nothing is kept.'
    : `No round was complete, so nothing is kept. The page of round ${written} was written and not judged; ${juryCommand()} serve shows it.`;
}

const SEVERITY_ORDER = { critical: 0, major: 1, minor: 2 } as const;

/** What is open, the worst first. */
function openMustFixes({ gating }: Verdict, state: RunView): MustFix[] {
  const open = gating ?? state.mustFixes.filter((entry) => entry.resolvedRound === null);
  return [...open].sort((a, b) => SEVERITY_ORDER[a.severity] - SEVERITY_ORDER[b.severity]);
}

function openRows(verdict: Verdict, state: RunView, paint: Paint, width: number): Row[] {
  const glyphs = glyphsOf(paint);
  const open = openMustFixes(verdict, state);
  if (open.length === 0) return [];
  const rows: Row[] = [
    [],
    [
      span(
        `  ${mustFixes(open.length)} open${verdict.gating === undefined ? '' : ' and not accepted'}:`,
        'strong',
      ),
    ],
  ];
  for (const entry of open.slice(0, MOST_LISTED)) {
    const [first = '', ...rest] = wrap(clean(`${entry.role}: ${entry.text}`), Math.max(20, width - 6));
    rows.push(
      [span(`  ${glyphs.cross} `, 'bad'), span(first)],
      ...rest.map((line): Row => [span(`    ${line}`)]),
    );
    const place = placeOf(entry);
    if (place !== '')
      rows.push([span(`      ${cut(place, Math.max(20, width - 6), glyphs.ellipsis)}`, 'dim')]);
  }
  if (open.length > MOST_LISTED)
    rows.push([span(`    and ${open.length - MOST_LISTED} more, in the report`, 'dim')]);
  return rows;
}

function placeOf({ target, evidence }: MustFix): string {
  return clean([target, evidence].filter((part) => part !== null && part !== '').join('  '));
}
