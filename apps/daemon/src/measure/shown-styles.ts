/**
 * The styles a page is shown with that its source does not hold: what Tailwind's CDN would compile, and the sheets of
 * its own folder. Nothing is fetched and nothing of the page is run. Loaded in a thread.
 */
import { dirname } from 'node:path';
import { siteOf } from '../disk/scope.ts';
import { parseTree } from './model/dom.ts';
import { collectStyleSheets, realFolder } from './model/stylesheets.ts';
import { cdnScript, tailwindCss } from './model/tailwind.ts';

export interface ShownPage {
  html: string;
  /** Where the page lies; null for one that came over the network. */
  path: string | null;
}

/** CSS to put before the page's own; empty where there is none. */
export async function shownStyles({ html, path }: ShownPage): Promise<string> {
  const tree = parseTree(html);
  const folder = path === null ? null : realFolder(dirname(path));
  const site = folder === null ? null : siteOf(folder);
  const linked = collectStyleSheets(html, tree, { folder, site }).sheets.filter(
    ({ origin }) => origin === 'file',
  );
  const tailwind = cdnScript(tree) === null ? null : await tailwindCss(tree, true);
  const own = linked.map(({ root, media }) =>
    media === null ? root.toString() : `@media ${media} {\n${root.toString()}\n}`,
  );
  return [...(tailwind === null ? [] : [tailwind]), ...own].join('\n');
}
