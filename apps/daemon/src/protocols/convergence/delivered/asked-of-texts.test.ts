/** What a text that people read is asked to have, and texts that have less, something else, or what is ruled out. */
import { expect, test } from 'vitest';
import { requirementsOf } from '../brief.ts';
import { textLacks } from './asked-of-texts.ts';

const lacks = (raw: string, text: string, path = 'page.md') => textLacks(raw, [{ path, text }], raw);

test.each([
  ['fewer entries than are counted', '4 soups', '## Soups\n\n- leek\n- pea\n', 'has 2'],
  ['fewer numbered things', 'a course of 5 lessons', '- Lesson 1: a\n- Lesson 2: b\n', 'has 2'],
  ['another day', 'opens on 4 April', 'We open on 14 April.\n', 'another day'],
  [
    'a figure that is nowhere',
    'ticket 18 euros, 12 euros for pupils',
    'A ticket is 18 euros.\n',
    'nothing of 12',
  ],
  ['no telephone number', 'contact with telephone number', 'Write to us.\n', 'no telephone number'],
  ['no mail address', 'gives an e-mail address', 'Write to us.\n', 'no mail address'],
  ['no number, in German', 'nennt die Telefonnummer', 'Schreiben Sie uns.\n', 'no telephone number'],
  ['a word that is ruled out', 'never use the word "perfect"', 'A perfect coat.\n', 'ruled out'],
  ['another name', 'thank the baker (Noor Haddad)', 'Thanks to Nora Haddad.\n', 'does not name'],
])('a text is told to have %s', (_, raw, text, said) => {
  expect(lacks(raw, text)).toContain(said);
});

test.each([
  ['as many as are asked for', '2 soups', '## Soups\n\n- leek\n- pea\n'],
  ['fewer than the most', 'at most 9 soups', '## Soups\n\n- leek\n- pea\n'],
  ['the figure in words', 'room for 60 animals', 'Sixty animals find room.\n'],
  ['a price under a name', 'the prices: pupils 3 tickets', '## Pupils\n\n- 3 each\n- free at noon\n'],
  ['a stop of a line', 'take line 5 stations further', '## Stations\n\n- Old Crane 5\n- Harbour\n'],
  ['a layout for a phone', 'can be read on a phone', 'We open at nine on 3 days.\n'],
  ['when mails are sent', 'explains when an e-mail is sent', 'A mail is sent at night.\n'],
  ['the same day', 'opens on 4 April', 'From 4 April on we are open.\n'],
])('nothing is said of a text that has %s', (_, raw, text) => {
  expect(lacks(raw, text)).toBeNull();
});

test('a program may work a figure out, so nothing is said of it', () => {
  expect(lacks('ticket 18 euros', 'const price = base * 2;\n', 'price.ts')).toBeNull();
});

test('all entries of the one list of a brief are asked for, also without dashes and with one file among them', () => {
  const lines = (brief: string) => requirementsOf(brief).map(({ line }) => line);
  expect(lines('# Leaflet\n\n- text in leaflet.md\n- opening hours\n- a map\n')).toEqual([3, 4, 5]);
  expect(lines('Deliver `a.md` with:\n\n- hours\n- prices\n- a map\n')).toEqual([3, 4, 5]);
});
