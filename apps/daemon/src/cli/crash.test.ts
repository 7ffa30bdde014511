import { expect, test } from 'vitest';
import { crashReport } from './crash.ts';

const env = { OD_TOKEN: 'planted-c0ffee00-secret-value', PATH: '/usr/bin' };

test('a crash tells where it was, and no secret', () => {
  const report = crashReport(new Error(`cannot reach x with ${env.OD_TOKEN}, Bearer abcdefghijkl`), env);
  expect(report).toMatch(
    /^jury: internal error: Error: cannot reach x with \[redacted\], Bearer \[redacted\]\n {4}at [\s\S]*\nThis is a bug in Design Jury, not a verdict\. /,
  );
  expect(report).not.toContain(env.OD_TOKEN);
});

test('what is thrown need not be an error', () => {
  expect(crashReport('plain words', env)).toMatch(/^jury: internal error: plain words\nThis is a bug /);
});
