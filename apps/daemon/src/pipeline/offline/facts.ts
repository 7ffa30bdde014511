/** What the foundation documents state, by the names people give such things. Nothing is concluded, nothing added. */
import type { FoundationDocs } from '../shelf.ts';

/** Every way a fact is called, in lower case; the first that is found wins. */
const NAMES = {
  product: ['product', 'name', 'product name', 'company', 'brand'],
  category: ['category', 'market category', 'market'],
  audience: [
    'audience',
    'target customer',
    'target audience',
    'customer',
    'customers',
    'for',
    'who it is for',
  ],
  alternatives: ['alternatives', 'competitive alternatives', 'competitors', 'instead of', 'today'],
  unique: ['unique', 'unique attributes', 'differentiators', 'differentiation', 'features'],
  proof: ['proof', 'evidence', 'social proof', 'results', 'customers say'],
  value: ['value', 'values', 'benefit', 'benefits', 'outcome', 'outcomes'],
  price: ['price', 'pricing', 'cost'],
  cta: ['call to action', 'cta', 'next step', 'action'],
  contact: ['contact', 'email', 'e-mail', 'link', 'url', 'website'],
  keywords: ['keywords', 'keyword', 'target keywords', 'primary keyword', 'primary keywords'],
  title: ['title', 'meta title', 'page title'],
  description: ['description', 'meta description'],
  hook: ['hook', 'first line', 'opening'],
} as const;

export type FactName = keyof typeof NAMES;
export type Facts = Record<FactName, readonly string[]> & {
  /** Every word of the documents, for telling what they do not say. */
  text: string;
};

const PAIR =
  /^\s*(?:[-*+]|\d+\.)?\s*(?:\*\*|__)?([\p{L}][\p{L}\p{N} '/-]{0,40}?)(?:\*\*|__)?\s*:\s*(?:\*\*|__)?\s*(.*)$/u;
const HEADING = /^#{1,6}\s+(.{1,120}?)\s*#*\s*$/;
const MAX_VALUES = 40;

export function readFacts(docs: FoundationDocs): Facts {
  const said = new Map<string, string[]>();
  const add = (name: string, text: string): void => {
    const key = name.toLowerCase().trim();
    const list = said.get(key) ?? [];
    for (const value of split(text)) if (list.length < MAX_VALUES) list.push(value);
    said.set(key, list);
  };
  for (const text of Object.values(docs)) readPairs(text, add);
  const facts = Object.fromEntries(
    Object.entries(NAMES).map(([name, aliases]) => [
      name,
      [...new Set(aliases.map((alias) => said.get(alias) ?? []).find((list) => list.length > 0) ?? [])],
    ]),
  ) as Record<FactName, string[]>;
  // Keywords are a list by nature; commas part them too.
  facts.keywords = facts.keywords.flatMap((value) => value.split(/\s*,\s*/)).filter((value) => value !== '');
  return { ...facts, text: Object.values(docs).join('\n') };
}

/** `Key: value` on a line, or what stands below a heading that is the key. */
function readPairs(text: string, add: (name: string, value: string) => void): void {
  let under: string | null = null;
  for (const line of text.split(/\r?\n/)) {
    const heading = HEADING.exec(line)?.[1];
    if (heading !== undefined) {
      under = heading;
      continue;
    }
    const pair = PAIR.exec(line);
    if (pair !== null && !/^\/\//.test(pair[2] ?? '')) {
      const [, name = '', value = ''] = pair;
      if (value.trim() === '') under = name;
      else add(name, value);
      continue;
    }
    const value = line.replace(/^\s*(?:[-*+]|\d+\.)\s+/, '').trim();
    if (under !== null && value !== '') add(under, value);
  }
}

function split(text: string): string[] {
  return text
    .split(/\s*;\s*/)
    .map((part) => part.replace(/[*_`]{1,3}/g, '').trim())
    .filter((part) => part !== '');
}
