import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { run as loop } from './loop.ts';
import { place } from './test/jury.ts';
import { recordingShell } from './test/recording-shell.ts';

const CRITIC = fileURLToPath(new URL('../protocols/loop/test/critic.mjs', import.meta.url));
const EXAMPLES = fileURLToPath(new URL('../../../../examples/specs/', import.meta.url));
const example = (name: string) => readFileSync(join(EXAMPLES, `${name}.md`), 'utf8');

test('a clean spec converges: exit 0, the closing line byte for byte', async () => {
  using here = place();
  here.write('booking.md', example('booking'));
  const { status, stdout } = await here.jury('loop', 'booking.md', '--command', 'spec');
  expect(status).toBe(0);
  expect(stdout.endsWith('\n✓ Critic converged (1 passes, 0 fixes, 0 escalations)\n')).toBe(true);
});

test.each([
  [['--perspectives', '3'], 3],
  [['--tool-evidence'], 1],
])('a clean spec converges with %j too', async (flags, scenarios) => {
  using here = place();
  here.write('booking.md', example('booking'));
  const { status, stdout } = await here.jury('loop', 'booking.md', '--command', 'spec', ...flags);
  expect([status, stdout.match(/^\[ADVERSARIAL\]/gm)?.length]).toEqual([0, scenarios]);
});

test('nobody can answer: it waits with exit 4, and deferred it ends at the cap with exit 1', async () => {
  using here = place();
  here.write('export.md', example('export'));
  const waiting = await here.jury('loop', 'export.md', '--command', 'spec');
  expect([waiting.status, waiting.stdout]).toEqual([
    4,
    expect.stringContaining('=== CRITIC ESCALATION (1) ==='),
  ]);
  expect(waiting.stdout).toMatch(/^Waiting for an answer: .* jury loop --resume r-/m);
  here.write('export.md', example('export'));
  const deferred = await here.jury(
    'loop',
    'export.md',
    '--command',
    'spec',
    '--unattended',
    'defer',
    '--cap',
    '3',
  );
  expect([deferred.status, deferred.stdout]).toEqual([
    1,
    expect.stringContaining(
      '⚠ Critic safety cap (3 passes), 1 deferred: INDEPENDENCE. Review recommended.\n',
    ),
  ]);
});

test('--format screen has the words for people in a pipe too, and --format literal the grammar', async () => {
  using here = place();
  here.write('booking.md', example('booking'));
  const shown = await here.jury('loop', 'booking.md', '--command', 'spec', '--format', 'screen');
  expect(shown.stdout).toContain('Pass 1  4 of 4 criteria met');
  expect(shown.stdout).not.toContain('===');
  const piped = await here.jury('loop', 'booking.md', '--command', 'spec');
  const literal = await here.jury('loop', 'booking.md', '--command', 'spec', '--format', 'literal');
  expect(literal.stdout).toBe(piped.stdout);
  const wrong = await here.jury('loop', 'booking.md', '--command', 'spec', '--format', 'x');
  expect([wrong.status, wrong.stderr]).toEqual([2, expect.stringContaining('it takes screen, literal')]);
});

test('every change is kept and can be taken back; a file somebody changed since is left alone', async () => {
  using here = place();
  const file = here.write('notifications.md', example('notifications'));
  const looped = await here.jury(
    'loop',
    'notifications.md',
    '--command',
    'spec',
    '--unattended',
    'defer',
    '--json',
  );
  const { run: loop, totals } = JSON.parse(looped.stdout) as { run: string; totals: { fixes: number } };
  expect(totals.fixes).toBe(1);
  // A loop that is over is reported again, with its exit code; nothing is done again.
  const again = await here.jury('loop', '--resume', loop, '--json');
  expect([again.status, again.stdout]).toEqual([looped.status, looped.stdout]);
  expect(again.stderr).toContain(`${loop} is over`);
  const fixed = readFileSync(file, 'utf8');
  expect(fixed).toContain('(#quiet-hours)');
  here.write('notifications.md', `${fixed}\nmine\n`);
  const refused = await here.jury('loop', '--revert', loop);
  expect([refused.status, refused.stderr]).toEqual([
    2,
    expect.stringContaining('was changed after the loop'),
  ]);
  here.write('notifications.md', fixed);
  expect((await here.jury('loop', '--revert', loop)).status).toBe(0);
  expect(readFileSync(file, 'utf8')).toBe(example('notifications'));
});

test('a finished loop is replayed byte for byte as it was printed', async () => {
  using here = place();
  here.write('export.md', example('export'));
  const played = await here.jury(
    'loop',
    'export.md',
    '--command',
    'spec',
    '--unattended',
    'defer',
    '--cap',
    '2',
  );
  const id = /--revert (r-[0-9a-f-]+)/.exec(played.stderr)?.[1] ?? '';
  const replayed = await here.jury('replay', id, '--speed', 'instant');
  expect(replayed.stdout).toBe(played.stdout);
  const lines = (await here.jury('replay', id, '--speed', 'instant', '--json')).stdout.trim().split('\n');
  // In the order of the log; the numbers between are what the host keeps for itself.
  const numbers = lines.map((line) => (JSON.parse(line) as { seq: number }).seq);
  expect(numbers[0]).toBe(1);
  expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other));
});

