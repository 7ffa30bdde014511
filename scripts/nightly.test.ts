import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { ROOT } from './files.ts';
import {
  lastLines,
  type NightlyReport,
  nightlyMarkdown,
  nightRatchet,
  stepOutcome,
} from './nightly-report.ts';

test('figures are the last lines that tell some, without colours and without places of the machine', () => {
  const output = `\u001b[32mok\u001b[39m 3 cases in ${ROOT}/bench\nnothing here\n${'x'.repeat(400)} cases\n`;
  const [first, second] = lastLines(output, /cases/);
  expect(first).toBe('ok 3 cases in ./bench');
  expect(second).toHaveLength(200);
  expect(lastLines(Array(500).fill('1 cases').join('\n'), /cases/)).toHaveLength(60);
});

test('a bench that lies behind its targets has not passed, whatever it ends with, and says how many', () => {
  const end = { code: 0, isOverdue: false, output: 'a b c\n\u001b[31m54 of 66 targets met\u001b[39m\n' };
  expect(stepOutcome(end)).toBe('12 targets missed');
  expect(stepOutcome({ ...end, code: 1 })).toBe('12 targets missed');
  expect(stepOutcome({ ...end, output: '65 of 66 targets met' })).toBe('1 target missed');
  expect(stepOutcome({ ...end, output: '66 of 66 targets met' })).toBe('passed');
  expect(stepOutcome({ ...end, output: '66 of 66 targets met', code: 1 })).toBe('failed');
  expect(stepOutcome({ ...end, output: '', code: null })).toBe('failed');
  expect(stepOutcome({ ...end, isOverdue: true })).toBe('out of time');
});

test('the ratchet of a night is of the phase that the product is in', () => {
  const day = { date: '2026-11-18', conforming: 10, tested: 10 };
  expect(nightRatchet([day], '2026-11-18').reason).toBe('1 of 14 days in a row at or above 90 %: stay at M3');
});

test('a step that failed or did not end in time is seen at once', () => {
  const step = { does: 'd', exitCode: 0, seconds: 75, load: 1.5, figures: ['12 cases'] };
  const report: NightlyReport = {
    at: '2026-11-17T02:00:00.000Z',
    mode: 'whole',
    machine: { cpu: 'c', cores: 2, node: '26' },
    steps: [
      { ...step, name: 'fuzz', outcome: 'passed' },
      { ...step, name: 'crash', outcome: 'out of time', exitCode: null, figures: [] },
    ],
    conformance: { conforming: 11, tested: 12 },
    ratchet: { streak: 1, reason: '1 of 14 days in a row at or above 90 %: stay at M2' },
  };
  const text = nightlyMarkdown(report);
  expect(text).toContain('| fuzz | d | passed | 1 min 15 s | 1.5 |');
  expect(text).toContain('| crash | d | **out of time** |');
  expect(text).toContain('11 of 12 agents conform. 1 of 14 days');
  expect(text).toContain('## fuzz\n\n```\n12 cases\n```');
});

const nightly = (...args: string[]) =>
  spawnSync(process.execPath, ['scripts/nightly.ts', '--no-write', ...args], { cwd: ROOT, encoding: 'utf8' });

test('a whole night holds every attempt to smuggle a verdict; a quick one leaves them out', () => {
  const steps = 'bench, conformance, matrix, hostile:agents, corpus, fuzz, smuggling, crash, hostile';
  expect(nightly('--only', 'nothing')).toMatchObject({
    status: 2,
    stderr: `there is no step nothing; there are ${steps}\n`,
  });
  const quick = nightly('--quick', '--only', 'smuggling');
  expect(quick.status).toBe(0);
  expect(quick.stdout).not.toContain('▶');
});
