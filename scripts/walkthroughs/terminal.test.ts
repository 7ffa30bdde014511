import { expect, test } from 'vitest';
import { screenOf } from './terminal.ts';

test('a frame that is drawn over the last one replaces it, and what follows stands below it', () => {
  const first = 'RUNNING\u001b[K\r\none\u001b[K\r\n';
  const second = '\r\u001b[2A\u001b[32mSHIPPED\u001b[0m\u001b[K\r\n\u001b[J';
  expect(screenOf(`${first}${second}\r\nDone.\r\n`)).toBe('SHIPPED\n\nDone.');
});

test('a shorter line leaves nothing of a longer one where the rest is cleared, and all of it where it is not', () => {
  expect(screenOf('longer\rshort\u001b[K')).toBe('short');
  expect(screenOf('longer\rshort')).toBe('shortr');
});
