import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { frameUpdate, Screen } from './screen.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function fakeTerminal(width = 20, rows = 10) {
  const size = { columns: width, rows };
  const written: string[] = [];
  return {
    written,
    size: () => size,
    resize(columns: number): void {
      size.columns = columns;
    },
    write: (text: string) => void written.push(text),
  };
}

test('a frame overwrites the one before in one update: up, lines, and nothing below', () => {
  expect(frameUpdate(2, ['a', 'b'])).toBe(
    '\u001b[?2026h\u001b[?25l\u001b[?7l\r\u001b[2Aa\u001b[K\nb\u001b[K\n\u001b[J\u001b[?7h\u001b[?2026l',
  );
  expect(frameUpdate(0, [])).toBe('\u001b[?2026h\u001b[?25l\u001b[?7l\r\u001b[J\u001b[?7h\u001b[?2026l');
});

test('however often it is asked, at most 15 frames a second are drawn', () => {
  const terminal = fakeTerminal();
  const screen = new Screen(terminal, () => ['x']);
  for (let ms = 0; ms < 1000; ms += 1) {
    screen.refresh();
    vi.advanceTimersByTime(1);
  }
  expect(terminal.written.length).toBeGreaterThan(10);
  expect(terminal.written.length).toBeLessThanOrEqual(15);
  screen.close('erase');
});

test('time is seen to pass while nothing happens, and the end gives the cursor back, once', () => {
  const terminal = fakeTerminal();
  const screen = new Screen(terminal, () => ['x'], 100);
  vi.advanceTimersByTime(1000);
  expect(terminal.written.length).toBeGreaterThanOrEqual(9);
  screen.close();
  expect(terminal.written.at(-1)).toBe('\u001b[?25h');
  const count = terminal.written.length;
  screen.close();
  screen.refresh();
  vi.advanceTimersByTime(1000);
  expect(terminal.written.length).toBe(count);
});

test('in a terminal that became narrower the broken lines are counted', () => {
  const terminal = fakeTerminal(20);
  const screen = new Screen(terminal, () => ['\u001b[32m0123456789012345\u001b[0m', 'b']);
  screen.refresh();
  terminal.resize(10);
  vi.advanceTimersByTime(100);
  // 16 cells take two rows of ten, and the second line one.
  expect(terminal.written.at(-1)).toContain('\r\u001b[3A');
  screen.close('erase');
});

test('a frame leaves a row for the cursor and a column at the edge', () => {
  const sizes: unknown[] = [];
  const screen = new Screen(fakeTerminal(40, 24), (size) => {
    sizes.push(size);
    return [];
  });
  screen.refresh();
  screen.close();
  expect(sizes[0]).toEqual({ columns: 39, rows: 23 });
});
