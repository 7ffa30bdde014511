/**
 * The live view: folded state → rows. Pure: no clock, no terminal; time and size come in. The same rows serve
 * `review` and `replay`. The richest of four layouts that fits the terminal's height is chosen, so a frame is
 * never taller than the screen it is redrawn on.
 */

import type { PanelistRole } from '@design-jury/contracts/theater/critique';
import type { CritiqueState, PanelistView, RoundView, RunView } from '@design-jury/contracts/theater/fold';
import { clean } from '../../report/clean.ts';
import {
  composite,
  count,
  decisionWord,
  duration,
  mustFixes,
  phaseWord,
  score,
  threshold,
} from '../../report/words.ts';
import { type Glyphs, glyphsOf, type Paint, paintRow, type Row, type Span, span } from './paint.ts';
import { cut, padEnd, widthOf } from './text.ts';
import { phaseTone, scoreTone } from './tones.ts';

export interface Frame {
  state: CritiqueState;
  /** What is judged: a file's name, or a run's id. */
  title: string;
  /** Milliseconds since the run began. */
  elapsedMs: number;
  columns: number;
  rows: number;
  paint: Paint;
  /** Said instead of the agent's notice while set: "paused", "stopping". */
  notice?: string | null;
  /** It stays on the screen, and the verdict is printed below it. @default false */
  isLast?: boolean;
}

/** From rich to bare. */
interface Detail {
  /** Dims each on a line with its note, all on one line, or none. */
  dims: 'lines' | 'line' | 'none';
  mustFixes: number;
  rounds: number;
}

const DETAILS: readonly Detail[] = [
  { dims: 'lines', mustFixes: 6, rounds: 5 },
  { dims: 'lines', mustFixes: 2, rounds: 3 },
  { dims: 'line', mustFixes: 2, rounds: 3 },
  { dims: 'line', mustFixes: 0, rounds: 2 },
  { dims: 'none', mustFixes: 0, rounds: 1 },
];

const DEFAULT_CAST: readonly PanelistRole[] = ['designer', 'critic', 'brand', 'a11y', 'copy'];
const WIDEST = 100;
const BAR_CELLS = 10;
const GAUGE_CELLS = 30;
const NARROW_COLUMNS = 64;
const ROLE_CELLS = 8;
const DIM_CELLS = 16;
const SPINNER_MS = 100;

/** The frame as printable lines, each at most `columns` cells, at most `rows` of them. */
export function viewLines(frame: Frame): string[] {
  const height = Math.max(1, frame.rows);
  let rows: Row[] = [];
  for (const detail of DETAILS) {
    rows = viewRows(frame, detail);
    if (rows.length <= height) break;
  }
  return rows.slice(0, height).map((row) => paintRow(row, frame.columns, frame.paint));
}

function viewRows(frame: Frame, detail: Detail): Row[] {
  const { state } = frame;
  const glyphs = glyphsOf(frame.paint);
  if (state.phase === 'idle') return [headRow(frame, null), noticeRow(frame, glyphs, 'waiting to start')];
  const current = state.rounds.find((round) => round.n === state.activeRound) ?? state.rounds.at(-1) ?? null;
  const earlier = state.rounds
    .filter((round) => round !== current && round.end !== null)
    .slice(-detail.rounds);
  // The verdict below says once how it ended, how long it took and what is open.
  const verdictFollows = frame.isLast === true && state.phase !== 'running';
  const shown = verdictFollows ? { ...detail, mustFixes: 0 } : detail;
  return [
    ...(verdictFollows ? [] : [headRow(frame, state)]),
    ...(state.phase === 'running' ? [noticeRow(frame, glyphs, state.notice ?? '')] : []),
    ...earlier.map((round) => pastRow(round, state)),
    dividerRow(frame, state, current, glyphs),
    ...castOf(state).flatMap((role) =>
      laneRows(role, { frame, state, round: current, detail: shown, glyphs }),
    ),
    ...scoreRows(frame, state, glyphs),
  ];
}

function castOf(state: RunView): readonly PanelistRole[] {
  return state.cast.length === 0 ? DEFAULT_CAST : state.cast;
}

