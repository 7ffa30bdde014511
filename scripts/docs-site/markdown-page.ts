/** One document of docs/ as HTML: its tree rendered node by node, so that nothing but what Markdown means becomes markup. */
import { markdownTree } from '../../apps/daemon/src/measure/markdown/parse.ts';

type Root = ReturnType<typeof markdownTree>;
type Node = Root['children'][number];

export interface RenderedDocument {
  title: string;
  html: string;
  headings: { id: string; text: string; depth: number }[];
  /** All words, for the search. */
  text: string;
}

export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** @param linkTo where a link of the document leads on the site; null where it cannot lead anywhere */
export function renderDocument(source: string, linkTo: (url: string) => string | null): RenderedDocument {
  const headings: RenderedDocument['headings'] = [];
  const used = new Map<string, number>();
  const words: string[] = [];

  const idOf = (text: string): string => {
    const plain =
      text
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .trim()
        .replaceAll(' ', '-') || 'part';
    const count = used.get(plain) ?? 0;
    used.set(plain, count + 1);
    return count === 0 ? plain : `${plain}-${count}`;
  };
  const textOf = (node: object): string => {
    if ('value' in node && typeof node.value === 'string') return node.value;
    return 'children' in node && Array.isArray(node.children) ? node.children.map(textOf).join('') : '';
  };
  const all = (nodes: readonly object[]): string => nodes.map((node) => render(node as Node)).join('');

  const render = (node: Node): string => {
    switch (node.type) {
      case 'text':
        words.push(node.value);
        return escaped(node.value);
      case 'heading': {
        const text = textOf(node);
        const id = idOf(text);
        headings.push({ id, text, depth: node.depth });
        return `<h${node.depth} id="${escaped(id)}">${all(node.children)}</h${node.depth}>\n`;
      }
      case 'paragraph':
        return `<p>${all(node.children)}</p>\n`;
      case 'emphasis':
        return `<em>${all(node.children)}</em>`;
      case 'strong':
        return `<strong>${all(node.children)}</strong>`;
      case 'delete':
        return `<del>${all(node.children)}</del>`;
      case 'inlineCode':
        words.push(node.value);
        return `<code>${escaped(node.value)}</code>`;
      case 'code':
        words.push(node.value);
        // It scrolls, so the keyboard has to reach it.
        return `<pre tabindex="0" role="region" aria-label="Example"><code>${escaped(node.value)}</code></pre>\n`;
      case 'blockquote':
        return `<blockquote>${all(node.children)}</blockquote>\n`;
      case 'list': {
        const name = node.ordered === true ? 'ol' : 'ul';
        const start = node.ordered === true && (node.start ?? 1) !== 1 ? ` start="${node.start}"` : '';
        return `<${name}${start}>${all(node.children)}</${name}>\n`;
      }
      case 'listItem': {
        // One paragraph is the item itself.
        const [only, ...more] = node.children;
        const inner =
          only?.type === 'paragraph' && more.length === 0 ? all(only.children) : all(node.children);
        return `<li>${inner}</li>\n`;
      }
      case 'thematicBreak':
        return '<hr>\n';
      case 'break':
        return '<br>';
      case 'link': {
        const target = linkTo(node.url);
        return target === null
          ? all(node.children)
          : `<a href="${escaped(target)}">${all(node.children)}</a>`;
      }
      case 'image': {
        const target = linkTo(node.url);
        return target === null
          ? ''
          : `<img src="${escaped(target)}" alt="${escaped(node.alt ?? '')}" loading="lazy">`;
      }
      case 'table':
        return table(node, all);
      default:
        return 'children' in node ? all(node.children) : '';
    }
  };

  const html = all(markdownTree(source, 'github').children);
  const title = headings.find(({ depth }) => depth === 1)?.text ?? 'Design Jury';
  return { title, html, headings, text: words.join(' ').replace(/\s+/g, ' ') };
}

/** A column without a name has no header: there the first cell of each row is one. */
function table(node: Extract<Node, { type: 'table' }>, all: (nodes: readonly object[]) => string): string {
  const [head, ...rows] = node.children;
  const names = (head?.children ?? []).map((cell) => all(cell.children));
  const isNamed = names.every((name) => name !== '');
  const first = names.map((name) => (name === '' ? '<td></td>' : `<th scope="col">${name}</th>`)).join('');
  const body = rows.map(({ children }) => {
    const cells = children.map((cell, index) =>
      index === 0 && !isNamed
        ? `<th scope="row">${all(cell.children)}</th>`
        : `<td>${all(cell.children)}</td>`,
    );
    return `<tr>${cells.join('')}</tr>`;
  });
  const inner = `<thead><tr>${first}</tr></thead><tbody>${body.join('\n')}</tbody>`;
  return `<div class="wide" tabindex="0" role="region" aria-label="Table"><table>${inner}</table></div>\n`;
}
