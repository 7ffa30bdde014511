import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { convergeWizard } from './wizard.ts';

/** A terminal at which these lines are typed; when they are used up the input ends. */
async function typed(
  lines: readonly string[],
  manifest: object | null = null,
  brief = '# PAY-7\n',
  critic?: string,
) {
  const cwd = mkdtempSync(join(tmpdir(), 'jury-wizard-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  const task = join(cwd, '.od/tasks/PAY-7');
  mkdirSync(task, { recursive: true });
  writeFileSync(join(task, 'brief.md'), brief);
  if (manifest !== null) writeFileSync(join(task, 'manifest.json'), JSON.stringify(manifest));
  const left = [...lines];
  let screen = '';
  const chosen = await convergeWizard(
    {
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
    },
    critic,
  );
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

test('a critic that was named beforehand is not asked for, and stands against the manifest', async () => {
  const { chosen, screen } = await typed(
    ['', '', '', '', ''],
    { key: 'PAY-7', critic: 'codex' },
    '# PAY-7\n',
    'claude',
  );
  expect(screen).not.toContain('off (default)');
  expect(chosen?.flags).toMatchObject({ critic: 'claude' });
  await expect(typed([], null, '# PAY-7\n', 'nobody')).rejects.toThrow('critic is "nobody"');
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
  expect(screen).toContain('--workers names no agent');
  expect(screen).toContain('"7" is not 1, 2 or 3.');
  expect(screen).toContain('Type y to start');
  expect(chosen?.phase).toBe('requirements-discovery');
});

test('a number nothing stands under is no folder and no worker', async () => {
  const { screen, chosen } = await typed(['9', '', '2', '', '0', '', '', '', '']);
  expect(screen).toContain('There is no 9; type 1 to 6, or in words what you want.\n');
  expect(screen).toContain('There is no 2; type 1, or in words what you want.\n');
  expect(screen).toContain('There is no 0; type 1 to 3, or in words what you want.\n');
  expect(screen).not.toContain('no brief.md;');
  expect(chosen?.phase).toBe('error-analysis');
});

test('each phase is explained, and each question says how many there are', async () => {
  const { screen } = await typed(['', '', '', '', '', '']);
  expect(screen).toContain(
    'Phase (1 of 5)\n  1. requirements-discovery   what is asked, and what is left open\n',
  );
  expect(screen).toContain('Rounds at most: 1, 2 or 3 (5 of 5)\n> [2] ');
  expect(Math.max(...screen.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(80);
});

test('the last screen says which project, which plan, and what will be run', async () => {
  const brief = '# PAY-7\n\n- PAY-7.1 must pass `npm test`.\n';
  const accepted = await typed(
    ['final-verification', '', '', '', '', ''],
    { key: 'PAY-7', project: 'app' },
    brief,
  );
  expect(accepted.screen).toContain(`Project:  ${join(TASK, 'app')}\n`);
  expect(accepted.screen).toContain('Runs:     npm test\n');
  expect(accepted.screen).not.toContain('Plan:');
  const planned = await typed(
    ['implementation-planning', '', '', '', '', ''],
    { key: 'P', plan: 'plan.md' },
    brief,
  );
  expect(planned.screen).toContain('Project:  .\nPlan:     plan.md\n');
  expect(planned.screen).not.toContain('Runs:');
  // Agents run nothing of the brief.
  const agents = await typed(['final-verification', '', 'claude,codex', '', '', ''], null, brief);
  expect(agents.screen).not.toContain('Runs:');
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
