/** What people read first must not break in the middle of a word. */
import { expect, test } from 'vitest';
import { COMMANDS } from './commands.ts';
import { commandHelp, helpText } from './help.ts';
import { helpOnScreen } from './help-on-screen.ts';

const TEXTS = [helpText(COMMANDS), ...COMMANDS.map(commandHelp)];
const words = (text: string): string[] => text.split(/\s+/);

test.each([60, 80, 120])('help fits a screen of %i columns, and no word is lost or cut', (columns) => {
  for (const text of TEXTS) {
    const shown = helpOnScreen(text, columns);
    expect(Math.max(...shown.split('\n').map((line) => line.length))).toBeLessThan(columns);
    expect(words(shown)).toEqual(words(text));
  }
});

test('the words of a row stay below each other', () => {
  const shown = helpOnScreen('  --name N   one two three four five six seven eight', 40);
  expect(shown.split('\n')).toEqual(['  --name N   one two three four five', '             six seven eight']);
});
