/** What every queue of runs does, wherever it keeps its jobs. */
import { describe, expect, test } from 'vitest';
import type { Enqueued, Queue, QueueJob, QueueOptions } from '../queue.ts';

interface PlayedJob extends QueueJob {
  play(): Promise<void>;
}

/** Jobs that play until the test ends them, and a record of what happened. */
function scripted() {
  const started: string[] = [];
  const ends = new Map<string, { resolve: () => void; reject: (error: Error) => void }>();
  const job = (runId: string, projectId: string): PlayedJob => ({
    runId,
    projectId,
    play() {
      started.push(runId);
      return new Promise<void>((resolve, reject) => ends.set(runId, { resolve, reject }));
    },
  });
  return {
    started,
    job,
    end: (runId: string) => ends.get(runId)?.resolve(),
    crash: (runId: string) => ends.get(runId)?.reject(new Error('boom')),
  };
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export function queueCases(name: string, make: (options: QueueOptions) => Queue): void {
  /** A job is data: what playing it means is looked up by its run. */
  const queueOf = (
    options: Omit<QueueOptions, 'perform' | 'onCrash'> & Partial<Pick<QueueOptions, 'onCrash'>>,
  ): Queue & { add(job: PlayedJob): Enqueued } => {
    const plays = new Map<string, () => Promise<void>>();
    const queue = make({
      onCrash: () => {},
      ...options,
      perform: async ({ runId }) => plays.get(runId)?.(),
    });
    const add = ({ runId, projectId, play }: PlayedJob): Enqueued => {
      if (!plays.has(runId)) plays.set(runId, play);
      return queue.enqueue({ runId, projectId });
    };
    return Object.assign(queue, { add });
  };

  describe(`the run queue: ${name}`, () => {
    test('500 runs over 50 projects: never more than the cap, one per project, first in first out, none starves', async () => {
      const [CAP, PROJECTS, RUNS] = [4, 50, 500];
      const queue = queueOf({ maxConcurrent: CAP });
      const playing = new Map<string, number>();
      const order: { project: string; n: number }[] = [];
      const seen = { most: 0, mostOfProject: 0 };
      // All of one project first: the worst case for the others.
      const arrivals = Array.from({ length: RUNS }, (_, i) => ({
        project: `p${Math.floor(i / 10)}`,
        n: i % 10,
      }));
      for (const { project, n } of arrivals) {
        const { accepted } = queue.add({
          runId: `${project}-${n}`,
          projectId: project,
          async play() {
            order.push({ project, n });
            playing.set(project, (playing.get(project) ?? 0) + 1);
            seen.most = Math.max(seen.most, queue.running);
            seen.mostOfProject = Math.max(seen.mostOfProject, playing.get(project) ?? 0);
            for (let turn = 0; turn < 1 + ((n * 7) % 5); turn++) await settle();
            playing.set(project, (playing.get(project) ?? 0) - 1);
          },
        });
        expect(accepted).toBe(true);
      }
      await queue.idle();

      expect(seen).toEqual({ most: CAP, mostOfProject: 1 });
      expect(order).toHaveLength(RUNS);
      for (let p = 0; p < PROJECTS; p++)
        expect(order.filter(({ project }) => project === `p${p}`).map(({ n }) => n)).toEqual([
          0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
        ]);
      // In turn: nobody starts a (k+1)th run while a project with waiting runs has not had its (k-1)th.
      const count = new Map<string, number>();
      for (const { project } of order) {
        count.set(project, (count.get(project) ?? 0) + 1);
        const least = Math.min(...Array.from({ length: PROJECTS }, (_, p) => count.get(`p${p}`) ?? 0));
        expect((count.get(project) ?? 0) - least).toBeLessThanOrEqual(2);
      }
    });

    test('takes one run of each project in turn, and shows that order as positions', async () => {
      const { started, job, end } = scripted();
      const queue = queueOf({ maxConcurrent: 1 });
      for (const id of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) queue.add(job(id, id.slice(0, 1)));
      await settle();
      // a plays; b and c have the next turns, then a joins again behind them.
      expect(['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((id) => queue.position(id))).toEqual([
        null,
        3,
        5,
        1,
        4,
        2,
      ]);
      for (const id of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) {
        end(id);
        await settle();
      }
      expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
      expect([queue.running, queue.waiting]).toEqual([0, 0]);
    });

    test('tells waiting clients their new place, once per tick, and null when they start', async () => {
      const { job, end } = scripted();
      const heard: [string, number | null][] = [];
      const queue = queueOf({
        maxConcurrent: 1,
        onPosition: ({ runId }, place) => heard.push([runId, place]),
      });
      for (const id of ['a', 'b', 'c']) queue.add(job(id, id));
      await settle();
      expect(heard.splice(0)).toEqual([
        ['b', 1],
        ['c', 2],
      ]);
      end('a');
      await settle();
      await settle();
      expect(heard.splice(0)).toEqual([
        ['b', null],
        ['c', 1],
      ]);
    });

    test('a job that crashes frees its slot and its project, and somebody hears of it', async () => {
      const { started, job, crash, end } = scripted();
      const crashed: string[] = [];
      const queue = queueOf({
        maxConcurrent: 1,
        onCrash: ({ runId }, error) => crashed.push(`${runId}: ${error}`),
      });
      queue.add(job('a1', 'a'));
      queue.add({
        runId: 'a2',
        projectId: 'a',
        play: () => {
          throw new Error('at once');
        },
      });
      queue.add(job('a3', 'a'));
      await settle();
      crash('a1');
      await settle();
      await settle();
      expect(crashed).toEqual(['a1: Error: boom', 'a2: Error: at once']);
      expect(started).toEqual(['a1', 'a3']);
      end('a3');
      await queue.idle();
    });

    test('cancels a waiting run and nothing else', async () => {
      const { started, job, end } = scripted();
      const queue = queueOf({ maxConcurrent: 1 });
      for (const id of ['a1', 'a2', 'b1']) queue.add(job(id, id.slice(0, 1)));
      await settle();
      expect([queue.cancel('a1'), queue.cancel('unknown'), queue.cancel('b1'), queue.cancel('b1')]).toEqual([
        false,
        false,
        true,
        false,
      ]);
      expect([queue.position('b1'), queue.position('a2')]).toEqual([null, 1]);
      end('a1');
      await settle();
      end('a2');
      await queue.idle();
      expect(started).toEqual(['a1', 'a2']);
    });

    test.each([
      [2, true],
      [3, true],
      [4, false],
    ])('with room for 3 waiting runs, number %i is accepted: %s', (n, accepted) => {
      const { job } = scripted();
      const queue = queueOf({ maxConcurrent: 1, maxWaiting: 3 });
      queue.add(job('playing', 'p'));
      let last = queue.add(job('w1', 'p'));
      for (let i = 2; i <= n; i++) last = queue.add(job(`w${i}`, 'p'));
      expect(last).toEqual(
        accepted
          ? { accepted: true, position: n }
          : { accepted: false, reason: 'full', message: '3 runs are waiting already: try again later' },
      );
    });

    test('refuses a run it already holds, and everything once it is closed', () => {
      const { job } = scripted();
      const queue = queueOf({ maxConcurrent: 1 });
      for (const id of ['a', 'b']) queue.add(job(id, id));
      expect(queue.add(job('a', 'a'))).toMatchObject({ accepted: false, reason: 'duplicate' });
      expect(queue.add(job('b', 'c'))).toMatchObject({ accepted: false, reason: 'duplicate' });
      expect(queue.close().map(({ runId }) => runId)).toEqual(['b']);
      expect([queue.running, queue.waiting]).toEqual([1, 0]);
      expect(queue.add(job('d', 'd'))).toMatchObject({ accepted: false, reason: 'closed' });
    });

    test('a run that steps aside leaves its slot to other projects, not to its own, and comes back first', async () => {
      const { job, started, end } = scripted();
      const queue = queueOf({ maxConcurrent: 1 });
      for (const [id, project] of [
        ['a', 'p'],
        ['a2', 'p'],
        ['b', 'q'],
        ['c', 'r'],
      ] as const)
        queue.add(job(id, project));
      await settle();
      queue.stepAside('a');
      await settle();
      expect(started).toEqual(['a', 'b']);
      let isBack = false;
      const back = queue.comeBack('a').then(() => {
        isBack = true;
      });
      await settle();
      expect([isBack, queue.running]).toEqual([false, 1]);
      end('b');
      await back;
      await settle();
      expect(started).toEqual(['a', 'b']);
      end('a');
      await settle();
      expect(started).toEqual(['a', 'b', 'c']);
    });

    test('who comes back to a queue that closes need not wait', async () => {
      const { job, end } = scripted();
      const queue = queueOf({ maxConcurrent: 1 });
      for (const id of ['a', 'b']) queue.add(job(id, id));
      await settle();
      queue.stepAside('a');
      await settle();
      const before = queue.comeBack('a');
      queue.close();
      await before;
      for (const id of ['a', 'b']) end(id);
      await queue.idle();
    });

    test('a queue that is full of waiting runs costs microseconds per run, not milliseconds', () => {
      const queue = queueOf({ maxConcurrent: 1 });
      const { job } = scripted();
      const started = performance.now();
      // Positions are counted when asked for; enqueueing asks, so this is the dearest operation.
      for (let i = 0; i < 1_000; i++) queue.add(job(`r${i}`, `p${i % 50}`));
      for (let i = 0; i < 1_000; i++) queue.cancel(`r${i}`);
      expect(performance.now() - started).toBeLessThan(2_000);
    });
  });
}
