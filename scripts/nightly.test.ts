import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './files.ts';
import {
  lastLines,
  type NightlyReport,
  nightlyMarkdown,
  nightRatchet,
  stepOutcome,
  whyNotCounted,
} from './nightly-report.ts';
import { longestMinutes, type NightStep, nightOf } from './nightly-steps.ts';

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

test('a night whose every step takes all its time ends, and is written down, before its workflow is ended', () => {
  const step = (minutes: number) => ({ minutes }) as NightStep;
  expect(longestMinutes([[[step(5)]], [[step(1), step(2)], [step(2)]]])).toBe(8);
  const workflow = readFileSync(join(ROOT, '.github/workflows/nightly.yml'), 'utf8');
  const [all = 0, ...before] = [...workflow.matchAll(/timeout-minutes: (\d+)/g)].map(([, text]) =>
    Number(text),
  );
  // A job of GitHub's own machines has six hours.
  expect(all).toBeLessThanOrEqual(360);
  expect(before, 'what stands before the night has a limit of its own').toHaveLength(1);
  // The checkout, the reports and the push.
  const around = 10;
  const longest =
    longestMinutes(nightOf('a folder')) + before.reduce((sum, minutes) => sum + minutes, around);
  expect(longest).toBeLessThanOrEqual(all);
});

test('a night counts for its day only where it was whole and everybody was tried', () => {
  const done = [{ name: 'conformance', outcome: 'failed' }] as const;
  const night = { mode: 'whole', done, fleet: ['codex', 'pi'], tried: ['pi', 'codex'] };
  expect(whyNotCounted(night)).toBeNull();
  expect(whyNotCounted({ ...night, tried: ['codex'] })).toBe('Counts for no day: pi not tried.');
  expect(whyNotCounted({ ...night, mode: 'only conformance' })).toContain('A part of a night');
  expect(whyNotCounted({ ...night, mode: 'quick' })).toContain('A part of a night');
  expect(whyNotCounted({ ...night, done: [{ name: 'conformance', outcome: 'out of time' }] })).toContain(
    'out of time',
  );
  expect(whyNotCounted({ ...night, done: [] })).toBe('No agent was tried.');
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
    notCounted: null,
    ratchet: { streak: 1, reason: '1 of 14 days in a row at or above 90 %: stay at M2' },
  };
  const text = nightlyMarkdown(report);
  expect(text).toContain('| fuzz | d | passed | 1 min 15 s | 1.5 |');
  expect(text).toContain('| crash | d | **out of time** |');
  expect(text).toContain('11 of 12 agents conform. 1 of 14 days');
  const notCounted = 'Counts for no day: pi not tried.';
  expect(nightlyMarkdown({ ...report, conformance: null, notCounted })).toContain(`\n${notCounted}\n`);
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
