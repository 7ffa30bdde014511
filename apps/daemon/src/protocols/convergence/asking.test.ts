import { expect, test } from 'vitest';
import { limited } from './asking.ts';

test('two are asked at once; a slow one holds nobody up, and the answers stand in the order of the list', async () => {
  const slow = Promise.withResolvers<void>();
  const begun: string[] = [];
  let atOnce = 0;
  let most = 0;
  const asked = limited(['slow', 'a', 'b', 'c'], async (name) => {
    begun.push(name);
    atOnce++;
    most = Math.max(most, atOnce);
    if (name === 'slow') await slow.promise;
    else await Promise.resolve();
    atOnce--;
    return name.toUpperCase();
  });
  await expect.poll(() => begun).toEqual(['slow', 'a', 'b', 'c']);
  slow.resolve();
  expect(await asked).toEqual(['SLOW', 'A', 'B', 'C']);
  expect(most).toBe(2);
});
