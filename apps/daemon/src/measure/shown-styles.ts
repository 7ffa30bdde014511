/**
 * The styles a page is shown with that its source does not hold: what Tailwind's CDN would compile, and the sheets of
 * its own folder. Nothing is fetched and nothing of the page is run. Loaded in a thread.
 */
import { dirname } from 'node:path';
import { siteOf } from '../disk/scope.ts';
import { parseTree, type Tree } from './model/dom.ts';
import { collectStyleSheets, realFolder } from './model/stylesheets.ts';
import { compileTailwind, usesTailwindCdn } from './model/tailwind.ts';

export interface ShownPage {
  html: string;
  /** Where the page lies; null for one that came over the network. */
  path: string | null;
}

/** Words of scripts that are taken for names of classes: a page that is built by them has its classes there. */
const MAX_WORDS = 20_000;

/** CSS to put before the page's own; empty where there is none. */
export async function shownStyles({ html, path }: ShownPage): Promise<string> {
  const tree = parseTree(html);
  const folder = path === null ? null : realFolder(dirname(path));
  const site = folder === null ? null : siteOf(folder);
  const linked = collectStyleSheets(html, tree, { folder, site }).sheets.filter(
    ({ origin }) => origin === 'file',
  );
  const tailwind = usesTailwindCdn(tree) ? await compileTailwind(tree, wordsOfScripts(tree)) : null;
  return [...(tailwind === null ? [] : [tailwind]), ...linked]
    .map(({ root, media }) => (media === null ? root.toString() : `@media ${media} {\n${root.toString()}\n}`))
    .join('\n');
}

function wordsOfScripts({ elements }: Tree): string[] {
  const words = new Set<string>();
  for (const { tag, children } of elements) {
    if (tag !== 'script') continue;
    for (const child of children)
      if (child.kind === 'text')
        for (const [word] of child.value.matchAll(/[^\s"'`<>{}()=,;]+/g)) {
          if (words.size === MAX_WORDS) return [...words];
          words.add(word);
        }
  }
  return [...words];
}
