/**
 * A brief as parts a template can use. Markdown with headings, lists, tables, quotes and `Key: value` lines is
 * taken as it is ordered; plain prose is taken sentence by sentence. Nothing is added to what the brief says:
 * what it leaves out stays out.
 */
import type { Address } from './addresses.ts';
import { readMarkdown } from './brief-markdown.ts';
import { readProse } from './brief-prose.ts';

export interface BriefItem {
  title: string | null;
  text: string | null;
  /** What stood in brackets at the end: an owner, a date. */
  note: string | null;
}

export interface BriefTable {
  head: string[];
  rows: string[][];
}

export interface BriefSection {
  /** Null where the brief has none: no word is put over what it says. */
  heading: string | null;
  paragraphs: string[];
  /** The paragraphs are sentences of one paragraph. */
  flows?: true;
  items: BriefItem[];
  ordered: boolean;
  table: BriefTable | null;
}

export interface BriefQuote {
  text: string;
  who: string | null;
}

export interface Brief {
  name: string | null;
  title: string;
  summary: string | null;
  audience: string | null;
  action: { label: string; href: string | null } | null;
  /** Addresses the brief names. */
  contacts: Address[];
  quotes: BriefQuote[];
  /** `Key: value` lines nobody else took, such as a date or a place. */
  facts: { key: string; value: string }[];
  sections: BriefSection[];
}

const MAX_BRIEF_CHARS = 100_000;

export function readBrief(text: string): Brief {
  // Control characters and marks that turn text around have no business on a page.
  const clean = text
    .slice(0, MAX_BRIEF_CHARS)
    .replace(/\r\n?/g, '\n')
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff]/gu, keepBreaks)
    .trim();
  return withoutRepeats(isStructured(clean) ? readMarkdown(clean) : readProse(clean));
}

/** What the brief says twice, the page says once: the first time. */
function withoutRepeats(brief: Brief): Brief {
  const said = new Set<string>();
  const isNew = (text: string): boolean => {
    const key = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
    return key === '' || (!said.has(key) && said.add(key).size > 0);
  };
  isNew(brief.title);
  isNew(brief.action?.label ?? '');
  const summary = brief.summary !== null && isNew(brief.summary) ? brief.summary : null;
  const sections = brief.sections.map((section) => ({
    ...section,
    paragraphs: section.paragraphs.filter(isNew),
    items: section.items.filter(({ title, text, note }) => isNew([title, text, note].join(' '))),
  }));
  const isFilled = ({ paragraphs, items, table }: BriefSection): boolean =>
    paragraphs.length + items.length > 0 || table !== null;
  return { ...brief, summary, sections: sections.filter(isFilled) };
}

function keepBreaks(mark: string): string {
  return mark === '\n' ? mark : mark === '\t' ? ' ' : '';
}

/** One heading, or several lines that are list items, rows or keys. */
function isStructured(text: string): boolean {
  if (/^#{1,3} \S/m.test(text)) return true;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const marked = lines.filter((line) =>
    /^\s*([-*•]\s|\d{1,2}[.)]\s|\||>|\p{Lu}[\p{L}\p{N} ]{1,24}:\s)/u.test(line),
  );
  return lines.length >= 3 && marked.length >= 2;
}

export function plain(text: string): string {
  return text
    .replace(/!?\[([^\]]{0,500})\]\([^)\s]{0,500}\)/g, '$1')
    .replace(/(\*\*|__)([^*_]{1,2000}?)\1/g, '$2')
    .replace(/(?<![\w*])[*_]([^*_\n]{1,2000}?)[*_](?![\w*])/g, '$1')
    .replace(/`([^`]{1,500})`/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}
