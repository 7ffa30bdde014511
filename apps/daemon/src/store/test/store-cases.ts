/** What every store of runs does, whatever engine it stands on. */

import type { RunFilter } from '@design-jury/contracts/run';
import { describe, expect, test } from 'vitest';
import type { Store } from '../store.ts';
import { AT, finished, mustFix, project, round, run } from './records.ts';

const LATER = '2026-01-31T13:00:00.000Z';

export function storeCases(name: string, open: () => Promise<Store>): void {
  const withRun = async (): Promise<Store> => {
    const store = await open();
    await store.createProject(project());
    await store.insertRun(run());
    return store;
  };

  describe(`the store: ${name}`, () => {
    test('a run comes back as it was stored; an id is taken once', async () => {
      const store = await withRun();
      expect(await store.getRun('r1')).toEqual(run());
      await expect(store.insertRun(run())).rejects.toMatchObject({ reason: 'conflict' });
      await expect(store.insertRun(run('r2', { projectId: 'nowhere' }))).rejects.toMatchObject({
        reason: 'conflict',
      });
      expect(await store.getRun('r2')).toBeNull();
    });

    test('a run of any protocol is stored, listed, and found by what it is about', async () => {
      const store = await withRun();
      const { skill, subject, composite, finalRound, ...common } = run('loop1', {
        createdAt: LATER,
        updatedAt: LATER,
        subjectKey: '/specs/a.md',
      });
      const loop = { ...common, protocol: 'loop', config: { passes: 3 } };
      await store.insertRun(loop);
      expect(await store.getRun('loop1')).toEqual(loop);
      expect((await store.listAllRuns({})).map(({ id }) => id)).toEqual(['loop1', 'r1']);
      expect((await store.listAllRuns({ protocols: ['theater'] })).map(({ id }) => id)).toEqual(['r1']);
      expect((await store.latestRun('loop', '/specs/a.md'))?.id).toBe('loop1');
      // Pages have no key: none is the same as another.
      expect(await store.latestRun('theater', '')).toBeNull();
    });

    test('the first end stands, and only the owner can end a run that has one', async () => {
      const store = await withRun();
      await store.leases.claim({ runId: 'r1', owner: 'a', now: 0, until: 100, gone: [], isAlone: true });
      await expect(store.finishRun(finished('r1', { owner: 'b' }))).rejects.toMatchObject({
        reason: 'conflict',
      });
      expect((await store.getRun('r1'))?.state).toBe('queued');
      expect(await store.finishRun(finished('r1', { owner: 'a' }))).toBe(true);
      expect(await store.finishRun(finished('r1', { state: 'failed' }))).toBe(false);
      expect(await store.getRun('r1')).toMatchObject({ state: 'shipped', outcome: 'shipped', endedAt: AT });
      expect(await store.leases.holders('r1', 0)).toEqual([]);
      await expect(store.updateRun('r1', { state: 'running' })).rejects.toMatchObject({ reason: 'conflict' });
    });

    test('ids of a project count on from the last range, and events are found by them', async () => {
      const store = await withRun();
      expect(await store.projectEventTotal('p1')).toBe(0);
      await store.updateRun('r1', { state: 'running', eventBase: 0 });
      await store.finishRun(finished('r1', { eventCount: 42 }));
      expect(await store.projectEventTotal('p1')).toBe(42);
      await store.insertRun(run('r2', { createdAt: LATER }));
      await store.updateRun('r2', { state: 'running', eventBase: 42 });
      const after = async (id: number) => (await store.runsWithEventsAfter('p1', id)).map((one) => one.id);
      expect(await after(0)).toEqual(['r1', 'r2']);
      expect(await after(42)).toEqual(['r2']);
    });

    test('what is under way or changed since is found, in the order of events', async () => {
      const store = await withRun();
      const changed = async () => (await store.changedRuns(LATER)).map(({ id }) => id);
      expect(await changed()).toEqual([]);
      await store.updateRun('r1', { state: 'running', eventBase: 0 });
      expect(await changed()).toEqual(['r1']);
      await store.finishRun(finished('r1'));
      expect(await changed()).toEqual([]);
      await store.insertRun(run('r2'));
      await store.updateRun('r2', { state: 'running', eventBase: 42 });
      await store.updateRun('r2', { state: 'paused', updatedAt: LATER });
      expect(await changed()).toEqual(['r2']);
    });

    test('only what waits or is under way is left for a restart', async () => {
      const store = await withRun();
      for (const [id, state] of [
        ['r2', 'running'],
        ['r3', 'paused'],
        ['r4', 'waiting'],
      ] as const) {
        await store.insertRun(run(id));
        await store.updateRun(id, { state });
      }
      await store.insertRun(run('r5'));
      await store.finishRun(finished('r5'));
      expect((await store.findUnfinishedRuns()).map(({ id }) => id)).toEqual(['r1', 'r2']);
    });

    test('rounds and demands replace those of the same name, and stay otherwise', async () => {
      const store = await withRun();
      await store.saveRound('r1', round(1));
      await store.saveRound('r1', round(2));
      await store.saveRound('r1', round(1, { composite: 9 }));
      expect((await store.listRounds('r1')).map(({ n, composite }) => [n, composite])).toEqual([
        [1, 9],
        [2, 7.25],
      ]);
      await store.saveMustFixes('r1', [mustFix('m1'), mustFix('m2')]);
      await store.saveMustFixes('r1', [mustFix('m1', { resolvedRound: 2 })]);
      expect((await store.listMustFixes('r1')).map(({ id, resolvedRound }) => [id, resolvedRound])).toEqual([
        ['m1', 2],
        ['m2', null],
      ]);
    });

    test('a run is renamed and deleted with what belongs to it; others stay', async () => {
      const store = await withRun();
      await store.updateRun('r1', { title: 'Start page' });
      expect((await store.getRun('r1'))?.title).toBe('Start page');
      await store.insertRun(run('r2', { retryOf: 'r1' }));
      await store.saveRound('r1', round(1));
      await store.saveMustFixes('r1', [mustFix('m1')]);
      await expect(store.deleteProject('p1')).rejects.toMatchObject({ reason: 'conflict' });
      await store.deleteRun('r1');
      expect(await store.getRun('r1')).toBeNull();
      expect([await store.listRounds('r1'), await store.listMustFixes('r1')]).toEqual([[], []]);
      expect((await store.getRun('r2'))?.retryOf).toBeUndefined();
      await expect(store.deleteRun('r1')).rejects.toMatchObject({ reason: 'missing' });
      expect(await store.renameProject('p1', 'Shop')).toMatchObject({ id: 'p1', name: 'Shop' });
      await store.deleteRun('r2');
      await store.deleteProject('p1');
      expect(await store.getProject('p1')).toBeNull();
      await expect(store.deleteProject('p1')).rejects.toMatchObject({ reason: 'missing' });
      await expect(store.renameProject('p1', 'Shop')).rejects.toMatchObject({ reason: 'missing' });
    });

    test('runs are found by part of their title and by how they ended', async () => {
      const store = await withRun();
      await store.insertRun(run('r2', { title: 'Über 100% Shop_a' }));
      await store.insertRun(run('r3', { title: 'Shop b' }));
      await store.finishRun(finished('r3', { state: 'shipped' }));
      await store.insertRun(run('r4', { title: 'Shop c' }));
      await store.finishRun(finished('r4', { state: 'below_threshold' }));
      const found = async (filter: RunFilter) =>
        (await store.listAllRuns(filter)).map(({ id }) => id).toSorted();
      expect(await found({ text: 'shop' })).toEqual(['r2', 'r3', 'r4']);
      expect(await found({ text: '100%' })).toEqual(['r2']);
      expect(await found({ text: 'Über' })).toEqual(['r2']);
      expect(await found({ text: 'p_a' })).toEqual(['r2']);
      expect(await found({ text: '\\' })).toEqual([]);
      expect(await found({ outcome: 'open' })).toEqual(['r1', 'r2']);
      expect(await found({ outcome: 'passed' })).toEqual(['r3']);
      expect(await found({ outcome: 'notPassed', text: 'shop' })).toEqual(['r4']);
    });

    test('a project is changed by merging; null removes', async () => {
      const store = await open();
      await store.createProject(project('p1', { metadata: { a: { b: 1, c: 2 }, d: 3 } }));
      const { metadata } = await store.mergeProjectMetadata('p1', { a: { b: null }, e: 4 });
      expect(metadata).toEqual({ a: { c: 2 }, d: 3, e: 4 });
    });
  });
}
