/** Who writes and who criticises: with a model or without one, the player sees only this. */
import type { CritiqueIssue, SubmittedCritique } from '@design-jury/contracts/content/schema';
import type { FoundationDocs } from './content-store.ts';
import type { Advisor, Recipe } from './library.ts';

export type Written = { ok: true; text: string } | { ok: false; message: string };
export type Criticised =
  /** `isFinal`: asking again would give the same answer. */
  { ok: true; critique: SubmittedCritique } | { ok: false; message: string; isFinal: boolean };
export type Chosen =
  | { ok: true; ids: readonly string[]; warnings: readonly string[]; by: 'model' | 'lexical' }
  | { ok: false; message: string };

export interface DraftRequest {
  recipe: Recipe;
  /** The recipe's author, whose persona writes. */
  author: Advisor;
  /** Only those the recipe names. */
  docs: FoundationDocs;
}

export interface RevisionRequest extends DraftRequest {
  draft: string;
  brief: string;
  issues: readonly CritiqueIssue[];
}

export interface CriticismRequest {
  recipe: Recipe;
  critic: Advisor;
  /** Only those the critic names. */
  docs: FoundationDocs;
  draft: string;
  /** The user wrote it: what no document asks for is a note. */
  isOwn?: boolean;
}

export interface ContentAgent {
  /** Shown to people: who is behind it. */
  readonly name: string;
  draft(request: DraftRequest, signal: AbortSignal): Promise<Written>;
  revise(request: RevisionRequest, signal: AbortSignal): Promise<Written>;
  criticise(request: CriticismRequest, signal: AbortSignal): Promise<Criticised>;
  choose(recipe: Recipe, candidates: readonly Advisor[], signal: AbortSignal): Promise<Chosen>;
}
