/** A defect that was written without knowing the audits, as text into text: it knows nothing of what is measured. */
import type { ScoringRole } from '../../measure/finding.ts';
import type { SourceRange } from '../changed-place.ts';

/** The seeded choice. */
export type Pick = <Place>(places: readonly Place[]) => Place | undefined;

export interface Planted extends SourceRange {
  html: string;
  /** Further places where somebody may point at the same fault: what a planted rule hits, the other half of a contradiction. */
  also?: readonly SourceRange[];
}

export interface Operator {
  id: string;
  role: ScoringRole;
  /** How grave it is: a page must not go out with it, or it is worth a word. */
  weight: 'must' | 'any';
  /** What is broken, in one line. */
  title: string;
  /** Breaks the page in one place; null where it has no place for it. */
  plant(html: string, pick: Pick): Planted | null;
}
