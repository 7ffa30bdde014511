/** What every store of leases does: one owner of a run at a time, one run of a project under way. */
import { describe, expect, test } from 'vitest';
import type { LeaseClaim } from '../leases.ts';
import type { Store } from '../store.ts';
import { project, run } from './records.ts';

const NOW = 1_000_000;

export function leaseCases(name: string, open: () => Promise<Store>): void {
  const folder = async (): Promise<Store['leases'] & { store: Store }> => {
    const store = await open();
    for (const id of ['p1', 'p2']) await store.createProject(project(id));
    for (const [id, projectId] of [
      ['r1', 'p1'],
      ['r2', 'p1'],
      ['other', 'p2'],
    ] as const)
      await store.insertRun(run(id, { projectId }));
    return { ...store.leases, store };
  };
  const claim = (runId: string, owner: string, changes: Partial<LeaseClaim> = {}): LeaseClaim => ({
    runId,
    owner,
    now: NOW,
    until: NOW + 100,
    gone: [],
    isAlone: true,
    ...changes,
  });

  describe(`leases: ${name}`, () => {
    test('a run has one owner until its time is over, and that one may claim again', async () => {
      const leases = await folder();
      expect(await leases.claim(claim('r1', 'a'))).toBe(true);
      expect(await leases.claim(claim('r1', 'b'))).toBe(false);
      expect(await leases.claim(claim('r1', 'a', { until: NOW + 200 }))).toBe(true);
      expect(await leases.claim(claim('r1', 'b', { now: NOW + 200 }))).toBe(false);
      expect(await leases.claim(claim('r1', 'b', { now: NOW + 201, until: NOW + 300 }))).toBe(true);
    });

    test('of many that claim at once, one gets it', async () => {
      const leases = await folder();
      const owners = Array.from({ length: 20 }, (_, index) => `owner ${index}`);
      const got = await Promise.all(owners.map((owner) => leases.claim(claim('r1', owner))));
      expect(got.filter(Boolean)).toHaveLength(1);
      expect(await leases.holders('r1', NOW)).toEqual([
        { runId: 'r1', owner: owners[got.indexOf(true)], until: NOW + 100 },
      ]);
    });

    test('of many runs of one project that claim to be alone at once, one gets it', async () => {
      const leases = await folder();
      const runs = Array.from({ length: 8 }, (_, index) => `many${index}`);
      for (const id of runs) await leases.store.insertRun(run(id, { projectId: 'p1' }));
      const got = await Promise.all(runs.map((id) => leases.claim(claim(id, `owner of ${id}`))));
      expect(got.filter(Boolean)).toHaveLength(1);
    });

    test('renewed it lasts on; who lost it learns so, and neither renews nor releases it', async () => {
      const leases = await folder();
      await leases.claim(claim('r1', 'a'));
      expect(await leases.renew(claim('r1', 'a', { until: NOW + 500 }))).toBe(true);
      expect(await leases.claim(claim('r1', 'b', { now: NOW + 400 }))).toBe(false);
      expect(await leases.claim(claim('r1', 'b', { now: NOW + 501, until: NOW + 900 }))).toBe(true);
      expect(await leases.renew(claim('r1', 'a', { until: NOW + 999 }))).toBe(false);
      await leases.release('r1', 'a');
      expect(await leases.holders('r1', NOW + 600)).toMatchObject([{ owner: 'b' }]);
      await leases.release('r1', 'b');
      expect(await leases.holders('r1', NOW + 600)).toEqual([]);
    });

    test('a time that is over is renewed while nobody used it, and not once another run of the project is under way', async () => {
      const leases = await folder();
      await leases.claim(claim('r1', 'a'));
      const late = { now: NOW + 200, until: NOW + 300 };
      expect(await leases.renew(claim('r1', 'a', late))).toBe(true);
      const later = { now: NOW + 400, until: NOW + 500 };
      expect(await leases.claim(claim('r2', 'b', later))).toBe(true);
      expect(await leases.renew(claim('r1', 'a', later))).toBe(false);
      expect(await leases.renew(claim('r1', 'a', { ...later, gone: ['b'] }))).toBe(true);
    });

    test('an owner that is known to be gone keeps nobody out, whatever time it had left', async () => {
      const leases = await folder();
      await leases.claim(claim('r1', 'dead'));
      expect(await leases.claim(claim('r2', 'b'))).toBe(false);
      expect(await leases.claim(claim('r2', 'b', { gone: ['dead'] }))).toBe(true);
      expect(await leases.claim(claim('r1', 'b', { gone: ['dead'], isAlone: false }))).toBe(true);
    });

    test('a project has one run under way; other projects go on, and so does what only waits or is ended', async () => {
      const leases = await folder();
      expect(await leases.claim(claim('r1', 'a'))).toBe(true);
      expect(await leases.claim(claim('r2', 'a'))).toBe(false);
      expect(await leases.claim(claim('other', 'a'))).toBe(true);
      expect(await leases.claim(claim('r2', 'b', { isAlone: false }))).toBe(true);
      const holdersOf = async (runId: string): Promise<string[]> =>
        (await leases.holders(runId, NOW)).map((holder) => holder.runId).toSorted();
      expect(await holdersOf('r1')).toEqual(['r1']);
      expect(await holdersOf('r2')).toEqual(['r1', 'r2']);
      expect(await leases.claim(claim('r2', 'b'))).toBe(false);
      await leases.release('r1', 'a');
      expect(await leases.claim(claim('r2', 'b'))).toBe(true);
      // One that only waits does not keep the project from the one that is under way next.
      await leases.release('r2', 'b');
      await leases.claim(claim('r2', 'b', { isAlone: false }));
      expect(await leases.claim(claim('r1', 'a'))).toBe(true);
    });

    test('a run can be stored with its owner, and its end frees it', async () => {
      const leases = await folder();
      await leases.store.insertRun(run('r3', { projectId: 'p1' }), { owner: 'a', until: NOW + 100 });
      expect(await leases.claim(claim('r3', 'b', { isAlone: false }))).toBe(false);
      expect(await leases.claim(claim('r3', 'a'))).toBe(true);
      expect(await leases.claim(claim('nobody', 'a'))).toBe(false);
    });
  });
}
