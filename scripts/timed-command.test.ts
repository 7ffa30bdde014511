import { expect, test } from 'vitest';
import { machinePace } from './machine-pace.ts';
import { runTimed } from './timed-command.ts';

const node = (program: string): string[] => [process.execPath, '-e', program];
const LONG_MS = 60_000;

test('a command within its time is told with its code and what it said, as it said it', async () => {
  const heard: string[] = [];
  const program = "process.stdout.write('a'); process.exitCode = 3;";
  const end = await runTimed(node(program), LONG_MS, (text) => heard.push(text));
  expect(end).toEqual({ code: 3, isOverdue: false, output: 'a' });
  expect(heard.join('')).toBe('a');
});

test('a command that is not there is an end too', async () => {
  const end = await runTimed(['/nonexistent/program'], LONG_MS, () => {});
  expect(end).toMatchObject({ code: null, isOverdue: false });
  expect(end.output).toContain('ENOENT');
});

test.each([
  ['goes on for ever', 'setInterval(() => {}, 1000)'],
  ['has ended by itself', ''],
])(
  'one whose time is over is over, though a process of another group holds its output: it %s',
  async (_, then) => {
    const sleeper = "setTimeout(() => {}, 60000); console.log(process.pid + ' sleeps')";
    const program = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(sleeper)}], { detached: true, stdio: 'inherit' }).unref(); ${then}`;
    const end = await runTimed(node(program), 1_000 * machinePace(), () => {});
    const [, pid = ''] = /(\d+) sleeps/.exec(end.output) ?? [];
    expect(pid).not.toBe('');
    process.kill(Number(pid), 'SIGKILL');
    expect(end.isOverdue).toBe(true);
  },
);
