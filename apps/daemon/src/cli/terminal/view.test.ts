import { IDLE } from '@design-jury/contracts/theater/fold';
import { expect, test } from 'vitest';
import { ALL, roundEvents, ship, stampAll, started, stateOf } from '../../report/test/run.ts';
import { widthOf } from './text.ts';
import type { Frame } from './view.ts';
import { viewLines } from './view.ts';

const PLAIN = { color: false, unicode: true };

function frame(given: Partial<Frame>): Frame {
  return { state: IDLE, title: 'page.html', elapsedMs: 1200, columns: 72, rows: 60, paint: PLAIN, ...given };
}

const FIRST = roundEvents(1, {
  votes: { critic: 4, brand: 8, a11y: 5, copy: 9 },
  composite: 6,
  demands: { critic: ['contrast@p', 'size@h1'], a11y: ['label@input'] },
});
const SECOND = roundEvents(2, {
  votes: ALL(9),
  composite: 9,
  resolved: ['contrast@p', 'size@h1', 'label@input'],
  decision: 'ship',
});

test('before the first event the view says that it waits, and for how long', () => {
  expect(viewLines(frame({ columns: 40 }))).toEqual([
    'WAITING  page.html                 1.2 s',
    '⠹ waiting to start',
  ]);
});

test('a running round: five lanes with score, bars, must-fixes, the gate and the time', () => {
  const state = stateOf(started(), ...FIRST.slice(0, -1));
  expect(viewLines(frame({ state, notice: 'measuring' }))).toEqual([
    'RUNNING  page.html                                                 1.2 s',
    '⠹ measuring',
    '── round 1 of 3 ────────────────────────────────────────────────────────',
    '● designer  -',
    '● critic   4.0 ████░░░░░░  2 must-fixes',
    '    first            ████░░░░░░  4.0  as seen',
    '    ✗ Mend contrast@p.',
    '    ✗ Mend size@h1.',
    '● brand    8.0 ████████░░',
    '    first            ████████░░  8.0  as seen',
    '● a11y     5.0 █████░░░░░  1 must-fix',
    '    first            █████░░░░░  5.0  as seen',
    '    ✗ Mend label@input.',
    '● copy     9.0 █████████░',
    '    first            █████████░  9.0  as seen',
    'composite  not yet   threshold 8.0 of 10',
    '3 must-fixes open, 0 resolved',
  ]);
});

test('the frame that stays repeats nothing of the verdict below it: no head, no time, no list of demands', () => {
  const state = stateOf(started(), ...FIRST, ship(1, 6, 'below_threshold'));
  const lines = viewLines(frame({ state, isLast: true }));
  expect(lines[0]).toBe('── round 1 of 3 ────────────────────────────────────────────────────────');
  expect(lines).toContain('● critic   4.0 ████░░░░░░  2 must-fixes');
  expect(lines.join('\n')).not.toContain('Mend contrast@p.');
  // Stopped while it runs, nothing follows: what was being done stays.
  const running = stateOf(started(), ...FIRST.slice(0, -1));
  expect(viewLines(frame({ state: running, isLast: true }))[0]).toContain('RUNNING  page.html');
});

test('the end: earlier rounds as lines, the way of the composite, what was resolved', () => {
  const state = stateOf(started(), ...FIRST, ...SECOND, ship(2, 9, 'shipped'));
  const lines = viewLines(frame({ state }));
  expect(lines[0]).toBe('SHIPPED  page.html                                                 1.2 s');
  expect(lines[1]).toBe('round 1  6.00  3 must-fixes  not enough yet');
  expect(lines.slice(-3)).toEqual([
    'composite  6.00 → 9.00   threshold 8.0 of 10',
    '           ████████████████████████┃██░░░',
    '0 must-fixes open, 3 resolved',
  ]);
});

test('without UTF-8 and with 40 columns the same facts fit in ASCII', () => {
  const state = stateOf(started(), ...FIRST);
  const lines = viewLines(frame({ state, columns: 40, rows: 15, paint: { color: false, unicode: false } }));
  expect(lines).toEqual([
    'RUNNING  page.html                 1.2 s',
    '|',
    '-- round 1 of 3 ------------------------',
    '* designer  -',
    '* critic   4.0  2 must-fixes',
    '    first 4.0',
    '* brand    8.0',
    '    first 8.0',
    '* a11y     5.0  1 must-fix',
    '    first 5.0',
    '* copy     9.0',
    '    first 9.0',
    'composite  6.00   threshold 8.0 of 10',
    '           ################.....|....',
    '3 must-fixes open, 0 resolved',
  ]);
});

test.each([1, 2, 5, 9, 10, 12, 16, 24, 80])(
  'a frame is never taller than %i rows nor wider than the terminal',
  (rows) => {
    const state = stateOf(started(), ...FIRST, ...SECOND);
    for (const columns of [1, 8, 20, 39, 40, 41, 80, 200]) {
      const lines = viewLines(frame({ state, rows, columns, title: '日本語のとても長い名前.html' }));
      expect(lines.length).toBeLessThanOrEqual(rows);
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(columns);
    }
  },
);

test('what an agent writes cannot move the cursor', () => {
  const [note] = stampAll([
    {
      type: 'critique.panelist_notes',
      runId: 'r1',
      round: 1,
      role: 'critic',
      text: 'fine\u001b[2J\u001b[H\nreally',
    },
  ]);
  const text = viewLines(frame({ state: stateOf(started(), ...(note === undefined ? [] : [note])) })).join(
    '\n',
  );
  expect(text).toContain('fine really');
  expect(text).not.toContain('\u001b');
});
