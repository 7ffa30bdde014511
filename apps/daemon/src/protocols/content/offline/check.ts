/** One thing an offline critic looks at, and, where a machine can, how the author mends it. */
import type { IssueSeverity } from '@design-jury/contracts/content/schema';
import type { Copy } from '../copy.ts';
import type { Facts } from './facts.ts';

export interface Look {
  copy: Copy;
  /** From the documents this critic is given. */
  facts: Facts;
  contentType: string;
}

export interface Remark {
  severity: IssueSeverity;
  description: string;
  suggestion: string;
}

export interface Check {
  id: string;
  /** Good practice: of a text of the user's own it is a note, unless a document asks for it. */
  isGeneral?: boolean | ((look: Look) => boolean);
  look(look: Look): Remark | null;
  /** The changed copy, or null when a person has to write it. `facts` are from all documents of the author. */
  mend?(copy: Copy, facts: Facts): Pick<Copy, 'title' | 'description' | 'body'> | null;
}

/** Where a text has headings and calls to action. */
export function isPage(contentType: string): boolean {
  return contentType !== 'social-post';
}

export function quote(text: string): string {
  return `“${text.length > 80 ? `${text.slice(0, 80)}…` : text}”`;
}

/** A sentence of the text and what a document says instead. */
export function otherwise(sentence: string, told: string): Remark {
  return {
    severity: 'high',
    description: `The documents say otherwise: ${quote(sentence)} against ${quote(told)}`,
    suggestion: 'Say it as the documents do, or correct them first.',
  };
}
