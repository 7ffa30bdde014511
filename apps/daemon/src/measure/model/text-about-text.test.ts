import { expect, test } from 'vitest';
import { workOfThread } from '../within.ts';
import * as patterns from './text-about-text.ts';

/** Many times what they take, and less than half of what the slowest once took. */
const MOST_MS = 150;

test.each(Object.entries(patterns))(
  '%s is compiled in a moment, for texts within Latin-1 and beyond',
  (_, { source, flags }) => {
    for (const text of ['Sign up', 'Sign up — today']) {
      const spent = workOfThread();
      new RegExp(source, flags).test(text);
      expect(spent()).toBeLessThan(MOST_MS);
    }
  },
);
