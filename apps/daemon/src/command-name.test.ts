import { afterEach, describe, expect, test } from 'vitest';
import { run as check } from './cli/check.ts';
import { COMMANDS } from './cli/commands.ts';
import { commandHelp, helpText, unknownCommand } from './cli/help.ts';
import { recordingShell } from './cli/test/recording-shell.ts';
import { updateHint } from './cli/version.ts';
import { commandOf, noteCommand } from './command-name.ts';
import { releaseDay } from './version.ts';

afterEach(() => noteCommand('jury'));

test.each([
  ['./jury', { JURY_CALLED_AS: './jury' }, '/x/main.ts'],
  ['../clone/jury', { JURY_CALLED_AS: '../clone/jury' }, '/x/main.ts'],
  // What could not be typed again as it stands is named shortly.
  ['jury', { JURY_CALLED_AS: '/my tools/jury' }, '/x/main.ts'],
  ['npx design-jury', { npm_command: 'exec', npm_lifecycle_event: 'npx' }, '/cache/_npx/1/.bin/design-jury'],
  ['design-jury', {}, '/usr/bin/design-jury'],
  ['jury', {}, '/usr/bin/jury'],
  ['jury', { npm_command: 'run-script' }, '/p/node_modules/.bin/jury'],
])('is called %s', (name, env, program) => {
  expect(commandOf(env, program)).toBe(name);
});

describe('what is told names the command as it was called', () => {
  test('in help, for every command', () => {
    noteCommand('npx design-jury');
    const texts = [helpText(COMMANDS), ...COMMANDS.map(commandHelp), unknownCommand('reveiw', COMMANDS)];
    for (const text of texts) {
      expect(text).toContain('npx design-jury ');
      expect(text).not.toMatch(/(?<!design-)\bjury (?:review|check|--help|<)/);
    }
    expect(helpText(COMMANDS)).toContain('a jury for AI-made work');
  });

  test('in a refusal, with the flag that was meant', async () => {
    noteCommand('./jury');
    const { shell, errors } = recordingShell('/');
    expect(await check(['page.html', '--treshold', '9'], shell)).toBe(2);
    expect(errors()).toMatch(/Did you mean --threshold\? See \.\/jury check --help\./);
    expect(await check([], shell)).toBe(2);
    expect(errors()).toContain('such as: ./jury check page.html');
  });
});

test('every command has an example in its help', () => {
  for (const command of COMMANDS)
    expect(commandHelp(command)).toMatch(new RegExp(`Examples:\\n  jury ${command.name}`));
});

describe('the hint at a newer version', () => {
  const day = (text: string): number => Date.parse(text);

  test.each([
    ['2026-01-01', '2026-06-29', null],
    ['2026-01-01', '2026-06-30', expect.stringContaining('180 days ago. npm view design-jury version')],
    [null, '2030-01-01', null],
  ])('of a package from %s on %s', (released, now, hint) => {
    expect(updateHint(released, day(now))).toEqual(hint);
  });

  test('is only for a package that knows its day', () => {
    expect(releaseDay({ version: '1', released: '2026-01-01' })).toBe('2026-01-01');
    expect(releaseDay({ version: '1', released: 'soon' })).toBeNull();
    expect(releaseDay()).toBeNull();
  });
});