function headRow(frame: Frame, state: (RunView & { phase: CritiqueState['phase'] }) | null): Row {
  const phase = state?.phase ?? 'idle';
  const word = phaseWord(phase);
  const time = duration(frame.elapsedMs);
  const width = Math.min(frame.columns, WIDEST);
  // A long name gives way: how long it takes matters more than how it is called.
  const room = Math.max(4, width - widthOf(word) - widthOf(time) - 4);
  const title = cut(clean(frame.title), room, glyphsOf(frame.paint).ellipsis);
  const gap = Math.max(2, width - widthOf(word) - 2 - widthOf(title) - widthOf(time));
  return [
    span(word, phaseTone(phase)),
    span('  '),
    span(title, 'strong'),
    span(' '.repeat(gap)),
    span(time, 'dim'),
  ];
}

function noticeRow(frame: Frame, glyphs: Glyphs, notice: string): Row {
  const turn = Math.floor(frame.elapsedMs / SPINNER_MS) % glyphs.spinner.length;
  return [span(`${glyphs.spinner[turn] ?? ''} `, 'accent'), span(clean(frame.notice ?? notice), 'dim')];
}

function pastRow(round: RoundView, state: RunView): Row {
  const end = round.end;
  if (end === null) return [];
  return [
    span(`round ${round.n}  `, 'dim'),
    span(composite(end.composite), scoreTone(end.composite, state.threshold)),
    span(`  ${mustFixes(end.mustFix)}  ${decisionWord(end.decision)}`, 'dim'),
  ];
}

function dividerRow(frame: Frame, state: RunView, round: RoundView | null, glyphs: Glyphs): Row {
  const of = state.maxRounds > 0 ? ` of ${state.maxRounds}` : '';
  const label = ` round ${round?.n ?? 1}${of} `;
  const width = Math.min(frame.columns, WIDEST);
  const line = `${glyphs.rule.repeat(2)}${label}`;
  return [span(line + glyphs.rule.repeat(Math.max(0, width - widthOf(line))), 'dim')];
}

interface LaneContext {
  frame: Frame;
  state: RunView;
  round: RoundView | null;
  detail: Detail;
  glyphs: Glyphs;
}

function laneRows(role: PanelistRole, { frame, state, round, detail, glyphs }: LaneContext): Row[] {
  const panelist = round?.panelists.find((candidate) => candidate.role === role) ?? null;
  if (panelist === null) return [[span(`${glyphs.waiting} ${role}`, 'dim')]];
  const narrow = frame.columns < NARROW_COLUMNS;
  const tone = scoreTone(panelist.score, state.threshold);
  const speaking = !panelist.closed && frame.state.phase === 'running';
  const head: Span[] = [
    span(`${panelist.closed ? glyphs.closed : glyphs.speaking} `, speaking ? 'accent' : tone),
    span(padEnd(role, ROLE_CELLS), 'strong'),
    span(`${score(panelist.score)} `, tone),
  ];
  if (!narrow && panelist.score !== null) head.push(...bar(panelist.score, state, glyphs), span(' '));
  const demands = demandsOf(panelist).length;
  if (demands > 0) head.push(span(` ${mustFixes(demands)}`, 'bad'));
  const note = panelist.notes.at(-1);
  const room = !narrow || demands === 0;
  if (note !== undefined && room) head.push(span(`  ${clean(note)}`, 'dim'));
  return [
    head,
    ...dimRows(panelist, { state, detail, glyphs, narrow }),
    ...demandRows(panelist, state, detail, glyphs),
  ];
}

interface DimContext {
  state: RunView;
  detail: Detail;
  glyphs: Glyphs;
  narrow: boolean;
}

