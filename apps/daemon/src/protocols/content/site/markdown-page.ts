/** Markdown as HTML of our own making: nothing of a draft reaches the page as markup. */
import { escapeUTF8 } from 'entities';
import type { PhrasingContent, RootContent } from 'mdast';
import { markdownTree } from '../../../measure/markdown/parse.ts';
import { textOf } from '../copy.ts';

/** Schemes a page of ours may link to; everything else is shown as text. */
const SAFE_LINK = /^(?:https?:\/\/|mailto:|#)[^\s<>"]*$/i;

export function blocksHtml(markdown: string): string {
  return sectionsOf(markdownTree(markdown, 'plain').children)
    .map(({ id, inner }) =>
      id === null ? inner : `<section aria-labelledby="${id}-title" id="${id}">\n${inner}\n</section>`,
    )
    .join('\n');
}

interface Section {
  id: string | null;
  inner: string;
}

function sectionsOf(nodes: readonly RootContent[]): Section[] {
  const sections: { id: string | null; parts: string[] }[] = [{ id: null, parts: [] }];
  const used = new Set<string>(['main']);
  for (const node of nodes) {
    if (node.type === 'heading' && node.depth <= 2) {
      const id = freeId(textOf(node), used);
      sections.push({ id, parts: [`<h2 id="${id}-title">${phrases(node.children)}</h2>`] });
    } else sections.at(-1)?.parts.push(block(node));
  }
  return sections
    .map(({ id, parts }) => ({ id, inner: parts.filter((part) => part !== '').join('\n') }))
    .filter(({ inner }) => inner !== '');
}

function freeId(text: string, used: Set<string>): string {
  const base =
    text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^[-\d]+|-+$/g, '') || 'section';
  let id = base;
  for (let n = 2; used.has(id); n++) id = `${base}-${n}`;
  used.add(id);
  return id;
}

function block(node: RootContent): string {
  switch (node.type) {
    case 'heading':
      return `<h3>${phrases(node.children)}</h3>`;
    case 'paragraph': {
      const [only, ...rest] = node.children;
      if (only?.type === 'link' && rest.length === 0 && SAFE_LINK.test(only.url))
        return `<p><a class="button" href="${escapeUTF8(only.url)}">${phrases(only.children)}</a></p>`;
      const inner = phrases(node.children);
      return inner.trim() === '' ? '' : `<p>${inner}</p>`;
    }
    case 'list': {
      const tag = node.ordered === true ? 'ol' : 'ul';
      const items = node.children.map(({ children }) => `<li>${children.map(itemPart).join(' ')}</li>`);
      return `<${tag}>\n${items.join('\n')}\n</${tag}>`;
    }
    case 'blockquote':
      return `<blockquote>\n${node.children.map(block).join('\n')}\n</blockquote>`;
    case 'code':
      return `<pre><code>${escapeUTF8(node.value)}</code></pre>`;
    case 'html':
      return `<p>${escapeUTF8(node.value)}</p>`;
    default:
      return '';
  }
}

function itemPart(node: RootContent): string {
  return node.type === 'paragraph' ? phrases(node.children) : block(node);
}

function phrases(nodes: readonly PhrasingContent[]): string {
  return nodes.map(phrase).join('');
}

function phrase(node: PhrasingContent): string {
  switch (node.type) {
    case 'text':
    case 'html':
      return escapeUTF8(node.value);
    case 'inlineCode':
      return `<code>${escapeUTF8(node.value)}</code>`;
    case 'strong':
      return `<strong>${phrases(node.children)}</strong>`;
    case 'emphasis':
      return `<em>${phrases(node.children)}</em>`;
    case 'link':
      return SAFE_LINK.test(node.url)
        ? `<a href="${escapeUTF8(node.url)}">${phrases(node.children)}</a>`
        : phrases(node.children);
    case 'break':
      return '<br>';
    default:
      return escapeUTF8(textOf(node));
  }
}