test.each([
  [['loop'], 'Name a file'],
  [['loop', 'x.md'], 'There is no file "x.md"'],
  [['loop', 'empty.md', '--command', 'spec'], 'nothing to judge in "empty.md": it has no text'],
  [['loop', 'hello.md', '--command', 'spec'], 'nothing to judge in "hello.md": it has no statement'],
  [['loop', 'a.md'], '--command takes spec, plan'],
  [['loop', 'a.md', '--command', 'poem'], '--command is "poem"'],
  [['loop', 'a.md', '--command', 'spec', '--cap', '0'], '--cap is "0"'],
  [['loop', 'a.md', '--command', 'spec', '--unattended', 'maybe'], '--unattended is "maybe"'],
  [['loop', 'a.md', '--criteria', 'none.yaml'], 'none.yaml cannot be read'],
  [['loop', 'a.md', '--criteria', 'bad.yaml'], 'bad.yaml:3: criteria.0.id'],
  [['loop', 'a.md', '--command', 'spec', '--agent', 'nobody'], 'agent: there is no "nobody"'],
])('%j is refused in a sentence', async (args, sentence) => {
  using here = place();
  here.write('a.md', '# A\n\nThe page must load in 2 seconds.\n');
  here.write('hello.md', 'hello world\n');
  here.write('empty.md', '\n');
  here.write('bad.yaml', 'cap: 2\ncriteria:\n  - id: lower\n    question: why?\n');
  const { status, stderr } = await here.jury(...args);
  const isInconclusive = ['nobody', 'empty.md', 'hello.md'].some((word) => args.includes(word));
  expect([status, stderr]).toEqual([isInconclusive ? 3 : 2, expect.stringContaining(sentence)]);
});

function withAgent(here: ReturnType<typeof place>, kind: string): void {
  here.agents([{ id: 'scripted', name: 'Scripted', command: process.execPath, args: [CRITIC, kind] }]);
  here.write('a.md', '# Title\n\nIt has the alpha.\n');
}

test.each([
  ['honest', 0, 1],
  ['wordy', 0, 1],
  ['yes', 1, 3],
  ['restless', 1, 3],
  ['garbage', 1, 3],
])('a critic that is %s ends with %d after %d passes', async (kind, status, passes) => {
  using here = place();
  withAgent(here, kind);
  const args = [
    'loop',
    'a.md',
    '--command',
    'spec',
    '--agent',
    'scripted',
    '--cap',
    '3',
    '--unattended',
    'defer',
    '--json',
    '--data',
    '.',
  ];
  const ended = await here.jury(...args);
  expect([ended.status, (JSON.parse(ended.stdout) as { passes: object[] }).passes.length]).toEqual([
    status,
    passes,
  ]);
});

test('a fix that breaks another criterion is caught by the next pass', async () => {
  using here = place();
  withAgent(here, 'breaks');
  const ended = await here.jury(
    'loop',
    'a.md',
    '--command',
    'spec',
    '--agent',
    'scripted',
    '--cap',
    '2',
    '--unattended',
    'defer',
    '--json',
    '--data',
    '.',
  );
  const { passes } = JSON.parse(ended.stdout) as {
    passes: { results: { criterionId: string; verdict: string }[] }[];
  };
  expect(passes[1]?.results.find(({ criterionId }) => criterionId === 'MEASURABILITY')?.verdict).toBe('FAIL');
  expect(ended.status).toBe(1);
});

test('criteria of your own, with a figure the host counts: a wrong claim is no PASS', async () => {
  using here = place();
  withAgent(here, 'honest');
  here.write(
    'own.yaml',
    'cap: 1\ncriteria:\n  - id: LINES\n    question: Are all lines short?\n    figures:\n      - { how: lines, name: parts, pattern: "^.{1,20}$" }\n',
  );
  const ended = await here.jury(
    'loop',
    'a.md',
    '--criteria',
    'own.yaml',
    '--agent',
    'scripted',
    '--json',
    '--data',
    '.',
  );
  const { warnings } = JSON.parse(ended.stdout) as { warnings: string[] };
  expect(warnings.join()).toContain('parts is 2 of 2, not 4 of 4');
  expect(ended.status).toBe(1);
});

const READINGS =
  '# Readings\n\n- R-1: The station must keep every reading for 7 days.\n- R-2: The station must send each reading within 30 seconds.\n';
const TWO_FIGURES = `${READINGS}- R-3: The station must keep every reading for 24 hours.\n`;

test.each([
  [READINGS, 0, '✓ Critic converged (2 passes, 0 fixes, 0 escalations), 1 deferred: EDGE_CASES', ''],
  [
    TWO_FIGURES,
    1,
    '✓ Critic converged (2 passes, 0 fixes, 1 escalations), 2 deferred: INDEPENDENCE, EDGE_CASES',
    'not a pass: something is wrong and nobody decided it\n',
  ],
])(
  'deferrals stand on the closing line; whether that is a pass is said beside it, in --json and by the exit code',
  async (text, exit, closing, remark) => {
    const folder = mkdtempSync(join(tmpdir(), 'jury-deferred-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, 'spec.md'), text);
    const args = ['spec.md', '--command', 'spec', '--unattended', 'defer', '--data', join(folder, 'data')];
    const called = async (...more: string[]) => {
      const { shell, output, errors } = recordingShell(folder);
      return { status: await loop([...args, ...more], shell), output: output(), errors: errors() };
    };
    const told = await called();
    expect([told.status, told.output.trimEnd().split('\n').at(-1)]).toEqual([exit, closing]);
    expect(told.errors.includes('not a pass')).toBe(remark !== '');
    expect(told.errors).toContain(remark);
    const json = await called('--json');
    const { ending, status } = JSON.parse(json.output) as { ending: string; status: string };
    expect([json.status, status, ending]).toEqual([
      exit,
      'converged',
      exit === 0 ? 'converged-with-deferrals' : 'left-open',
    ]);
  },
);
