import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOC_TYPES, type DocType } from '@design-jury/contracts/content/schema';
import { describe, expect, test } from 'vitest';
import { processorMs } from '../../../../../scripts/machine-pace.ts';
import type { FoundationDocs } from './content-store.ts';
import { readFacts } from './offline/facts.ts';
import { openStage } from './test/stage.ts';
import { WRITTEN_IDEAS } from './test/written-ideas.ts';

const EXAMPLES = join(import.meta.dirname, '../../../../../examples/ideas');

function exampleDocs(idea: string): FoundationDocs {
  const files = readdirSync(join(EXAMPLES, idea)).filter((name) => name.endsWith('.md'));
  return Object.fromEntries(
    files.map((name) => [name.replace('.md', ''), readFileSync(join(EXAMPLES, idea, name), 'utf8')]),
  );
}

const IDEAS: Readonly<Record<string, FoundationDocs>> = {
  ...Object.fromEntries(readdirSync(EXAMPLES).map((idea) => [`the example ${idea}`, exampleDocs(idea)])),
  ...WRITTEN_IDEAS,
};

async function written(docs: FoundationDocs, contentType: string) {
  const stage = await openStage({ ideas: [] });
  for (const type of DOC_TYPES)
    if (docs[type] !== undefined) await stage.service.store.saveDoc('idea', type as DocType, docs[type]);
  const { result, runId } = await stage.play({ ideaId: 'idea', contentType, agent: 'grounded' });
  return { result, text: (await stage.service.store.approved(runId))?.content ?? '' };
}

describe.each(Object.entries(IDEAS))('%s', (_, docs) => {
  test.each(['website', 'blog-post', 'social-post'])(
    'is approved as %s, with the target met',
    async (type) => {
      const { result, text } = await written(docs, type);
      expect(result.status).toBe('approved');
      const rounds = result.status === 'approved' ? result.saved.record.rounds : [];
      expect(rounds.at(-1)?.decision).toMatchObject({ basis: 'threshold-met', highIssueCount: 0 });
      expect(rounds.at(-1)?.decision?.avgScore).toBeGreaterThanOrEqual(7);
      // Nothing is invented: every figure stands in a document.
      const all = Object.values(docs).join('\n');
      for (const figure of text.match(/\d[\d.,:]*\d|\d/g) ?? []) expect(all).toContain(figure);
      expect(text).not.toMatch(/\{\{|undefined|null/);
      // A heading has something below it.
      expect(text).not.toMatch(/^#{2,} .*\n+(?:#|$(?![\s\S]))/m);
    },
  );
});

test('an idea that says too little is not approved in any form, and nothing is made up', async () => {
  const thin = {
    positioning: '- Product: Thing\n',
    'brand-voice': 'plain',
    'seo-strategy': 'none yet',
    'social-media-strategy': 'none yet',
  };
  for (const type of ['website', 'blog-post', 'social-post']) {
    const { result, text } = await written(thin, type);
    expect(result.status, type).toBe('max-rounds-reached');
    expect(text).toMatch(/^---\ntitle: "Thing"\n---\n(?:# Thing\n)?(?:\n?Thing\.\n)?$/);
  }
});

describe('facts are found in whatever shape they are written', () => {
  test('in one sentence', () => {
    const { product, category, audience, value, alternatives, unique } = readFacts(
      WRITTEN_IDEAS['one sentence, and a table of keywords'] ?? {},
    );
    expect({ product, category, audience, value, alternatives, unique }).toEqual({
      product: ['Hoofnote'],
      category: ['visit diary'],
      audience: ['veterinary clinics in the countryside'],
      value: ['Hoofnote writes the bill while the vet drives'],
      alternatives: ['paper day books'],
      unique: ['works without a signal and keeps every dose with the animal it was given to'],
    });
  });

  test('below headings of any depth, in lines that wrap', () => {
    const facts = readFacts(
      WRITTEN_IDEAS['numbered headings, values below headings of their own, lines that wrap'] ?? {},
    );
    expect(facts.unique).toEqual([
      'Cone by cone: Every firing is kept as a curve of heat over time, so that the same glaze can be fired the same way again.',
      'Any controller: A clip reads the controller that is already there.',
    ]);
    expect(facts.alternatives).toEqual([
      'A notebook beside the kiln',
      "Photographs of the controller's display",
    ]);
    expect(facts.audience).toEqual(['shared studios with more than one kiln']);
  });

  test('in tables, by column and by row', () => {
    expect(readFacts(WRITTEN_IDEAS['one sentence, and a table of keywords'] ?? {}).keywords).toEqual([
      'vet visit diary',
      'veterinary billing app',
    ]);
    expect(readFacts(WRITTEN_IDEAS['a table of two columns'] ?? {}).unique).toEqual([
      'shows where the ferry really is',
      'runs a week on one charge',
    ]);
  });

  test('what is stated by its name wins over the sentence', () => {
    const positioning =
      'For A people who need it, Thing is a kind that helps. Unlike B, it differs.\n\nCategory: another kind\n';
    expect(readFacts({ positioning })).toMatchObject({ category: ['another kind'], product: ['Thing'] });
  });

  test('hostile documents are read in bounded time', () => {
    for (const positioning of [
      'For '.repeat(60_000),
      `${'| '.repeat(100_000)}|`,
      `${'**a'.repeat(80_000)}: b`,
      `For x who y, ${'z is '.repeat(50_000)}`,
      '- Unique:\n'.repeat(25_000),
    ]) {
      const began = processorMs();
      readFacts({ positioning });
      expect(processorMs() - began).toBeLessThan(5_000);
    }
  });
});
