/** A draft as text and structure: frontmatter, headings, paragraphs, calls to action. */
import type { Root, RootContent } from 'mdast';
import { z } from 'zod';
import { markdownTree } from '../../measure/markdown/parse.ts';
import { readFrontmatter } from '../../skills/frontmatter.ts';

const FrontSchema = z.looseObject({
  title: z.string().optional(),
  description: z.string().optional(),
  lang: z.string().optional(),
});

export interface Action {
  text: string;
  href: string;
  /** Words before it. */
  after: number;
  /** Offset of its paragraph in `body`. */
  start: number;
  end: number;
}

export interface Heading {
  level: number;
  text: string;
  start: number;
  end: number;
}

export interface Copy {
  title: string;
  description: string;
  /** As the frontmatter says; empty where it does not. */
  lang: string;
  /** Markdown without the frontmatter. */
  body: string;
  tree: Root;
  headings: Heading[];
  /** Paragraphs, list items and quotations, in order. */
  passages: { text: string; kind: 'paragraph' | 'item' | 'quote'; start: number; end: number }[];
  /** Paragraphs that are a link and nothing else. */
  actions: Action[];
  /** Everything a reader reads. */
  text: string;
}

/** Characters of a draft: some 5,000 words. */
export const MAX_DRAFT_CHARS = 32_768;
/** Reading Markdown takes the square of its brackets; beyond these they are characters. */
const MOST_BRACKETS = 500;

export function readCopy(draft: string): Copy {
  const text = draft.slice(0, MAX_DRAFT_CHARS);
  const front = readFrontmatter(text, FrontSchema);
  const body = withFewBrackets((front.ok ? front.body : text).trim());
  const tree = markdownTree(body, 'plain');
  const copy: Copy = {
    title: front.ok ? (front.value.title ?? '') : '',
    description: front.ok ? (front.value.description ?? '') : '',
    lang: front.ok ? (front.value.lang ?? '') : '',
    body,
    tree,
    headings: [],
    passages: [],
    actions: [],
    text: '',
  };
  let words = 0;
  const read: string[] = [];
  const take = (node: RootContent, kind: 'paragraph' | 'item' | 'quote'): void => {
    const said = textOf(node);
    const at = { start: node.position?.start.offset ?? 0, end: node.position?.end.offset ?? 0 };
    if (node.type === 'heading') copy.headings.push({ level: node.depth, text: said, ...at });
    else if (node.type === 'paragraph') {
      const [link, ...rest] = node.children;
      if (link?.type === 'link' && rest.length === 0 && kind === 'paragraph')
        copy.actions.push({ text: said, href: link.url, after: words, ...at });
      else copy.passages.push({ text: said, kind, ...at });
    } else if (node.type === 'list')
      for (const item of node.children) for (const part of item.children) take(part, 'item');
    else if (node.type === 'blockquote') for (const part of node.children) take(part, 'quote');
    if (node.type === 'heading' || node.type === 'paragraph') {
      words += wordsOf(said).length;
      read.push(said);
    }
  };
  for (const node of tree.children) take(node, 'paragraph');
  copy.text = read.join('\n');
  return copy;
}

function withFewBrackets(text: string): string {
  let seen = 0;
  return text.replace(/[[\]]/g, (bracket) => (++seen > MOST_BRACKETS ? `\\${bracket}` : bracket));
}

export function writeCopy({
  title,
  description,
  body,
}: Pick<Copy, 'title' | 'description' | 'body'>): string {
  const front = [
    ...(title === '' ? [] : [`title: ${JSON.stringify(title)}`]),
    ...(description === '' ? [] : [`description: ${JSON.stringify(description)}`]),
  ];
  return `---\n${front.join('\n')}${front.length === 0 ? '' : '\n'}---\n${body.trim()}\n`;
}

export function textOf(node: unknown): string {
  if (typeof node !== 'object' || node === null) return '';
  if ('value' in node && typeof node.value === 'string') return node.value;
  if ('alt' in node && typeof node.alt === 'string') return node.alt;
  return 'children' in node && Array.isArray(node.children) ? node.children.map(textOf).join('') : '';
}

export function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}'’.-]*/gu) ?? [];
}
