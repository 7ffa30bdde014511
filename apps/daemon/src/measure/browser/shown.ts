/**
 * A page as visitors see it, where the network is missing here: styles that a script of a CDN would write are compiled into
 * it, and a page that its scripts build is shown with them.
 */
import { scriptBuilt } from '../gaps.ts';
import { parseTree, type Tree } from '../model/dom.ts';
import { cdnScript, tailwindCss } from '../model/tailwind.ts';
import { collectBlocks } from '../model/text.ts';
import type { ServedPage } from './serve.ts';

/** The page with the styles its CDN script would have written, at that script's place. */
export async function withCompiledStyles(html: string, scripts: ServedPage['scripts']): Promise<string> {
  // Most pages have none, and are not read for it.
  if (!/tailwind/i.test(html)) return html;
  const tree = parseTree(html);
  const at = cdnScript(tree)?.startTag?.start;
  if (at === undefined) return html;
  const css = await tailwindCss(tree, scripts === 'run');
  if (css === null) return html;
  // Nothing in it may end the element; the page's own settings find the object they are put into.
  const sheet = `<style>${css.replaceAll('</', '<\\/')}</style>`;
  const settings = scripts === 'run' ? '<script>window.tailwind={}</script>' : '';
  return `${html.slice(0, at)}${sheet}${settings}${html.slice(at)}`;
}

/** Whether its scripts must run for anything to be seen. */
export function scriptsToShow(html: string): ServedPage['scripts'] {
  const tree = parseTree(html);
  return isBuilt(tree) ? 'run' : 'block';
}

function isBuilt(tree: Tree): boolean {
  const length = collectBlocks(tree.elements).reduce((sum, { text }) => sum + text.length, 0);
  const scripts = tree.elements.filter(({ tag }) => tag === 'script');
  return scriptBuilt(tree, scripts, length) !== null;
}

/** Whether there is anything to see: a word, a picture, a drawing. */
export const SHOWS_ANYTHING = `(document.body?.innerText ?? '').trim() !== '' || document.querySelector('img, svg, canvas, video') !== null`;
