/** The one way from Markdown to its tree: what is nested or repeated beyond reason is read as plain characters rather than not at all. */
import type { Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { ALL_NESTING, unreadableMarks } from './marks.ts';

/** `plain`: without tables, footnotes and struck words. */
export function markdownTree(text: string, flavour: 'github' | 'plain'): Root {
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
