/** What an audit is, what it says, and how one statement of it looks. Types only. */
import type { MustFixSeverity, PanelistRole, Witness } from '@design-jury/contracts/theater/critique';
import type { Page, PageElement } from './model/page.ts';
import type { Rgb } from './model/style.ts';

export type ScoringRole = Exclude<PanelistRole, 'designer'>;

/** Who may act on a finding: the grounded author always, the author behind a guard, or only a person. */
export type Tier = 'automatic' | 'guarded' | 'report';

/** Lighthouse's audit weights: blocking, serious, moderate, a hint. */
export type Weight = 10 | 7 | 3 | 1;

/** `not_applicable`: the question has no meaning for this kind of page; neither a pass nor a gap. */
export type AuditState = 'pass' | 'fail' | 'unmeasured' | 'not_applicable';

/** One statement of fact about one place of the page. */
export interface Finding {
  auditId: string;
  role: ScoringRole;
  dim: string;
  severity: MustFixSeverity;
  selector: string;
  /** Names the same place when wrappers were put around it; see `createPlaces`. */
  place: string;
  /** 1-based, in the page's source. */
  line: number;
  column: number;
  measured: string;
  required: string;
  evidence: string;
  message: string;
  suggestion: string;
  tier: Tier;
  /** Read from the source, or seen in a browser. */
  how: 'static' | 'browser';
  /** Not a fault but a question that stayed open. */
  open?: true;
  witness: Witness;
}

/** What an audit notes; the shared parts of a finding are filled in from the audit and the element. */
export interface Observation {
  /** The element at fault; null means the document as a whole. */
  at: PageElement | null;
  measured: string;
  required: string;
  message: string;
  suggestion?: string;
  evidence?: string;
  /** Where the fault is written, when that is not the element's own start tag. */
  position?: { line: number; column: number };
  /** Overrides the audit's tier: a fault of a kind that is fixed automatically may have no fix here. */
  tier?: Tier;
  /** Overrides the audit's severity for this place. */
  severity?: MustFixSeverity;
  /** Says that something could not be decided, not that it is wrong: gone once a browser has decided it. */
  open?: true;
}

/** The answer to a question of degree: it is the audit's score, whatever share of places was found. */
export interface Grade {
  /** 0 to 1. */
  value: number;
  /** What would raise it, each beginning with a verb. */
  raise: readonly string[];
}

export interface AuditOutcome {
  /** How many places were looked at; 0 with no observations means the audit does not apply (a pass). */
  checked: number;
  found: Observation[];
  /** Set when the page could not be measured for this: the result is then `unmeasured`, never a pass. */
  unmeasured?: string;
  /** Places that could not be decided among those looked at. */
  undecided?: number;
  grade?: Grade;
  note?: string;
}

export interface Audit {
  readonly id: string;
  readonly role: ScoringRole;
  readonly dim: string;
  readonly weight: Weight;
  readonly title: string;
  /** Why it matters, in one sentence. */
  readonly why: string;
  readonly link: string;
  readonly severity: MustFixSeverity;
  readonly tier: Tier;
  /** What `failed` counts, for explanations: "text runs", "images". */
  readonly unit: string;
  /** The CSS properties at fault, the likeliest first: a finding then names the line of the declaration. */
  readonly properties?: readonly string[];
  /** Asked only where this level is. @default 'AA' */
  readonly level?: 'AAA';
  /** Holds the page against its DESIGN.md: only such a check makes a brand vote. */
  readonly againstDesign?: true;
  /** A question about Markdown's own writing; HTML has no answer to it. */
  readonly markdownOnly?: true;
  /** Pure on the page model. */
  run(page: Page): AuditOutcome;
}

/** Colours as a browser has painted them; over a picture there are several behind one text. */
export interface SeenColours {
  text: Rgb;
  behind: readonly Rgb[];
  required: number;
}

export interface AuditResult {
  audit: Audit;
  state: AuditState;
  checked: number;
  failed: number;
  findings: Finding[];
  /** The elements the findings are about, in the same order; null for the document as a whole. */
  places: readonly (PageElement | null)[];
  how: 'static' | 'browser';
  /** Of texts that a browser found too faint: what the source alone could not tell. */
  seen?: ReadonlyMap<PageElement, SeenColours>;
  /** Places that were looked at and could not be decided: no passes, whatever the rest is. */
  undecided?: number;
  grade?: Grade;
  note?: string;
}
