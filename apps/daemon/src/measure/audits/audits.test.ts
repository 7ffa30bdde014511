/** Every audit has a page it fails and one it passes; a new audit without a case fails here. */
import { describe, expect, test } from 'vitest';
import { SEEN_ONLY_IN_BROWSER } from '../browser/results.ts';
import { measure } from '../measure.ts';
import { AUDITS, findAudit } from './index.ts';
import { A11Y_CASES } from './test/a11y.ts';
import { BRAND_CASES } from './test/brand.ts';
import { FURTHER_CASES } from './test/carried.ts';
import { type AuditCase, pageOf, type Sketch } from './test/case.ts';
import { COPY_CASES } from './test/copy.ts';
import { CRITIC_CASES } from './test/critic.ts';

const CASES: readonly AuditCase[] = [
  ...CRITIC_CASES,
  ...BRAND_CASES,
  ...A11Y_CASES,
  ...COPY_CASES,
  ...FURTHER_CASES,
];

async function resultOf(id: string, sketch: Sketch) {
  const audit = findAudit(id);
  if (audit === undefined) throw new Error(`There is no audit ${id}`);
  const [result] = measure(await pageOf(sketch), [audit]);
  if (result === undefined) throw new Error(`${id} said nothing`);
  return result;
}

test('every audit of the table has a case, and every case an audit', () => {
  // What only a browser sees has its cases in browser.test.ts and layout.test.ts, what is a matter of degree in chosen.test.ts.
  const inBrowser = new Set([
    ...SEEN_ONLY_IN_BROWSER,
    'role-fits',
    'chosen-type',
    'chosen-colour',
    'chosen-room',
  ]);
  const fromSource = AUDITS.filter(({ id }) => !inBrowser.has(id));
  expect([...new Set(CASES.map(({ id }) => id))].sort()).toEqual(fromSource.map(({ id }) => id).sort());
});

describe.each(CASES)('$id', ({ id, fails, at, passes, asks }) => {
  test('fails or asks where it should, at the element at fault', async () => {
    const { state, findings, failed } = await resultOf(id, fails);
    expect(state).toBe(asks === true ? 'pass' : 'fail');
    expect(failed > 0).toBe(asks !== true);
    expect(findings.map(({ selector }) => selector)).toEqual(typeof at === 'string' ? [at] : at);
  });

  test('passes a page without the fault', async () => {
    const { state, findings } = await resultOf(id, passes);
    expect(findings.map(({ message }) => message)).toEqual([]);
    expect(state).toBe('pass');
  });
});
