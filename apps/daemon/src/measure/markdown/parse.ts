/**
 * The one way from Markdown to its tree. What is nested or repeated beyond reason is read as plain characters rather
 * than not at all, and a long text is read in stretches: the parser's time grows faster than what it is given.
 */
import type { Nodes, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { ALL_NESTING, unreadableMarks } from './marks.ts';
import { type Stretch, stretchesOf } from './stretches.ts';

type Flavour = 'github' | 'plain';

/** `plain`: without tables, footnotes and struck words. */
export function markdownTree(text: string, flavour: Flavour): Root {
  const stretches = stretchesOf(text);
  const [only] = stretches;
  if (only !== undefined && stretches.length === 1) return treeOf(only.text, flavour);
  return { type: 'root', children: stretches.flatMap((stretch) => childrenOf(stretch, flavour)) };
}

function treeOf(text: string, flavour: Flavour): Root {
  const [syntax, nodes] = flavour === 'github' ? [[gfm()], [gfmFromMarkdown()]] : [[], []];
  const parse = (without: readonly string[]): Root =>
    fromMarkdown(text, {
      extensions: [...syntax, { disable: { null: [...without] } }],
      mdastExtensions: nodes,
    });
  try {
    return parse(unreadableMarks(text));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return parse(ALL_NESTING);
  }
}

/** Its nodes at their places in the whole text, without what was lent to it. */
function childrenOf({ text, lent, offset, line }: Stretch, flavour: Flavour): Root['children'] {
  const { children } = treeOf(text + lent, flavour);
  const own = children.filter(({ position }) => (position?.start.offset ?? 0) < text.length);
  const left: Nodes[] = [...own];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if ('children' in node) left.push(...node.children);
    if (node.position === undefined) continue;
    const { start, end } = node.position;
    node.position = { start: moved(start, offset, line), end: moved(end, offset, line) };
  }
  return own;
}

type Point = NonNullable<Root['position']>['start'];

function moved({ line, column, offset = 0 }: Point, by: number, lines: number): Point {
  return { line: line + lines, column, offset: offset + by };
}
