import { expect, test } from 'vitest';
import { statesNothing } from './states-nothing.ts';

test.each([
  'Can you make a website for my company? What do you need from me?',
  'Make me a nice landing page please, modern and clean!',
  'Company: TBD. Product: TBD. Audience: to be defined. Price: tbd. Details will follow next week.',
  'Please create a modern website for our company.',
  'I need a nice landing page.',
  'Could you please make a website for us?',
  'Can you help me?',
  'Please make something beautiful for us. It should look premium and be very user-friendly. Use nice colours and great pictures.',
  'Bitte erstelle mir eine schöne Webseite für meine Firma.',
  'ホームページを作ってください。',
  'const a = 1; function b(c) { return c * a; } export default b;',
])('a brief that asks, orders or is no text says nothing: %s', (brief) => {
  expect(statesNothing(brief)).not.toBeNull();
});

test.each([
  'Leaf is a tea shop in Bergen. It sells green teas by the gram.',
  'Create a landing page for Leaf, a tea shop in Bergen.',
  'Write a page. We repair bikes while you wait.',
  'Can you make a page for a shop that is open from 10 am?',
  'Creative writing course for adults who never wrote before',
  'Cream teas and cakes by the river, open every afternoon',
  'Machine parts for small boats, cut while you wait',
  'Design studio for small shops',
  'Build-to-order bicycles made by hand',
  'Make your own candles at our evening workshops',
  'Create a landing page for a bakery that sells sourdough bread and rents its oven to neighbours',
  'Could you make a page for a bakery that rents its oven to neighbours?',
  'Erstelle eine Seite für eine Bäckerei',
  'public library page (for children and parents)',
  'class schedule for a yoga studio (beginners welcome)',
  'package tours to the fjords; small groups only',
  'A weekly update of the harbour project',
])('a brief that says something is taken: %s', (brief) => {
  expect(statesNothing(brief)).toBeNull();
});
