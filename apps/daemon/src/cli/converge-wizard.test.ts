import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { convergeWizard } from './converge-wizard.ts';

/** A terminal at which these lines are typed; when they are used up the input ends. */
async function typed(lines: readonly string[], manifest: object | null = null) {
  const cwd = mkdtempSync(join(tmpdir(), 'jury-wizard-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  const task = join(cwd, '.od/tasks/PAY-7');
  mkdirSync(task, { recursive: true });
  writeFileSync(join(task, 'brief.md'), '# PAY-7\n');
  if (manifest !== null) writeFileSync(join(task, 'manifest.json'), JSON.stringify(manifest));
  const left = [...lines];
  let screen = '';
  const chosen = await convergeWizard({
    cwd,
    error: (text) => {
      screen += text;
    },
    readLine: async (prompt) => {
      screen += prompt;
      const line = left.shift();
      if (line === undefined) throw new Error('the input ended');
      screen += `${line}\n`;
      return line;
    },
    onStop: () => () => {},
  });
  return { chosen, screen, left };
}

const TASK = join('.od', 'tasks', 'PAY-7');

test('Enter all the way takes the defaults; the confirmation says the critic is off', async () => {
  const { chosen, screen } = await typed(['', '', '', '', '', '']);
  expect(chosen).toEqual({
    phase: 'error-analysis',
    flags: { task: TASK, workers: 'grounded', critic: 'off', 'max-rounds': '2' },
  });
  expect(screen).toContain('  1. off (default)\n  2. claude\n');
  expect(screen).toContain('Critic:   (off)\n');
});

test.each(['implementation', 'release-handoff'])(
  '%s has no critic: it is neither asked for nor spoken of',
  async (phase) => {
    const { chosen, screen } = await typed([phase, '', '', '', '']);
    expect(screen).not.toContain('Critic');
    expect(chosen?.flags).toEqual({ task: TASK, workers: 'grounded', 'max-rounds': '2' });
  },
);

test.each(['requirements-discovery', 'error-analysis', 'implementation-planning', 'final-verification'])(
  '%s asks for a critic',
  async (phase) => {
    const { screen } = await typed([phase, '', '', 'claude', '', '']);
    expect(screen).toContain('Critic:   claude\n');
  },
);

test('a critic the manifest names is not asked for, and is shown', async () => {
  const { screen } = await typed(['', '', '', '', ''], { key: 'PAY-7', critic: 'codex' });
  expect(screen).not.toContain('off is recommended');
  expect(screen).toContain('Critic:   codex\n');
});

test('free text is held to the list, as the flag is', async () => {
  const { chosen, screen } = await typed(['', '', '', 'my-cousin', 'Gemini', '', '']);
  expect(screen).toContain('critic is "my-cousin"; it takes off, claude, codex, gemini');
  expect(chosen?.flags.critic).toBe('gemini');
});

test('b goes back one step, and what was chosen is the default then', async () => {
  const { chosen } = await typed(['3', '', 'claude,codex', 'b', '', '', '3', 'b', '2', 'y']);
  expect(chosen).toEqual({
    phase: 'implementation-planning',
    flags: { task: TASK, workers: 'claude,codex', critic: 'off', 'max-rounds': '2' },
  });
});

test('what cannot be used is said, and asked for again', async () => {
  const { chosen, screen } = await typed([
    'dancing',
    '1',
    'nowhere',
    '',
    ',',
    '',
    '',
    '7',
    '1',
    'maybe',
    'y',
  ]);
  expect(screen).toContain('"dancing" is no phase');
  expect(screen).toContain('nowhere has no brief.md');
  expect(screen).toContain('--workers names nobody');
  expect(screen).toContain('"7" is not 1, 2 or 3.');
  expect(screen).toContain('Type y to start');
  expect(chosen?.phase).toBe('requirements-discovery');
});

test('requirements discovery proposes one round', async () => {
  const { chosen } = await typed(['1', '', '', '', '', '']);
  expect(chosen?.flags['max-rounds']).toBe('1');
});

test.each([[['q']], [['', '', 'q']], [['', '', '', '', '', 'n']], [[]]])(
  'leaving after %j starts nothing',
  async (lines) => {
    expect((await typed(lines)).chosen).toBeNull();
  },
);
