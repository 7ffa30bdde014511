/** What every log of a run does: numbers, order, one end, and a reader that sees what was flushed. */
import type { RunEvent } from '@design-jury/contracts/run';
import { describe, expect, test } from 'vitest';
import type { EventLog, EventLogOptions } from '../log/event-log.ts';

export interface LogPlace {
  /** A log of this run; `resume` appends to the one that is there. */
  open(options?: Pick<EventLogOptions, 'resume' | 'mayWrite'>): EventLog;
  /** What a reader finds now, after this seq. */
  read(after?: number): Promise<RunEvent[]>;
}

export const isLast = ({ type }: { type: string }): boolean => type === 'case.over';
const said = (n: number) => ({ type: 'case.said', n });
const OVER = { type: 'case.over' };

export function eventLogCases(name: string, make: () => Promise<LogPlace>): void {
  describe(`the event log: ${name}`, () => {
    test('what was flushed is read back in order, numbered from 1, with times that never go back', async () => {
      const { open, read } = await make();
      const log = open();
      expect(log.lastSeq).toBe(0);
      for (let n = 1; n <= 500; n++) {
        const { stamped, line } = log.append(said(n));
        expect(stamped).toMatchObject({ seq: n, type: 'case.said', n });
        expect(JSON.parse(line)).toEqual(stamped);
      }
      await log.flush();
      const events = await read();
      expect(events.map(({ seq, n }) => [seq, n])).toEqual(
        Array.from({ length: 500 }, (_, index) => [index + 1, index + 1]),
      );
      const times = events.map(({ at }) => at);
      expect(times).toEqual(times.toSorted());
      expect((await read(498)).map(({ seq }) => seq)).toEqual([499, 500]);
      await log.close();
    });

    test('a run has one end', async () => {
      const { open, read } = await make();
      const log = open();
      log.append(said(1));
      log.append(OVER);
      expect(() => log.append(OVER)).toThrow();
      await log.seal();
      expect((await read()).map(({ type }) => type)).toEqual(['case.said', 'case.over']);
      expect(() => log.append(said(2))).toThrow();
    });

    test('a resumed log counts on, and knows an end that was written before', async () => {
      const { open, read } = await make();
      const first = open();
      first.append(said(1));
      await first.close();
      const second = open({ resume: { lastSeq: 1, terminal: null } });
      expect(second.append(OVER).stamped.seq).toBe(2);
      await second.close();
      expect((await read()).map(({ seq }) => seq)).toEqual([1, 2]);
      const third = open({ resume: { lastSeq: 2, terminal: OVER } });
      expect(() => third.append(OVER)).toThrow();
      await third.close();
    });

    test('who lost the run writes nothing more', async () => {
      const { open, read } = await make();
      let mayWrite = true;
      const log = open({ mayWrite: () => mayWrite });
      log.append(said(1));
      await log.flush();
      mayWrite = false;
      log.append(said(2));
      await expect(log.flush()).rejects.toThrow();
      await log.close().catch(() => {});
      expect((await read()).map(({ seq }) => seq)).toEqual([1]);
    });

    test('two runs never share a log', async () => {
      const { open } = await make();
      const first = open();
      first.append(said(1));
      await first.flush();
      const second = open();
      second.append(said(1));
      await expect(second.flush()).rejects.toThrow();
      await second.close().catch(() => {});
      await first.close();
    });
  });
}
