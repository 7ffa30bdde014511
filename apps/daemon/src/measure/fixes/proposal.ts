/** What a fix would change, before it is tried. Proposals combine; nothing is written until they are applied. */
import type { AuditResult, Tier } from '../finding.ts';
import type { Page, PageElement } from '../model/page.ts';

/** Replaces a range of the source. An empty range inserts. */
export interface Edit {
  start: number;
  end: number;
  text: string;
  /** Of several at one place the lower comes first: what opens the document stands before what is in it. @default 0 */
  rank?: number;
}

export interface AttributeChange {
  element: PageElement;
  name: string;
  /** Null takes the attribute out. */
  value: string | null;
}

export interface StyleChange {
  element: PageElement;
  property: string;
  value: string;
  important: boolean;
}

export interface Proposal {
  auditId: string;
  tier: Tier;
  selector: string;
  /** What is done, in one line: "color #999 → #707070 in .muted". */
  summary: string;
  /** Where its finding should go away. @default the elements whose attributes or styles it changes */
  places?: readonly PageElement[];
  edits?: Edit[];
  attributes?: AttributeChange[];
  /** Declarations for one element only, written into its style attribute. */
  styles?: StyleChange[];
  /** Rules for the page's own sheet of fixes. */
  css?: string[];
}

/** Looks at an audit's result and proposes; pure, and free to propose nothing. */
export type Fixer = (page: Page, result: AuditResult) => Proposal[];

/** A fixer may look at the whole page; where one fix is for several places, one that is wanted is enough. */
export function isAt(
  { places, attributes = [], styles = [] }: Proposal,
  wanted: AuditResult['places'],
): boolean {
  const changed = places ?? [...attributes, ...styles].map(({ element }) => element);
  return changed.length === 0 || changed.some((element) => wanted.includes(element));
}
