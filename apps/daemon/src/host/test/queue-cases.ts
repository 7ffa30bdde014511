/** What every queue of runs does, wherever it keeps its jobs. */
import { describe, expect, test } from 'vitest';
import { processorMs } from '../../../../../scripts/machine-pace.ts';
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

export interface QueueTraits {
  make(options: QueueOptions): Queue | Promise<Queue>;
  /** Resolves when what was set in motion has had time to happen. @default a turn of the event loop */
  settle?: () => Promise<void>;
  /** Cases of jobs that are kept here and nowhere else: told places, what `close` gives back, cost of a full queue. @default true */
  isLocal?: boolean;
}

export function queueCases(name: string, traits: QueueTraits): void {
  const { make, settle = () => new Promise((resolve) => setImmediate(resolve)), isLocal = true } = traits;
  /** A job is data: what playing it means is looked up by its run. */
  const queueOf = async (
    options: Omit<QueueOptions, 'perform' | 'onCrash'> & Partial<Pick<QueueOptions, 'onCrash'>>,
  ): Promise<{ queue: Queue; add(job: PlayedJob): Promise<Enqueued> }> => {
    const plays = new Map<string, () => Promise<void>>();
    const queue = await make({
      onCrash: () => {},
      ...options,
      perform: async ({ runId }) => plays.get(runId)?.(),
    });
    const add = async ({ runId, projectId, play }: PlayedJob): Promise<Enqueued> => {
      if (!plays.has(runId)) plays.set(runId, play);
      return queue.enqueue({ runId, projectId });
    };
    return { queue, add };
  };

  describe(`the run queue: ${name}`, () => {
    test('500 runs over 50 projects: never more than the cap, one per project, first in first out, none starves', async () => {
      const [CAP, PROJECTS, RUNS] = [4, 50, 500];
      const { queue, add } = await queueOf({ maxConcurrent: CAP });
      const playing = new Map<string, number>();
      const order: { project: string; n: number }[] = [];
      const seen = { most: 0, mostOfProject: 0 };
      const allThere = Promise.withResolvers<void>();
      // All of one project first: the worst case for the others.
      const arrivals = Array.from({ length: RUNS }, (_, i) => ({
        project: `p${Math.floor(i / 10)}`,
        n: i % 10,
      }));
      for (const { project, n } of arrivals) {
        const { accepted } = await add({
          runId: `${project}-${n}`,
          projectId: project,
          async play() {
            order.push({ project, n });
            playing.set(project, (playing.get(project) ?? 0) + 1);
            seen.most = Math.max(seen.most, queue.running);
            seen.mostOfProject = Math.max(seen.mostOfProject, playing.get(project) ?? 0);
            await allThere.promise;
            for (let turn = 0; turn < 1 + ((n * 7) % 5); turn++) await settle();
            playing.set(project, (playing.get(project) ?? 0) - 1);
          },
        });
        expect(accepted).toBe(true);
      }
      allThere.resolve();
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
      const { queue, add } = await queueOf({ maxConcurrent: 1 });
      for (const id of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) await add(job(id, id.slice(0, 1)));
      await expect.poll(() => started).toEqual(['a1']);
      // a plays; b and c have the next turns, then a joins again behind them.
      const places = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((id) => queue.position(id));
      expect(await Promise.all(places)).toEqual([null, 3, 5, 1, 4, 2]);
      const order = ['a1', 'b1', 'c1', 'a2', 'b2', 'a3'];
      for (const [n, id] of order.entries()) {
        await expect.poll(() => started).toEqual(order.slice(0, n + 1));
        end(id);
      }
      await queue.idle();
      expect([queue.running, queue.waiting]).toEqual([0, 0]);
    });

    test('tells waiting clients their new place, once per tick, and null when they start', async ({
      skip,
    }) => {
      if (!isLocal) skip('places are told where the queue is in one process');
      const { job, end } = scripted();
      const heard: [string, number | null][] = [];
      const { add } = await queueOf({
        maxConcurrent: 1,
        onPosition: ({ runId }, place) => heard.push([runId, place]),
      });
      for (const id of ['a', 'b', 'c']) await add(job(id, id));
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
      const { queue, add } = await queueOf({
        maxConcurrent: 1,
        onCrash: ({ runId }, error) => crashed.push(`${runId}: ${error}`),
      });
      await add(job('a1', 'a'));
      await add({
        runId: 'a2',
        projectId: 'a',
        play: () => {
          throw new Error('at once');
        },
      });
      await add(job('a3', 'a'));
      await expect.poll(() => started).toEqual(['a1']);
      crash('a1');
      await expect.poll(() => started).toEqual(['a1', 'a3']);
      expect(crashed).toEqual(['a1: Error: boom', 'a2: Error: at once']);
      end('a3');
      await queue.idle();
    });

    test('cancels a waiting run and nothing else', async () => {
      const { started, job, end } = scripted();
      const { queue, add } = await queueOf({ maxConcurrent: 1 });
      for (const id of ['a1', 'a2', 'b1']) await add(job(id, id.slice(0, 1)));
      await expect.poll(() => started).toEqual(['a1']);
      const cancelled = [];
      for (const id of ['a1', 'unknown', 'b1', 'b1']) cancelled.push(await queue.cancel(id));
      expect(cancelled).toEqual([false, false, true, false]);
      expect([await queue.position('b1'), await queue.position('a2')]).toEqual([null, 1]);
      end('a1');
      await expect.poll(() => started).toEqual(['a1', 'a2']);
      end('a2');
      await queue.idle();
      expect(started).toEqual(['a1', 'a2']);
    });

    test.each([
      [2, true],
      [3, true],
      [4, false],
    ])('with room for 3 waiting runs, number %i is accepted: %s', async (n, accepted) => {
      const { job, started } = scripted();
      const { add } = await queueOf({ maxConcurrent: 1, maxWaiting: 3 });
      await add(job('playing', 'p'));
      await expect.poll(() => started).toEqual(['playing']);
      let last = await add(job('w1', 'p'));
      for (let i = 2; i <= n; i++) last = await add(job(`w${i}`, 'p'));
      expect(last).toEqual(
        accepted
          ? { accepted: true, position: isLocal ? n : null }
          : { accepted: false, reason: 'full', message: 'the queue is full (waiting: 3): try again later' },
      );
    });

    test('refuses a run it already holds, and everything once it is closed', async () => {
      const { job, started } = scripted();
      const { queue, add } = await queueOf({ maxConcurrent: 1 });
      for (const id of ['a', 'b']) await add(job(id, id));
      await expect.poll(() => started).toEqual(['a']);
      expect(await add(job('a', 'a'))).toMatchObject({ accepted: false, reason: 'duplicate' });
      expect(await add(job('b', 'c'))).toMatchObject({ accepted: false, reason: 'duplicate' });
      // What others can perform stays for them.
      expect(queue.close().map(({ runId }) => runId)).toEqual(isLocal ? ['b'] : []);
      if (isLocal) expect([queue.running, queue.waiting]).toEqual([1, 0]);
      expect(await add(job('d', 'd'))).toMatchObject({ accepted: false, reason: 'closed' });
    });

    test('a run that steps aside leaves its slot to other projects, not to its own, and comes back first', async () => {
      const { job, started, end } = scripted();
      const { queue, add } = await queueOf({ maxConcurrent: 1 });
      for (const [id, project] of [
        ['a', 'p'],
        ['a2', 'p'],
        ['b', 'q'],
        ['c', 'r'],
      ] as const)
        await add(job(id, project));
      await expect.poll(() => started).toEqual(['a']);
      queue.stepAside('a');
      await expect.poll(() => started).toEqual(['a', 'b']);
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
      await expect.poll(() => started).toEqual(['a', 'b', 'c']);
    });

    test('who comes back to a queue that closes need not wait', async () => {
      const { job, end, started } = scripted();
      const { queue, add } = await queueOf({ maxConcurrent: 1 });
      for (const id of ['a', 'b']) await add(job(id, id));
      await expect.poll(() => started).toEqual(['a']);
      queue.stepAside('a');
      await expect.poll(() => started).toEqual(['a', 'b']);
      const before = queue.comeBack('a');
      queue.close();
      await before;
      for (const id of ['a', 'b']) end(id);
      await queue.idle();
    });

    test('a queue that is full of waiting runs costs microseconds per run, not milliseconds', async ({
      skip,
    }) => {
      if (!isLocal) skip('a database takes milliseconds for each');
      const { queue, add } = await queueOf({ maxConcurrent: 1 });
      const { job } = scripted();
      const started = processorMs();
      // Positions are counted when asked for; enqueueing asks, so this is the dearest operation.
      for (let i = 0; i < 1_000; i++) await add(job(`r${i}`, `p${i % 50}`));
      for (let i = 0; i < 1_000; i++) queue.cancel(`r${i}`);
      expect(processorMs() - started).toBeLessThan(2_000);
    });
  });
}
