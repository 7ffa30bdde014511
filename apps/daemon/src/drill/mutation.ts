/** What a planted defect is, and the few ways to plant one. Everything else of the page stays as it was. */
import type { AuditResult, ScoringRole } from '../measure/finding.ts';
import { applyProposals } from '../measure/fixes/apply.ts';
import type { Edit, Proposal } from '../measure/fixes/proposal.ts';
import type { Page, PageElement } from '../measure/model/page.ts';

export interface Operator {
  id: string;
  role: ScoringRole;
  /** What is broken, in one line. */
  title: string;
  /** Audits that should speak up; one of them is enough. */
  expects: readonly string[];
  /** Breaks a copy of the page in one place, or says why it cannot. */
  plant(ground: Ground): Planting;
}

export type Planting =
  | { kind: 'planted'; html: string; where: string }
  | { kind: 'does_not_apply'; why: string };

/** The page a defect is planted in, what was measured on it, and the seeded choice of a place. */
export interface Ground {
  page: Page;
  results: ReadonlyMap<string, AuditResult>;
  pick<Place>(places: readonly Place[]): Place | undefined;
}

export type Change = Pick<Proposal, 'edits' | 'attributes' | 'styles' | 'css'>;

export function planted({ page }: Ground, at: PageElement | null, change: Change): Planting {
  const selector = at === null ? 'html' : page.selectorOf(at);
  const { html } = applyProposals(page, [
    { auditId: 'drill', tier: 'report', selector, summary: '', ...change },
  ]);
  return html === page.html
    ? { kind: 'does_not_apply', why: 'the source gives no place to write it' }
    : { kind: 'planted', html, where: selector };
}

export function doesNotApply(why: string): Planting {
  return { kind: 'does_not_apply', why };
}

/** Where the audits have nothing to say yet: a defect planted on a defect could not be told from it. */
export function healthy(
  { results }: Ground,
  places: readonly PageElement[],
  ...audits: readonly string[]
): PageElement[] {
  const faulty = new Set(audits.flatMap((id) => results.get(id)?.places ?? []));
  return places.filter((place) => place.startTag !== null && !faulty.has(place));
}

/** Chooses a healthy place and changes it. */
export function at(
  ground: Ground,
  places: readonly PageElement[],
  missing: string,
  change: (place: PageElement) => Change | null,
  ...audits: readonly string[]
): Planting {
  const place = ground.pick(healthy(ground, places, ...audits));
  if (place === undefined) return doesNotApply(missing);
  const wanted = change(place);
  return wanted === null ? doesNotApply(missing) : planted(ground, place, wanted);
}

/** A fault of the whole page, which is there or not: planted only where it is not. */
export function onceOnly(ground: Ground, audit: string, plant: () => Planting): Planting {
  const failed = ground.results.get(audit)?.failed ?? 0;
  return failed > 0 ? doesNotApply('the page has this fault already') : plant();
}

export function styles(element: PageElement, declarations: Record<string, string>): Change {
  return {
    styles: Object.entries(declarations).map(([property, value]) => ({
      element,
      property,
      value,
      important: true,
    })),
  };
}

export function attribute(element: PageElement, name: string, value: string | null): Change {
  return { attributes: [{ element, name, value }] };
}

/** Replaces what stands between the tags. */
export function content(element: PageElement, html: string): Change | null {
  if (element.startTag === null || element.endTag === null) return null;
  return { edits: [{ start: element.startTag.end, end: element.endTag.start, text: html }] };
}

export function append(element: PageElement, html: string): Change | null {
  const end = element.endTag?.start;
  return end === undefined ? null : { edits: [{ start: end, end, text: html }] };
}

export function after(element: PageElement, html: string): Change | null {
  const end = (element.endTag ?? element.startTag)?.end;
  return end === undefined ? null : { edits: [{ start: end, end, text: html }] };
}

/** Another tag around the same content. */
export function rename(element: PageElement, tag: string): Change | null {
  if (element.startTag === null || element.endTag === null) return null;
  const edits: Edit[] = [element.startTag, element.endTag].map(({ start }, index) => {
    const begin = start + 1 + index;
    return { start: begin, end: begin + element.tag.length, text: tag };
  });
  return { edits };
}

/** Takes the element out, with what is in it. */
export function without(element: PageElement): Change | null {
  const { startTag, endTag } = element;
  return startTag === null
    ? null
    : { edits: [{ start: startTag.start, end: (endTag ?? startTag).end, text: '' }] };
}

/** The page's main part, where new content would go. */
export function home({ page }: Ground): PageElement | undefined {
  return [...page.byTag('main'), ...page.byTag('body')].find(
    ({ startTag, endTag }) => startTag !== null && endTag !== null,
  );
}

/** Adds content to the main part. */
export function adding(ground: Ground, html: string): Planting {
  const place = home(ground);
  const change = place === undefined ? null : append(place, html);
  if (place === undefined || change === null) return doesNotApply('the page has no written body to add to');
  return planted(ground, place, change);
}
