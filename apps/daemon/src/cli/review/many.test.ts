/** Many pages at once must leave what the same pages leave one by one. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { machinePace } from '../../../../../scripts/machine-pace.ts';
import { GOOD_PAGE, POOR_PAGE, place } from '../test/jury.ts';

const SLOW_MS = 180_000 * machinePace();

test('several pages: the same pages and diffs as alone, rows in their order, one unreadable page loses no other', {
  timeout: SLOW_MS,
}, async () => {
  using here = place();
  const names = ['a.html', 'b.html', 'c.html', 'd.html'];
  for (const name of names) here.write(name, name < 'c' ? POOR_PAGE : GOOD_PAGE);
  here.write('broken.html', new Uint8Array([0, 1, 2, 3, 0, 255]));
  const many = await here.jury('review', '*.html', '--browser', 'never', '--out', 'many');
  expect(many.status).not.toBe(0);
  const rows = many.stderr.split('\n').filter((line) => line.startsWith('['));
  expect(rows.map((row) => /\S+\.html/.exec(row)?.[0])).toEqual([
    'a.html',
    'b.html',
    'broken.html',
    'c.html',
    'd.html',
  ]);
  expect(many.stdout).toContain(
    '5 pages: 2 pass as given; of the copies 2 pass, 2 do not ship, 1 inconclusive',
  );
  for (const name of names.slice(1, 3)) {
    const bare = name.replace('.html', '');
    await here.jury('review', name, '--browser', 'never', '--out', 'alone', '--quiet');
    for (const file of [name, `${name}.diff`]) {
      const read = (folder: string): string => readFileSync(join(here.folder, folder, file), 'utf8');
      expect(read(`many/${bare}`)).toBe(read('alone'));
    }
  }
});

test('Ctrl-C ends all pages that are at work, and begins no other', { timeout: SLOW_MS }, async () => {
  using here = place();
  for (let index = 0; index < 12; index += 1) here.write(`${String(index).padStart(2, '0')}.html`, POOR_PAGE);
  let sent = false;
  const { status, stdout } = await here.start(
    ['review', '*.html', '--browser', 'never', '--max-rounds', '20', '--threshold', '10'],
    (text, child) => {
      if (!sent && text.includes('measuring the page')) sent = child.kill('SIGINT');
    },
  );
  expect(status).toBe(130);
  expect(Number(/^(\d+) pages?:/m.exec(stdout)?.[1])).toBeLessThan(12);
});
