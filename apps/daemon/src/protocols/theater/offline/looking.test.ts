import { expect, test } from 'vitest';
import { buildPage } from '../../../measure/model/page.ts';
import { Looking } from './looking.ts';

async function told(looks: number, ending: 'well' | 'badly'): Promise<number> {
  const page = await buildPage({ html: '<p>Tides</p>', path: null });
  const looking = new Looking(async () => []);
  const work = (async () => {
    for (let look = 0; look < looks; look += 1) {
      await looking.eyes(page, []);
      await new Promise((done) => setImmediate(done));
    }
    if (ending === 'badly') throw new Error('no luck');
  })();
  let count = 0;
  for await (const _ of looking.until(work)) count += 1;
  await work.catch(() => {});
  return count;
}

test.each([0, 1, 3])('%i looks are told one by one, until the work has ended', async (looks) => {
  expect(await told(looks, 'well')).toBe(looks);
});

test('work that fails ends the telling, and fails for who waits for it', async () => {
  expect(await told(1, 'badly')).toBe(1);
});
