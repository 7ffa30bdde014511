import { expect, test } from 'vitest';
import { askedPictures } from './asked-pictures.ts';

const PNG = { before: new Uint8Array([1]), after: new Uint8Array([2]) };

test('the same report is pictured once, and one page at a time', async () => {
  let atWork = 0;
  let most = 0;
  let calls = 0;
  const pictures = askedPictures(async () => {
    calls += 1;
    atWork += 1;
    most = Math.max(most, atWork);
    await Promise.resolve();
    atWork -= 1;
    return PNG;
  });
  const all = await Promise.all([pictures('a', 'b'), pictures('a', 'b'), pictures('c', 'd')]);
  expect(all).toEqual([PNG, PNG, PNG]);
  expect({ calls, most }).toEqual({ calls: 2, most: 1 });
});

test('four wait for their pictures; the fifth report comes without', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof PNG>();
  const pictures = askedPictures(() => promise);
  const waiting = ['a', 'b', 'c', 'd'].map((page) => pictures(page, page));
  expect(await pictures('e', 'e')).toBeNull();
  resolve(PNG);
  expect(await Promise.all(waiting)).toEqual([PNG, PNG, PNG, PNG]);
  expect(await pictures('e', 'e')).toEqual(PNG);
});

test('where no picture could be taken, the next time tries again', async () => {
  let calls = 0;
  const pictures = askedPictures(async () => {
    calls += 1;
    if (calls === 1) throw new Error('no browser');
    return PNG;
  });
  expect(await pictures('a', 'b')).toBeNull();
  expect(await pictures('a', 'b')).toEqual(PNG);
});
