import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { findAdvisor, loadContentLibrary } from './library.ts';
import { candidatesFor } from './selection.ts';

/** A user's folder with these files. */
function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'jury-library-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const kind of ['advisors', 'recipes']) mkdirSync(join(folder, kind));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

test('five advisors and three recipes come with the product, without a problem', async () => {
  const { advisors, recipes, problems } = await loadContentLibrary();
  expect(problems).toEqual([]);
  expect(advisors.map(({ id, role, contextDocs }) => ({ id, role, contextDocs }))).toEqual([
    { id: 'behavioural-science', role: 'critic', contextDocs: [] },
    { id: 'copywriter', role: 'author', contextDocs: [] },
    {
      id: 'positioning',
      role: 'strategist',
      contextDocs: ['positioning', 'strategy', 'social-media-strategy'],
    },
    { id: 'seo-expert', role: 'critic', contextDocs: ['seo-strategy'] },
    { id: 'strategy', role: 'strategist', contextDocs: [] },
  ]);
  expect(advisors.every(({ persona }) => persona !== '')).toBe(true);
  const rows = recipes.map(({ contentType, authorContextDocs, minAggregateScore, maxRevisionRounds }) => [
    contentType,
    authorContextDocs.at(-1),
    minAggregateScore,
    maxRevisionRounds,
  ]);
  expect(rows).toEqual([
    ['blog-post', 'seo-strategy', 4, 3],
    ['social-post', 'social-media-strategy', 4, 2],
    ['website', 'seo-strategy', 4, 3],
  ]);
  for (const recipe of recipes)
    expect(candidatesFor(recipe, advisors).map(({ id }) => id)).toEqual([
      'behavioural-science',
      'positioning',
      'seo-expert',
    ]);
});

test('every persona is there in full: how it works, its voice, what goes wrong, what it looks at last', async () => {
  const examples = fileURLToPath(new URL('../../../../../examples', import.meta.url));
  const { advisors } = await loadContentLibrary([examples]);
  expect(advisors.length).toBeGreaterThanOrEqual(8);
  for (const { id, persona } of advisors) {
    const parts = [...persona.matchAll(/^## (.*)$/gm)].map(([, title]) => title);
    expect(parts, id).toEqual([
      'How you work',
      'Voice',
      'What goes wrong, and what you do instead',
      'Before you hand it over',
    ]);
    expect(persona.split(/\s+/).length, id).toBeGreaterThan(200);
  }
});

test('no built-in advisor carries the name of a person', async () => {
  const { advisors } = await loadContentLibrary();
  expect(advisors.map(({ name }) => name)).toEqual([
    'Behavioural Scientist',
    'Brand Copywriter',
    'Positioning Strategist',
    'SEO Expert',
    'Strategist',
  ]);
});

test('a run that chose advisors of 0.1 goes on with who has their place now; a file with the old id wins', async () => {
  const ours = await loadContentLibrary();
  expect(findAdvisor(ours, 'april-dunford')?.id).toBe('positioning');
  expect(findAdvisor(ours, 'toString')).toBeUndefined();
  const examples = fileURLToPath(new URL('../../../../../examples', import.meta.url));
  const withNames = await loadContentLibrary([examples]);
  expect(withNames.problems).toEqual([]);
  expect(findAdvisor(withNames, 'april-dunford')?.id).toBe('april-dunford');
});

test('a user’s files extend ours, and one with our id takes its place', async () => {
  const folder = folderWith({
    'advisors/poet.md': '---\nid: poet\nname: Poet\nrole: critic\nevaluationExpertise: rhyme\n---\nSings.\n',
    'advisors/seo.md': '---\nid: seo-expert\nname: Our SEO\nrole: critic\n---\n',
  });
  const { advisors, problems } = await loadContentLibrary([folder]);
  expect(problems).toEqual([]);
  expect(advisors).toHaveLength(6);
  expect(advisors.find(({ id }) => id === 'seo-expert')).toMatchObject({ name: 'Our SEO' });
  expect(advisors.find(({ id }) => id === 'poet')).toMatchObject({ persona: 'Sings.' });
});

test.each([
  ['advisors/a.md', '---\nid: a\nname: A\nrole: king\n---\n', 4, 'role'],
  ['advisors/a.md', '---\nid: A B\nname: A\nrole: critic\n---\n', 2, 'id'],
  ['advisors/a.md', '---\nid: a\nname: A\nrole: critic\ncontextDocs: [poems]\n---\n', 5, 'contextDocs'],
  ['advisors/a.md', '---\nid: a\nname: A\nrole: critic\nexpertise: x\n---\n', 1, 'expertise'],
  [
    'recipes/r.md',
    '---\ncontentType: r\nauthorAdvisor: a\nauthorContextDocs: []\nevaluationNeeds: x\nminAggregateScore: 11\nmaxRevisionRounds: 2\n---\n',
    6,
    'minAggregateScore',
  ],
  ['recipes/r.md', '---\ncontentType: r\n---\n', 1, 'authorAdvisor'],
])('%s that is wrong is left out, named by file and field', async (file, text, line, field) => {
  const folder = folderWith({ [file]: text });
  const { problems, advisors, recipes } = await loadContentLibrary([folder]);
  expect(problems[0]).toContain(join(folder, file));
  expect(problems.join('\n')).toContain(field);
  if (line > 1) expect(problems[0]).toContain(`${file}:${line}:`);
  expect([advisors.length, recipes.length]).toEqual([5, 3]);
});
