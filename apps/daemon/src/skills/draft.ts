/** The page a skill starts from: its template, filled from the brief and the brand. No model, no invention. */

import { brandCss } from './brand-css.ts';
import { type BrandKit, brandKit } from './brand-kit.ts';
import { type Brief, type BriefSection, readBrief } from './brief.ts';
import { isFigures } from './figures.ts';
import { type PageWords, pageWords } from './page-words.ts';
import { figureOf, linked, type Slots, sectionSlots } from './section-slots.ts';
import { fillTemplate } from './template.ts';
import { tilesOf } from './tiles.ts';
import { takeFigures } from './told-figures.ts';

/** What is used without a design system: quiet, legible, nobody's brand. */
const PLAIN_DESIGN = `---
name: Plain
colors: { paper: "#ffffff", surface: "#f2f3f5", ink: "#16181d", muted: "#50565f", line: "#c9ced6", accent: "#22577a", on-accent: "#ffffff" }
typography:
  h1: { fontFamily: "Charter, Cambria, Georgia, serif", fontSize: 52px }
  h2: { fontFamily: "Charter, Cambria, Georgia, serif", fontSize: 28px }
  body: { fontFamily: "Charter, Cambria, Georgia, serif", fontSize: 18px }
rounded: { sm: 4px }
---
`;

export interface DraftInput {
  template: string;
  brief: string;
  /** Text of a DESIGN.md; null for none. */
  design: string | null;
}

export function draftPage({ template, brief: text, design }: DraftInput): string {
  const kit = brandKit(design ?? PLAIN_DESIGN);
  const brief = readBrief(text);
  return fillTemplate(template, slotsOf(brief, kit, template, pageWords(text)));
}

function slotsOf(brief: Brief, kit: BrandKit, template: string, words: PageWords): Slots {
  const uses = (slot: string): boolean => template.includes(`{{#${slot}}}`);
  // The first list of figures stands apart where the template has a place for it; sentences with figures where there is no list.
  const at = uses('figures') ? brief.sections.findIndex(isFigures) : -1;
  const figures = at === -1 ? null : (brief.sections[at] ?? null);
  const listed = brief.sections.filter((section) => section !== figures);
  const { told, left } = uses('told') && figures === null ? takeFigures(listed) : { told: [], left: listed };
  const sections = [...left, ...unplaced(brief, uses)];
  const name = brief.name ?? brief.title;
  // A name that is the title is not said above or below it.
  const ownName = name.toLowerCase() === brief.title.toLowerCase() ? null : brief.name;
  const ids = new Set<string>();
  const headings = (end: number): number =>
    sections.slice(0, end).filter(({ heading }) => heading !== null).length;
  const shown = sections.map((section, index) =>
    sectionSlots(section, { index, number: headings(index + 1), ids, words, brief }),
  );
  const headed = shown.filter(({ heading }) => heading !== null);
  const contacts = brief.contacts.filter(isSaidNowhereElse(brief));
  const forWhom = brief.audience === null ? null : words.forWhom(brief.audience);
  return {
    brandCss: brandCss(kit),
    brandName: kit.system.name,
    lang: words.language,
    words: { skip: words.skip, here: words.here, all: words.all, lang: words.other },
    name,
    brand: ownName,
    signature: [ownName, forWhom].flatMap((part) => (part === null ? [] : `${part}.`)).join(' ') || null,
    hasFoot: ownName !== null || brief.audience !== null || contacts.length > 0,
    hasEnd: forWhom !== null || contacts.length > 0,
    byline: ownName,
    title: brief.title,
    longTitle: brief.title.length > LONGEST_DISPLAYED,
    veryLongTitle: brief.title.length > LONGEST_HEADLINE,
    pageTitle: name === brief.title || brief.title.includes(name) ? brief.title : `${brief.title} · ${name}`,
    metaDescription: (brief.summary ?? brief.title).slice(0, 300),
    summary: linked(brief.summary),
    audience: brief.audience,
    forWhom,
    action: brief.action === null ? null : actionSlots(brief, shown[0], words),
    contacts: contacts.map(({ label, href }) => ({ label, href })),
    hasContacts: contacts.length > 0,
    quotes: brief.quotes.map(({ text, who }) => ({ text, who })),
    facts: brief.facts.map(({ key, value }) => ({ key, value: linked(value) })),
    hasFacts: brief.facts.length > 0,
    figures: figures === null ? null : { heading: figures.heading, list: figures.items.map(figureOf) },
    told: told.length === 0 ? null : { list: told.map((figure) => ({ ...figure })) },
    sections: shown,
    nav: headed.slice(0, 5).map(({ id, heading }) => ({ id, heading })),
    hasNav: headed.length > 1,
    tiles: tilesOf(brief.title).map(({ kind, x, y }) => ({ kind, x, y })),
    count: shown.length,
    hasSlides: shown.length > 1,
  };
}

/** Parts of the brief that the template has no place for become sections: nothing is lost. */
function unplaced({ facts, quotes }: Brief, uses: (slot: string) => boolean): BriefSection[] {
  const none = { paragraphs: [], items: [], ordered: false, table: null };
  const sections: BriefSection[] = [];
  if (facts.length > 0 && !uses('facts'))
    sections.push({
      ...none,
      heading: null,
      items: facts.map(({ key, value }) => ({ title: key, text: value, note: null })),
    });
  if (quotes.length > 0 && !uses('quotes'))
    for (const { text, who } of quotes)
      sections.push({ ...none, heading: null, items: [{ title: null, text: `“${text}”`, note: who }] });
  return sections;
}

/** An address that a sentence of the page says is a link there, and does not stand below as well. */
function isSaidNowhereElse({ title, summary, action, quotes, facts, sections }: Brief) {
  const text = JSON.stringify([title, summary, action?.label, quotes, facts, sections]);
  return ({ label, href }: Brief['contacts'][number]): boolean =>
    !text.includes(label) && !text.includes(href.replace(/^(?:mailto|tel):/, ''));
}

/** Characters: a longer title is read as a sentence, and no word of it fills a sheet. */
const LONGEST_DISPLAYED = 60;
const LONGEST_HEADLINE = 90;

/** An action without an address leads to the page's own details: no link is made up. */
function actionSlots(
  { action, name, contacts }: Brief,
  first: { id: string } | undefined,
  { next }: PageWords,
): Slots {
  const label = action?.label ?? '';
  const target = action?.href ?? contacts[0]?.href ?? `#${first?.id ?? 'content'}`;
  return { label, href: target, invitation: next || name };
}
