/** What every key-value store with a time to live must do, whichever keeps it. */
import { describe, expect, test } from 'vitest';
import type { KeyValues } from '../key-values.ts';

export interface KeyValuesUnderTest {
  keyValues: KeyValues;
  /** Lets this much time go by for the store. */
  pass(ms: number): Promise<void>;
}

export function keyValuesContract(name: string, open: () => Promise<KeyValuesUnderTest>): void {
  describe(`key-values in ${name}`, () => {
    test('what was set is read, byte for byte', async () => {
      const { keyValues } = await open();
      const value = JSON.stringify({ text: 'größer "☕" \n\u0000', list: [1, 2] });
      await keyValues.set('draft:r1', value, 7_200);
      expect(await keyValues.get('draft:r1')).toBe(value);
      expect(await keyValues.get('draft:r2')).toBeNull();
    });

    test('set replaces the value and the time', async () => {
      const { keyValues, pass } = await open();
      await keyValues.set('k', 'a', 1);
      await keyValues.set('k', 'b', null);
      await pass(1_500);
      expect(await keyValues.get('k')).toBe('b');
    });

    test('a key runs out', async () => {
      const { keyValues, pass } = await open();
      await keyValues.set('k', 'a', 1);
      expect(await keyValues.get('k')).toBe('a');
      await pass(1_500);
      expect(await keyValues.get('k')).toBeNull();
    });

    test('a lock is taken once, and again when it ran out', async () => {
      const { keyValues, pass } = await open();
      const taken = await Promise.all(
        ['a', 'b', 'c'].map((owner) => keyValues.setIfAbsent('lock', owner, 1)),
      );
      expect(taken.filter(Boolean)).toHaveLength(1);
      expect(await keyValues.setIfAbsent('lock', 'd', 1)).toBe(false);
      await pass(1_500);
      expect(await keyValues.setIfAbsent('lock', 'e', 1)).toBe(true);
    });

    test('only the owner of a lock releases it', async () => {
      const { keyValues } = await open();
      await keyValues.setIfAbsent('lock', 'a', 60);
      expect(await keyValues.deleteIf('lock', 'b')).toBe(false);
      expect(await keyValues.get('lock')).toBe('a');
      expect(await keyValues.deleteIf('lock', 'a')).toBe(true);
      expect(await keyValues.get('lock')).toBeNull();
    });

    test('keys are listed by how they begin, in order, and those that ran out are not', async () => {
      const { keyValues, pass } = await open();
      for (const key of ['doc:b', 'doc:a', 'doc:a*', 'doc', 'docs:z', 'd*c:x'])
        await keyValues.set(key, 'x', null);
      await keyValues.set('doc:gone', 'x', 1);
      await pass(1_500);
      expect(await keyValues.keys('doc:', 10)).toEqual(['doc:a', 'doc:a*', 'doc:b']);
      expect(await keyValues.keys('doc:', 2)).toEqual(['doc:a', 'doc:a*']);
      expect(await keyValues.keys('d*c:', 10)).toEqual(['d*c:x']);
      expect(await keyValues.keys('nothing:', 10)).toEqual([]);
    });

    test('deleting what is not there is no error', async () => {
      const { keyValues } = await open();
      await keyValues.delete('nothing');
      expect(await keyValues.get('nothing')).toBeNull();
    });
  });
}
