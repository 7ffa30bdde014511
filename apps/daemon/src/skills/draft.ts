/** The page a skill starts from: its template, filled from the brief and the brand. No model, no invention. */
import { brandCss } from './brand-css.ts';
import { type BrandKit, brandKit } from './brand-kit.ts';
import { type Brief, type BriefItem, type BriefSection, type BriefTable, readBrief } from './brief.ts';
import { chartOf, isNumeric } from './figures.ts';
import { fillTemplate, type SlotValue } from './template.ts';
import { tilesOf } from './tiles.ts';

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
  return fillTemplate(template, slotsOf(brief, kit, template));
}

function slotsOf(brief: Brief, kit: BrandKit, template: string): { [key: string]: SlotValue } {
  const uses = (slot: string): boolean => template.includes(`{{#${slot}}}`);
  const sections = [...brief.sections];
  // The first list of figures stands apart where the template has a place for it.
  const at = uses('figures') ? sections.findIndex(isFigures) : -1;
  const figures = at === -1 ? null : (sections.splice(at, 1)[0] ?? null);
  const name = brief.name ?? brief.title;
  if (brief.facts.length > 0 && !uses('facts'))
    sections.push({
      heading: 'At a glance',
      paragraphs: [],
      items: brief.facts.map(({ key, value }) => ({ title: key, text: value, note: null })),
      ordered: false,
      table: null,
    });
  if (brief.quotes.length > 0 && !uses('quotes'))
    for (const { text, who } of brief.quotes)
      sections.push({
        heading: who ?? 'In their words',
        paragraphs: [`“${text}”`],
        items: [],
        ordered: false,
        table: null,
      });
  const ids = new Set<string>();
  const shown = sections.map((section, index) => sectionSlots(section, index, ids));
  return {
    brandCss: brandCss(kit),
    brandName: kit.system.name,
    name,
    brand: brief.name,
    signature: signatureOf(brief),
    hasFoot: brief.name !== null || brief.audience !== null || brief.contacts.length > 0,
    byline: name.toLowerCase() === brief.title.toLowerCase() ? null : name,
    title: brief.title,
    pageTitle: name === brief.title || brief.title.includes(name) ? brief.title : `${brief.title} · ${name}`,
    metaDescription: (brief.summary ?? brief.title).slice(0, 300),
    summary: brief.summary,
    audience: brief.audience,
    action: brief.action === null ? null : actionSlots(brief, shown.length > 0 ? shown[0] : null),
    contacts: brief.contacts.map(({ label, href }) => ({ label, href })),
    quotes: brief.quotes.map(({ text, who }) => ({ text, who })),
    facts: brief.facts.map(({ key, value }) => ({ key, value })),
    hasFacts: brief.facts.length > 0,
    figures: figures === null ? null : { heading: figures.heading, list: figures.items.map(figureOf) },
    sections: shown,
    nav: shown.slice(0, 5).map(({ id, heading }) => ({ id, heading })),
    hasNav: shown.length > 1,
    tiles: tilesOf(brief.title).map(({ kind, x, y }) => ({ kind, x, y })),
    count: shown.length,
  };
}

/** Who it is from and for; nothing where the brief names neither: the title is not said again for it. */
function signatureOf({ name, audience }: Brief): string | null {
  if (audience === null) return name === null ? null : `${name}.`;
  return name === null ? `For ${audience}.` : `${name}, for ${audience}.`;
}

type Slots = { [key: string]: SlotValue };

/** An action without an address leads to the page's own details: no link is made up. */
function actionSlots({ action, name, contacts }: Brief, first: Slots | null | undefined): Slots {
  const label = action?.label ?? '';
  const target = action?.href ?? contacts[0]?.href ?? `#${first?.id ?? 'content'}`;
  return { label, href: target, invitation: name === null ? 'The next step' : `${name}: the next step` };
}

function sectionSlots(
  section: BriefSection,
  index: number,
  taken: Set<string>,
): Slots & { id: string; heading: string } {
  const { heading, paragraphs, items, ordered, table } = section;
  const numbers = table === null ? null : table.head.map((_, column) => isNumericColumn(table, column));
  return {
    id: idFor(heading, taken),
    heading,
    number: String(index + 1),
    first: index === 0,
    paragraphs,
    items: items.length === 0 || ordered ? null : { list: items.map(itemSlots), count: items.length },
    steps: items.length === 0 || !ordered ? null : { list: items.map(itemSlots), count: items.length },
    entries: items.map(itemSlots),
    entryCount: items.length,
    chart: table === null ? null : chartSlots(table),
    table:
      table === null
        ? null
        : {
            head: table.head.map((text, at) => ({ text, number: numbers?.[at] ?? false })),
            rows: table.rows.map(([first = '', ...rest]) => ({
              first,
              cells: rest.map((text, at) => ({ text, number: numbers?.[at + 1] ?? false })),
            })),
          },
  };
}

function itemSlots({ title, text, note }: BriefItem, index: number): Slots {
  return { title, text, note, number: String(index + 1), only: title === null };
}

function chartSlots(table: BriefTable): Slots | null {
  const chart = chartOf(table);
  return chart === null
    ? null
    : { label: chart.label, bars: chart.bars.map(({ label, value, share }) => ({ label, value, share })) };
}

function isNumericColumn(table: BriefTable, column: number): boolean {
  const filled = table.rows.map((row) => row[column] ?? '').filter((cell) => cell !== '');
  return filled.length > 0 && filled.every(isNumeric);
}

/** Two or more items, each a number and what it counts. */
function isFigures({ items, ordered }: BriefSection): boolean {
  return items.length >= 2 && !ordered && items.every(({ title }) => title !== null && isNumeric(title));
}

/** Characters: "94.1 %" and "23 min" are one thing, "3.2 million passengers" may break. */
const SHORT_FIGURE = 8;

function figureOf({ title, text, note }: BriefItem): Slots {
  const isShort = title !== null && title.length <= SHORT_FIGURE;
  return { value: isShort ? title.replaceAll(' ', '\u00a0') : title, label: text, note };
}

function idFor(heading: string, taken: Set<string>): string {
  const base =
    heading
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 40) || 'part';
  let id = /^[\p{L}]/u.test(base) ? base : `part-${base}`;
  for (let n = 2; taken.has(id) || id === 'content'; n++) id = `${base}-${n}`;
  taken.add(id);
  return id;
}

export function remarksOf({ action, contacts, sections, name }: Brief): string[] {
  const remarks: string[] = [];
  if (name === null)
    remarks.push('The brief names no product, team or author; the page names none either. Write: Name: …');
  if (action !== null && action.href === null && contacts.length === 0)
    remarks.push(
      `The brief gives no address for "${action.label}"; the button leads to the details on the page. Write: Action: ${action.label} -> https://…`,
    );
  if (sections.length === 0)
    remarks.push('The brief has no details beyond its first sentences; neither has the page.');
  return remarks;
}
