/** A brief with structure: headings make sections, lists make items, tables stay tables. */
import { actionOf, contactsOf } from './addresses.ts';
import { type Brief, type BriefItem, type BriefSection, plain } from './brief.ts';
import { partedTitle } from './parted-title.ts';
import { paragraphsOf } from './prose-sentences.ts';

const KEYS: readonly [
  keyof Pick<Brief, 'name' | 'summary' | 'audience'> | 'title' | 'action' | 'skip',
  RegExp,
][] = [
  ['name', /^(name|product|company|brand|organi[sz]ation|team|publication|firma|verein)$/i],
  ['title', /^(title|headline|subject|titel|überschrift)$/i],
  ['summary', /^(summary|what|pitch|lead|intro|about|tagline|subtitle|zusammenfassung|worum es geht)$/i],
  ['audience', /^(audience|for|who|readers?|reader|zielgruppe|für wen|für)$/i],
  ['action', /^(action|cta|call to action|next step|button|aktion|nächster schritt)$/i],
  // Wishes about the making are not content.
  [
    'skip',
    /^(tone|style|voice|mood|colou?rs?|design|brand notes?|notes? for the designer|format|length|ton|stil|farben?|länge)$/i,
  ],
];

export function readMarkdown(text: string): Brief {
  const brief: Brief = {
    name: null,
    title: '',
    summary: null,
    audience: null,
    action: null,
    contacts: contactsOf(text),
    quotes: [],
    facts: [],
    sections: [],
  };
  const intro: string[] = [];
  let section: BriefSection | null = null;
  let quote: string[] = [];
  let table: string[] = [];
  let paragraph: string[] = [];

  const endParagraph = (): void => {
    const joined = plain(paragraph.join(' '));
    paragraph = [];
    if (joined === '') return;
    if (section === null) intro.push(joined);
    else section.paragraphs.push(joined);
  };
  const endQuote = (): void => {
    if (quote.length > 0) brief.quotes.push(quoteOf(quote));
    quote = [];
  };
  const endTable = (): void => {
    const rows = table.filter((line) => !/^\|?[\s:|-]+\|?$/.test(line)).map(cellsOf);
    table = [];
    const [head, ...rest] = rows;
    if (head === undefined || rest.length === 0) return;
    section ??= newSection(brief, null);
    section.table ??= { head, rows: rest.map((row) => head.map((_, at) => row[at] ?? '')) };
  };

  for (const line of text.split('\n')) {
    const trimmed = line.trim();
    if (!trimmed.startsWith('>')) endQuote();
    if (!trimmed.startsWith('|')) endTable();
    const heading = /^(#{1,6})\s+(.{1,300})$/.exec(trimmed);
    const item = /^(?:[-*•]|(\d{1,2})[.)])\s+(.{1,2000})$/.exec(trimmed);
    const pair = section === null ? /^(\p{Lu}[\p{L}\p{N} /-]{1,30}):\s+(\S.{0,2000})$/u.exec(trimmed) : null;
    if (heading !== null || item !== null || pair !== null || trimmed === '' || /^[>|]/.test(trimmed))
      endParagraph();
    if (heading !== null) {
      const title = plain(heading[2] ?? '');
      if (heading[1] === '#' && brief.title === '') brief.title = title;
      else section = newSection(brief, title);
    } else if (trimmed.startsWith('>')) quote.push(trimmed.replace(/^>\s?/, ''));
    else if (trimmed.startsWith('|')) table.push(trimmed);
    else if (item !== null) {
      section = listSection(brief, section, intro);
      if (section.items.length === 0) section.ordered = item[1] !== undefined;
      section.items.push(itemOf(item[2] ?? ''));
    } else if (pair !== null) take(brief, pair[1] ?? '', pair[2] ?? '');
    else if (trimmed !== '') paragraph.push(trimmed);
  }
  endParagraph();
  endQuote();
  endTable();
  return finish(brief, intro);
}

