/** What a run of the content pipeline was asked for, as it is stored beside its log. */
import { ContentRecipeSchema } from '@design-jury/contracts/content/schema';
import { z } from 'zod';
import { MAX_DRAFT_CHARS } from './copy.ts';
import { SitePlanSchema } from './site/plan.ts';

const RequestSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('pipeline'),
    ideaId: z.string(),
    /** The limits of the recipe as they were at the start: they stay for the whole run. */
    recipe: ContentRecipeSchema,
    /** The name of whoever writes. */
    author: z.string(),
    /** A text of the user's own that takes the place of the first draft. */
    draft: z.string().max(MAX_DRAFT_CHARS).optional(),
    /** The agent that chooses critics and reviews, where it is not the one that writes. */
    critics: z.string().optional(),
    /** What becomes of an approved text; a plan may name a command, so it is in this file and in no store. */
    site: SitePlanSchema.nullable(),
  }),
  /** Brand and copy in one pass, without critics. */
  z.strictObject({
    kind: z.literal('single-pass'),
    ideaId: z.string(),
    recipe: ContentRecipeSchema,
    author: z.string(),
    site: SitePlanSchema,
  }),
  /** A run of 0.1: what it was asked for is in the state it saved. */
  z.strictObject({ kind: z.literal('recalled') }),
]);
export type ContentRequest = z.infer<typeof RequestSchema>;

export function parseRequest(stored: unknown): ContentRequest {
  return stored === null ? { kind: 'recalled' } : RequestSchema.parse(stored);
}
