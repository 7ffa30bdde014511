/** What a planted defect is, and the few ways to plant one. Everything else of the page stays as it was. */
import type { AuditResult, ScoringRole } from '../measure/finding.ts';
import { applyProposals } from '../measure/fixes/apply.ts';
import type { Edit, Proposal } from '../measure/fixes/proposal.ts';
import type { Page, PageElement } from '../measure/model/page.ts';
import { textOf } from '../measure/model/reading.ts';

export interface Mutation {
  id: string;
  role: ScoringRole;
  /** What is broken, in one line. */
  title: string;
  /** Audits that should speak up; one of them is enough. */
  expects: readonly string[];
  /** Breaks a copy of the page in one place, or says why it cannot. */
  plant(ground: Ground): Planting;
}

/** @param audits those that the mutation expects to speak up */
export type Plant = (ground: Ground, audits: readonly string[]) => Planting;

/** One panelist's mutations by their ids. */
export function mutationsFor(
  role: ScoringRole,
  rows: Readonly<Record<string, readonly [title: string, expects: readonly string[], plant: Plant]>>,
): readonly Mutation[] {
  return Object.entries(rows).map(([id, [title, expects, plant]]) => ({
    id,
    role,
    title,
    expects,
    plant: (ground) => plant(ground, expects),
  }));
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

type Find = (page: Page) => readonly PageElement[];
type Alter = (place: PageElement, page: Page) => Change | null;

/** Changes one place of those found, in which the expected audits have nothing to say yet. */
export function changeOne(find: Find, missing: string, alter: Alter): Plant {
  return (ground, audits) => change(ground, find(ground.page), missing, alter, audits);
}

/** Changes one place of those found, whatever the audits say of it. */
export function changeAny(find: Find, missing: string, alter: Alter): Plant {
  return (ground) => change(ground, find(ground.page), missing, alter, []);
}

export function change(
  ground: Ground,
  places: readonly PageElement[],
  missing: string,
  alter: Alter,
  audits: readonly string[],
): Planting {
  const place = ground.pick(healthy(ground, places, ...audits));
  const wanted = place === undefined ? null : alter(place, ground.page);
  return place === undefined || wanted === null ? doesNotApply(missing) : planted(ground, place, wanted);
}

/** A fault of the whole page, which is there or not: planted only where it is not. */
export function once(plant: Plant): Plant {
  return (ground, audits) =>
    audits.some((audit) => (ground.results.get(audit)?.failed ?? 0) > 0)
      ? doesNotApply('the page has this fault already')
      : plant(ground, audits);
}

export function restyle(declarations: Record<string, string>): Alter {
  return (place) => styles(place, declarations);
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

export const NO_LINK = 'the page has no sound link';

export function visibleLinks(page: Page): PageElement[] {
  return page
    .byTag('a')
    .filter((link) => link.attributes.has('href') && page.isVisible(link) && textOf(link) !== '');
}

/** Adds content to the main part. */
export function add(html: string): Plant {
  return (ground) => {
    const place = home(ground);
    const change = place === undefined ? null : append(place, html);
    if (place === undefined || change === null) return doesNotApply('the page has no written body to add to');
    return planted(ground, place, change);
  };
}
