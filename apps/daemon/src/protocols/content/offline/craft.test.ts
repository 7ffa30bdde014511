/** What a text owes its reader and its documents: each with a draft that fails it. */
import { expect, test } from 'vitest';
import { readCopy } from '../copy.ts';
import { CRAFT_CHECKS, CRAFT_RULES } from './craft.ts';
import { readFacts } from './facts.ts';

const DOCS = {
  positioning:
    'Product: Haulbeam One, a planner\nRegion: Kent and Sussex\nPlatforms: Android. No iPhone version.\nCall to action: Book a visit\n',
  'seo-strategy':
    'Meta description: 40 characters at most\nInternal link: the text must link to /guides/box\n',
  'brand-voice':
    'Plain words, no jargon.\nWe never promise a health outcome.\nEvery picture has an alternative text.\nOne call to action per text.\n',
};

function said(body: string, description = 'short'): string {
  const copy = readCopy(`---\ntitle: A\ndescription: ${description}\nlang: en\n---\n\n${body}\n`);
  const facts = readFacts(DOCS);
  return [...CRAFT_CHECKS, ...CRAFT_RULES]
    .flatMap(({ look }) => look({ copy, facts, contentType: 'blog-post' })?.description ?? [])
    .join('\n');
}

const LINK = 'More in [the guide](/guides/box).';

test.each<[string, string, string]>([
  [
    'a heading that promises more',
    `# A\n\n## Five reasons\n\n1. a\n2. b\n3. c\n\n${LINK}`,
    'promises 5 and there are 3',
  ],
  ['a voice without a name', `# A\n\n"I sleep again," says a happy user.\n\n${LINK}`, 'Nobody is named'],
  [
    'people who recommend it',
    `# A\n\nDoctors recommend it for children.\n\n${LINK}`,
    'Nothing in the documents supports',
  ],
  ['a promise of health', `# A\n\nIt lowers your blood pressure.\n\n${LINK}`, 'promise of health'],
  ['a link that is asked for', '# A\n\nNothing here.', '/guides/box'],
  ['a picture without a text', `# A\n\n![](a.jpg)\n\n${LINK}`, 'no alternative text'],
  ['a second ask', `# A\n\nBook a visit. You can also sign our petition.\n\n${LINK}`, 'More than the one'],
  ['a word of the trade', `# A\n\nOur Kubernetes cluster pushes it.\n\n${LINK}`, 'jargon'],
  ['another name', `# A\n\nHaulbeam one does the sums.\n\n${LINK}`, 'is written'],
  [
    'a place the documents do not know',
    `# A\n\nWe come to Kent, Sussex and Scotland.\n\n${LINK}`,
    'Scotland',
  ],
  ['what is not offered', `# A\n\nIt runs on your iPhone.\n\n${LINK}`, 'not there'],
])('%s is told', (_, body, words) => {
  expect(said(body)).toContain(words);
});

test('a description that is too long is told', () => {
  expect(said(`# A\n\n${LINK}`, 'a'.repeat(41))).toContain('41 characters');
});

test('a text that keeps to all of it has nothing told of it', () => {
  expect(
    said(
      `# A\n\n## Three reasons\n\n1. a\n2. b\n3. c\n\nWe come to Kent and Sussex. Book a visit.\n\n${LINK}`,
    ),
  ).toBe('');
});
