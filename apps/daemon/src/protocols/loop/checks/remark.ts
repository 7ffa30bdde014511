/** What a check says: where, what, and what can be done about it. */
import type { Escalation } from '@design-jury/contracts/loop/schema';
import type { MarkdownDocument } from '../../documents/document.ts';
import { withoutSecrets } from '../../documents/language/secrets.ts';

export interface Edit {
  start: number;
  end: number;
  text: string;
}

export type Remedy =
  /** Done by machine, and provably right. */
  | { kind: 'edit'; edit: Edit; says: string }
  /** Somebody has to write something. */
  | { kind: 'write'; says: string }
  /** Only a person knows; each option is an edit or leaves the text. */
  | { kind: 'ask'; question: Omit<Escalation, 'criterionId'>; edits: readonly (readonly Edit[])[] };

export interface Remark {
  check: string;
  line: number;
  text: string;
  remedy: Remedy;
  /** Worth a look, and too unsure, or too small, to hold a document back: it is said and decides nothing. @default false */
  isDoubt?: boolean;
}

/** What of the world a check may ask. Gathered beforehand, so that checks stay pure. */
export interface Surroundings {
  /** Relative paths the document names, and whether they are there. */
  files: ReadonlyMap<string, boolean>;
  /** Base name → the relative paths that have it. */
  byName: ReadonlyMap<string, readonly string[]>;
  /** npm scripts of the project; null without a package.json. */
  scripts: ReadonlySet<string> | null;
}

export interface Checked {
  remarks: Remark[];
  /** How many things were looked at: the N of "M of N". */
  looked: number;
  /** What those things are, in the plural. */
  things: string;
}

export type Check = (document: MarkdownDocument, surroundings: Surroundings) => Checked;

export const write = (says: string): Remedy => ({ kind: 'write', says });

const SHOWN = 90;

/** A stretch of the user's own text inside a remark. What is kept in reports repeats no secret that stands in it. */
export function quote(text: string): string {
  const line = withoutSecrets(text).replace(/\s+/g, ' ').trim();
  return `"${line.length > SHOWN ? `${line.slice(0, SHOWN - 1)}…` : line}"`;
}
