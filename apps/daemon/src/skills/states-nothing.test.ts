import { expect, test } from 'vitest';
import { statesNothing } from './states-nothing.ts';

test.each([
  'Can you make a website for my company? What do you need from me?',
  'Make me a nice landing page please, modern and clean!',
  'Company: TBD. Product: TBD. Audience: to be defined. Price: tbd. Details will follow next week.',
  'const a = 1; function b(c) { return c * a; } export default b;',
])('a brief that asks, orders or is no text says nothing: %s', (brief) => {
  expect(statesNothing(brief)).not.toBeNull();
});

test.each([
  'Leaf is a tea shop in Bergen. It sells green teas by the gram.',
  'Create a landing page for Leaf, a tea shop in Bergen.',
  'Write a page. We repair bikes while you wait.',
  'Can you make a page for a shop that is open from 10 am?',
  'A weekly update of the harbour project',
])('a brief that says something is taken: %s', (brief) => {
  expect(statesNothing(brief)).toBeNull();
});
