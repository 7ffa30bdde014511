/**
 * How much there has to be before a role may vote, for each kind of artifact, with the reason. The one place: the
 * panel reads it, docs/grounding.md shows it, and its tests hold every bound at the bound and one below.
 *
 * Words are different readable words a visitor can see, without navigation, code and encoded data; one form field
 * counts as several, for its label, its hint and what it asks. Pieces are what can be compared with each other:
 * headings, paragraphs, list items, cells, links and buttons, code blocks, fields.
 */
import type { ScoringRole } from './finding.ts';

export type ArtifactKind = 'page' | 'markdown' | 'text';

export interface Needed {
  words: number;
  pieces: number;
  /** Without this role's vote there is no verdict on such an artifact; another may abstain, and the rest decide. */
  decisive: boolean;
  why: string;
}

/** A field is read as a label, a kind, a hint and what happens with it. */
export const WORDS_OF_A_FIELD = 4;

export const ENOUGH: Readonly<Record<ArtifactKind, Readonly<Record<ScoringRole, Needed>>>> = {
  page: {
    critic: {
      words: 8,
      pieces: 2,
      decisive: true,
      why: 'hierarchy, spacing and contrast are relations: one line of text has none',
    },
    a11y: {
      words: 8,
      pieces: 2,
      decisive: true,
      why: 'that nothing is wrong with the name, order and role of almost nothing says nothing',
    },
    copy: {
      words: 8,
      pieces: 1,
      decisive: true,
      why: 'a sentence with a subject and a point takes about eight different words',
    },
    brand: {
      words: 8,
      pieces: 2,
      decisive: false,
      why: 'a brand is told by a DESIGN.md; without one nothing says what the page should look like',
    },
  },
  markdown: {
    critic: {
      words: 8,
      pieces: 2,
      decisive: false,
      why: 'its structure is judged by its headings; how it looks is the renderer’s',
    },
    a11y: {
      words: 8,
      pieces: 2,
      decisive: false,
      why: 'names and order are judged where there are headings, links or images',
    },
    copy: {
      words: 8,
      pieces: 1,
      decisive: true,
      why: 'words are what a Markdown file is; eight different ones make a sentence with a point',
    },
    brand: {
      words: 8,
      pieces: 1,
      decisive: false,
      why: 'a brand’s voice is told by a DESIGN.md; without one there is nothing to compare with',
    },
  },
  text: {
    critic: {
      words: 12,
      pieces: 2,
      decisive: false,
      why: 'plain text has no structure that could be measured, unless it is written as Markdown',
    },
    a11y: {
      words: 12,
      pieces: 2,
      decisive: false,
      why: 'plain text has no names, roles and order to measure, unless it is written as Markdown',
    },
    copy: {
      words: 12,
      pieces: 1,
      decisive: true,
      why: 'without a heading that says what it is about, the text itself has to: more than one short sentence',
    },
    brand: {
      words: 12,
      pieces: 1,
      decisive: false,
      why: 'a brand’s voice is told by a DESIGN.md; without one there is nothing to compare with',
    },
  },
};
