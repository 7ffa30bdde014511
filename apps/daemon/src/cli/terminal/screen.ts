/**
 * Redraws frames in place. Lines are overwritten, never cleared first, inside one synchronised update: nothing
 * flickers. A frame is drawn at most every `FRAME_MS`; asking more often costs nothing.
 */

import { widthOf } from './text.ts';

/** What the screen needs of a terminal. */
export interface Terminal {
  write(text: string): void;
  size(): { columns: number; rows: number };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters
const COLOURS = /\u001b\[[\d;]*m/g;

const FRAMES_PER_SECOND = 15;
const FRAME_MS = Math.ceil(1000 / FRAMES_PER_SECOND);

/** Within a frame lines are cut at the edge, not broken: a terminal that just became narrower keeps its shape. */
const BEGIN = '\u001b[?2026h\u001b[?25l\u001b[?7l';
const END = '\u001b[?7h\u001b[?2026l';
export const SHOW_CURSOR = '\u001b[?25h';
const CLEAR_LINE_END = '\u001b[K';
const CLEAR_BELOW = '\u001b[J';

/** `isLast`: this frame stays on the screen. */
export type Draw = (size: { columns: number; rows: number }, isLast: boolean) => string[];

/** The escape text that turns the drawn frame into the next one. Pure, for tests. */
export function frameUpdate(rowsAbove: number, lines: readonly string[]): string {
  const up = rowsAbove > 0 ? `\u001b[${rowsAbove}A` : '';
  return `${BEGIN}\r${up}${lines.map((line) => `${line}${CLEAR_LINE_END}\n`).join('')}${CLEAR_BELOW}${END}`;
}

export class Screen {
  readonly #terminal: Terminal;
  readonly #draw: Draw;
  #ticker: NodeJS.Timeout | null = null;
  #pending: NodeJS.Timeout | null = null;
  #drawnAt = Number.NEGATIVE_INFINITY;
  /** Cells of each line of the last frame. */
  #drawn: number[] = [];

  /** `tickMs`: how often a frame is drawn although nothing happened, so that time is seen to pass. */
  constructor(terminal: Terminal, draw: Draw, tickMs = 100) {
    this.#terminal = terminal;
    this.#draw = draw;
    this.#ticker = setInterval(() => this.refresh(), tickMs);
  }

  /** Something changed: draw soon. */
  refresh(): void {
    if (this.#ticker === null || this.#pending !== null) return;
    const wait = FRAME_MS - (performance.now() - this.#drawnAt);
    if (wait <= 0) this.#paint();
    else {
      this.#pending = setTimeout(() => {
        this.#pending = null;
        this.#paint();
      }, wait);
    }
  }

  /** The last frame stays on the screen, or is taken away; the cursor comes back. Safe to call twice. */
  close(last: 'keep' | 'erase' = 'keep'): void {
    if (this.#ticker === null) return;
    clearInterval(this.#ticker);
    clearTimeout(this.#pending ?? undefined);
    this.#ticker = null;
    this.#pending = null;
    if (last === 'keep') this.#paint(true);
    else this.#terminal.write(frameUpdate(this.#rowsAbove(), []));
    this.#terminal.write(SHOW_CURSOR);
  }

  #paint(isLast = false): void {
    const { columns, rows } = this.#terminal.size();
    // One row is left for the cursor, which is below the frame; one column, so that no line reaches the edge.
    const lines = this.#draw({ columns: Math.max(1, columns - 1), rows: Math.max(1, rows - 1) }, isLast);
    this.#terminal.write(frameUpdate(this.#rowsAbove(), lines));
    this.#drawn = lines.map((line) => widthOf(line.replace(COLOURS, '')));
    this.#drawnAt = performance.now();
  }

  /** Rows between the cursor and the frame's first line: a terminal that became narrower has broken long lines. */
  #rowsAbove(): number {
    const { columns, rows } = this.#terminal.size();
    const taken = this.#drawn.reduce(
      (sum, cells) => sum + Math.max(1, Math.ceil(cells / Math.max(1, columns))),
      0,
    );
    return Math.min(taken, Math.max(0, rows - 1));
  }
}