function finish(brief: Brief, intro: string[]): Brief {
  let summary = brief.summary ?? intro.shift() ?? null;
  let title = brief.title || brief.name || '';
  if (title === '' && summary !== null) {
    const [first = '', ...others] = paragraphsOf(summary).flat();
    const parted = partedTitle(first);
    title = parted.title;
    summary = [parted.rest, ...others].filter((one) => one !== null).join(' ') || null;
  }
  if (title === '') ({ title, summary } = fromFirstItem(brief));
  const sections = brief.sections.filter(
    ({ paragraphs, items, table }) => paragraphs.length > 0 || items.length > 0 || table !== null,
  );
  if (intro.length > 0)
    sections.unshift({ heading: null, paragraphs: intro, items: [], ordered: false, table: null });
  return { ...brief, title, summary: summary === title ? null : summary, sections };
}

/** A list and nothing else: its first entry says what it is about, as a first line does. */
function fromFirstItem({ sections }: Brief): { title: string; summary: string | null } {
  const [first] = sections;
  const item = first?.heading === null ? first.items.shift() : undefined;
  if (item === undefined) return { title: first?.heading ?? 'Untitled', summary: null };
  const parted = partedTitle(item.title ?? item.text ?? '');
  const below = [parted.rest, item.title === null ? null : item.text, item.note];
  return { title: parted.title, summary: below.filter((one) => one !== null).join(' ') || null };
}

const MOST_LEADING_WORDS = 8;

/** "What we need:" in the line before a list is its heading. */
function listSection(brief: Brief, section: BriefSection | null, intro: string[]): BriefSection {
  const above = section === null ? intro : section.paragraphs;
  const lead = (section?.items.length ?? 0) === 0 ? above.at(-1) : undefined;
  const isLead = lead?.endsWith(':') === true && lead.split(' ').length <= MOST_LEADING_WORDS;
  if (!isLead || (section?.heading ?? null) !== null) return section ?? newSection(brief, null);
  above.pop();
  return newSection(brief, lead.slice(0, -1));
}

function take(brief: Brief, key: string, value: string): void {
  const kind = KEYS.find(([, pattern]) => pattern.test(key.trim()))?.[0];
  const text = plain(value);
  if (kind === 'skip') return;
  if (kind === 'action') brief.action ??= actionOf(text);
  else if (kind === 'title') brief.title ||= text;
  else if (kind !== undefined && brief[kind] === null) brief[kind] = text;
  else brief.facts.push({ key: key.trim(), value: text });
}

const MAX_SECTIONS = 60;

function newSection(brief: Brief, heading: string | null): BriefSection {
  const section: BriefSection = { heading, paragraphs: [], items: [], ordered: false, table: null };
  if (brief.sections.length < MAX_SECTIONS) brief.sections.push(section);
  return section;
}

/** `Title: text (note)`; a list item without a colon is one text. */
function itemOf(raw: string): BriefItem {
  const bracket = /^(.*\S)\s+\(([^()]{1,80})\)$/.exec(raw.trim());
  const body = plain(bracket?.[1] ?? raw);
  const note = bracket?.[2] === undefined ? null : plain(bracket[2]);
  const split = /^(.{1,80}?)(?::\s+|\s+[–—]\s+)(\S.*)$/.exec(body);
  if (split === null) return { title: null, text: body, note };
  return { title: (split[1] ?? '').trim(), text: (split[2] ?? '').trim(), note };
}

function cellsOf(line: string): string[] {
  return line
    .replace(/^\||\|$/g, '')
    .split('|')
    .slice(0, 12)
    .map((cell) => plain(cell));
}

/** The last line of a quote may say whose it is. */
function quoteOf(lines: readonly string[]): { text: string; who: string | null } {
  const said = lines.map((line) => line.trim()).filter((line) => line !== '');
  const last = said.at(-1) ?? '';
  const who = /^(?:—|–|--?)\s*(\S.*)$/.exec(last)?.[1] ?? null;
  const text = plain((who === null ? said : said.slice(0, -1)).join(' ')).replace(/^["“]|["”]$/g, '');
  return { text, who: who === null ? null : plain(who) };
}
