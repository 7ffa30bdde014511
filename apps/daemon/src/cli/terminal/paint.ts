/** How lines become bytes: colours that can be off, glyphs that can be ASCII, and never a cell too many. Pure. */
import { shownText } from '../../shown-text.ts';
import { cut, toAscii, widthOf } from './text.ts';

export type Tone = 'plain' | 'strong' | 'dim' | 'good' | 'bad' | 'warn' | 'accent';

export interface Span {
  text: string;
  tone: Tone;
}

/** One row of the screen, before it is cut to the terminal's width. */
export type Row = readonly Span[];

export interface Glyphs {
  waiting: string;
  speaking: string;
  closed: string;
  full: string;
  empty: string;
  tick: string;
  rule: string;
  cross: string;
  check: string;
  arrow: string;
  ellipsis: string;
  spinner: readonly string[];
}

const UNICODE: Glyphs = {
  waiting: '○',
  speaking: '◐',
  closed: '●',
  full: '█',
  empty: '░',
  tick: '┃',
  rule: '─',
  cross: '✗',
  check: '✓',
  arrow: '→',
  ellipsis: '…',
  spinner: ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'],
};

const PLAIN: Glyphs = {
  waiting: '.',
  speaking: '>',
  closed: '*',
  full: '#',
  empty: '.',
  tick: '|',
  rule: '-',
  cross: 'x',
  check: '+',
  arrow: '->',
  ellipsis: '...',
  spinner: ['|', '/', '-', '\\'],
};

export interface Paint {
  color: boolean;
  unicode: boolean;
}

export function glyphsOf({ unicode }: Paint): Glyphs {
  return unicode ? UNICODE : PLAIN;
}

const CODES: Record<Exclude<Tone, 'plain'>, string> = {
  strong: '1',
  dim: '2',
  good: '32',
  bad: '31',
  warn: '33',
  accent: '36',
};

export function span(text: string, tone: Tone = 'plain'): Span {
  return { text, tone };
}

/** The row as a string of at most `width` cells; `Infinity` cuts nothing. */
export function paintRow(row: Row, width: number, paint: Paint): string {
  let room = width;
  let painted = '';
  for (const { text, tone } of row) {
    // Colours are ours to give: in the text itself there are none.
    const safe = shownText(text, { color: false });
    const shown = cut(paint.unicode ? safe : toAscii(safe), room, glyphsOf(paint).ellipsis);
    painted +=
      paint.color && tone !== 'plain' && shown !== '' ? `\u001b[${CODES[tone]}m${shown}\u001b[0m` : shown;
    room -= widthOf(shown);
    if (room <= 0) break;
  }
  return painted.trimEnd();
}