function dimRows(panelist: PanelistView, { state, detail, glyphs, narrow }: DimContext): Row[] {
  if (panelist.dims.length === 0 || detail.dims === 'none') return [];
  if (detail.dims === 'line') {
    return [
      [
        span('    '),
        ...panelist.dims.flatMap((dim) => [
          span(`${clean(dim.name)} `, 'dim'),
          span(`${score(dim.score).trim()}  `, scoreTone(dim.score, state.threshold)),
        ]),
      ],
    ];
  }
  return panelist.dims.map((dim) => [
    span(`    ${padEnd(clean(dim.name), DIM_CELLS)} `, 'dim'),
    ...(narrow || dim.score === null ? [] : bar(dim.score, state, glyphs)),
    span(` ${score(dim.score)}  `, scoreTone(dim.score, state.threshold)),
    span(clean(dim.note), 'dim'),
  ]);
}

/** The lint of a round and of its end may name the same demand: it is listed once. */
function demandsOf({ mustFix }: PanelistView): string[] {
  return [...new Set(mustFix)];
}

function demandRows(panelist: PanelistView, state: RunView, detail: Detail, glyphs: Glyphs): Row[] {
  const rows: Row[] = demandsOf(panelist)
    .slice(0, detail.mustFixes)
    .map((id) => {
      const entry = state.mustFixes.find((candidate) => candidate.id === id);
      const fixed = entry?.resolvedRound !== null && entry?.resolvedRound !== undefined;
      return [
        span(`    ${fixed ? glyphs.check : glyphs.cross} `, fixed ? 'good' : 'bad'),
        span(clean(entry?.text ?? id)),
      ];
    });
  const more = demandsOf(panelist).length - rows.length;
  if (more > 0 && rows.length > 0) rows.push([span(`      and ${more} more`, 'dim')]);
  return rows;
}

function bar(value: number, { scale, threshold }: RunView, glyphs: Glyphs): Span[] {
  const filled = scale > 0 ? Math.round((Math.min(value, scale) / scale) * BAR_CELLS) : 0;
  return [
    span(glyphs.full.repeat(filled), scoreTone(value, threshold)),
    span(glyphs.empty.repeat(BAR_CELLS - filled), 'dim'),
  ];
}

/** The composite so far, and the threshold of the gate. */
function scoreRows(frame: Frame, state: RunView & { phase: CritiqueState['phase'] }, glyphs: Glyphs): Row[] {
  const closed = state.rounds.filter((round) => round.end !== null);
  const values = closed.map((round) => round.end?.composite ?? 0);
  const last = values.at(-1);
  const path: Span[] = values.flatMap((value, index) => [
    ...(index === 0 ? [] : [span(` ${glyphs.arrow} `, 'dim')]),
    span(composite(value), scoreTone(value, state.threshold)),
  ]);
  const rows: Row[] = [
    [
      span('composite  ', 'strong'),
      ...(path.length === 0 ? [span('not yet', 'dim')] : path),
      span(`   threshold ${threshold(state.threshold)} of ${state.scale}`, 'dim'),
    ],
  ];
  if (last !== undefined && state.scale > 0) rows.push(gauge(last, state, frame.columns, glyphs));
  const open = state.mustFixes.filter((entry) => entry.resolvedRound === null).length;
  const fixed = state.mustFixes.length - open;
  if (state.mustFixes.length > 0) {
    rows.push([span(mustFixes(open), open === 0 ? 'good' : 'bad'), span(` open, ${fixed} resolved`, 'dim')]);
  }
  const warnings = Object.values(state.warnings).reduce((sum, n) => sum + n, 0);
  if (warnings > 0) rows.push([span(`${count(warnings, 'warning')} about what the agent wrote`, 'warn')]);
  return rows;
}

function gauge(value: number, { scale, threshold }: RunView, columns: number, glyphs: Glyphs): Row {
  const cells = Math.max(10, Math.min(GAUGE_CELLS, columns - 14));
  const at = Math.min(cells - 1, Math.round((threshold / scale) * cells));
  const filled = Math.round((Math.min(value, scale) / scale) * cells);
  const tone = scoreTone(value, threshold);
  const part = (from: number, to: number): Span[] => {
    const full = Math.max(0, Math.min(to, filled) - from);
    return [
      span(glyphs.full.repeat(full), tone),
      span(glyphs.empty.repeat(Math.max(0, to - from - full)), 'dim'),
    ];
  };
  return [span('           '), ...part(0, at), span(glyphs.tick, 'strong'), ...part(at + 1, cells)];
}
