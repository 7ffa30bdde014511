/** Ideas: which there are, what each has, the status of its last run, what can be written from them. */
import type { DocType, IdeaList } from '@design-jury/contracts/content/schema';
import type { Hono } from 'hono';
import { z } from 'zod';
import { exampleDocs, exampleIdeas } from '../protocols/content/examples.ts';
import type { ContentService } from '../protocols/content/service.ts';
import { HttpError } from './errors.ts';
import type { BodyReader } from './request.ts';

const SHOWN_IDEAS = 200;
const ExampleSchema = z.strictObject({ example: z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/) });

export function mountIdeas(app: Hono, service: ContentService, readBody: BodyReader): void {
  const { store } = service;
  app.get('/api/ideas', async (c) => {
    const [all, { recipes }, examples] = await Promise.all([
      store.ideas(),
      service.library(),
      exampleIdeas(),
    ]);
    const ideas = await Promise.all(
      all.slice(0, SHOWN_IDEAS).map(async ({ id, docs }) => {
        const last = await service.latest(id);
        if (last === null) return { id, docs, last };
        const { id: runId, state, outcome, exitCode, createdAt } = last;
        return { id, docs, last: { runId, state, outcome, exitCode, createdAt } };
      }),
    );
    return c.json({
      ideas,
      more: all.length > SHOWN_IDEAS,
      recipes: recipes.map(({ contentType, authorContextDocs: needs }) => ({ contentType, needs })),
      examples,
    } satisfies IdeaList);
  });

  /** Copies an example; documents a person wrote are not written over. */
  app.post('/api/ideas', async (c) => {
    const { example } = await readBody(c, ExampleSchema);
    const docs = await exampleDocs(example);
    if (docs === null)
      throw new HttpError(
        'bad_request',
        `example: there is no ${example}; there are ${(await exampleIdeas()).join(', ')}`,
      );
    if (Object.keys(await store.docs(example)).length > 0)
      throw new HttpError('conflict', `${example} is there already; its documents stay as they are`);
    for (const [type, text] of Object.entries(docs)) await store.saveDoc(example, type as DocType, text);
    return c.json({ id: example, docs: Object.keys(docs) });
  });
}
