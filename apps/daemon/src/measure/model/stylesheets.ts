/** Finds the page's stylesheets: its own, and local files of its site. Remote ones are named, never fetched. */
import { closeSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import type { AtRule } from 'postcss';
import { openForeign, readForeign } from '../../disk/foreign-file.ts';
import { ForeignFileError } from '../../disk/foreign-file-error.ts';
import { MAX_CSS_BYTES, MAX_IMPORT_DEPTH, MAX_STYLESHEETS } from '../limits.ts';
import { type ParsedCss, parseCss, type StyleSheet } from './css.ts';
import type { PageElement, Tree } from './dom.ts';

export interface StyleSources {
  sheets: StyleSheet[];
  /** Stylesheets that could not be read, each with a reason. */
  missing: { href: string; reason: 'remote' | 'outside' | 'not_found' | 'too_large' | 'too_deep' }[];
  /** Mistakes in the CSS: `style.css: line 3:2 Unclosed block`. */
  broken: string[];
}

interface Search extends StyleSources {
  folder: string | null;
  site: string | null;
  bytes: number;
  /** Files on the current `@import` path, against loops. */
  importing: Set<string>;
}

/** `folder` is the page's own; without one (a page from a stream) no file is read at all. */
export function collectStyleSheets(
  html: string,
  tree: Tree,
  { folder, site }: { folder: string | null; site: string | null },
): StyleSources {
  const search: Search = {
    sheets: [],
    missing: [],
    broken: [],
    folder,
    site,
    bytes: 0,
    importing: new Set(),
  };
  for (const element of tree.elements) {
    if (element.tag === 'style') addStyleElement(element, html, search);
    else if (element.tag === 'link' && isStyleLink(element)) addLink(element, search);
  }
  const { sheets, missing, broken } = search;
  return { sheets, missing, broken };
}

function isStyleLink(element: PageElement): boolean {
  const rel = (element.attributes.get('rel') ?? '').toLowerCase().split(/\s+/);
  return rel.includes('stylesheet') && !rel.includes('alternate') && !element.attributes.has('disabled');
}

function addStyleElement(element: PageElement, html: string, search: Search): void {
  if (element.startTag === null || isTemplateStyle(element)) return;
  const end = element.endTag?.start ?? html.length;
  // The raw slice, not the parsed text: its offsets are the source's, whatever the line ends are.
  const text = html.slice(element.startTag.end, end);
  const media = element.attributes.get('media') ?? null;
  if (search.bytes + text.length > MAX_CSS_BYTES) {
    search.missing.push({ href: '<style>', reason: 'too_large' });
    return;
  }
  search.bytes += text.length;
  addSheet(
    { parsed: parseCss(text), name: '<style>', origin: 'inline', offset: element.startTag.end, media },
    search,
    0,
  );
}

/** `<style type="text/tailwindcss">` and the like are input for a compiler, not CSS. */
function isTemplateStyle(element: PageElement): boolean {
  const type = (element.attributes.get('type') ?? 'text/css').trim().toLowerCase();
  return type !== '' && type !== 'text/css';
}

function addLink(element: PageElement, search: Search): void {
  const href = (element.attributes.get('href') ?? '').trim();
  if (href === '') return;
  addFile(href, search.folder, element.attributes.get('media') ?? null, search, 0);
}

function addFile(
  href: string,
  from: string | null,
  media: string | null,
  search: Search,
  depth: number,
): void {
  const found = locate(href, from, search.site);
  if (typeof found === 'string') {
    search.missing.push({ href, reason: found });
    return;
  }
  if (depth > MAX_IMPORT_DEPTH || search.sheets.length >= MAX_STYLESHEETS) {
    search.missing.push({ href, reason: 'too_deep' });
    return;
  }
  // A loop adds nothing that is not already there: browsers ignore it, and so do we.
  if (search.importing.has(found.path)) return;
  if (search.bytes + found.size > MAX_CSS_BYTES) {
    search.missing.push({ href, reason: 'too_large' });
    return;
  }
  search.bytes += found.size;
  search.importing.add(found.path);
  const text = sheetText(found, search.site);
  if (text === null) {
    search.missing.push({ href, reason: 'not_found' });
    search.importing.delete(found.path);
    return;
  }
  const name = search.folder === null ? href : relative(search.folder, found.path).split(sep).join('/');
  addSheet(
    { parsed: parseCss(text), name, origin: 'file', offset: null, media, path: found.path },
    search,
    depth,
  );
  search.importing.delete(found.path);
}

/** Null when it was exchanged since it was found. */
function sheetText({ path, size }: Located, site: string | null): string | null {
  try {
    return new TextDecoder().decode(readForeign(path, { maxBytes: size, within: site }));
  } catch {
    return null;
  }
}

interface NewSheet {
  parsed: ParsedCss;
  name: string;
  origin: StyleSheet['origin'];
  offset: number | null;
  media: string | null;
  path?: string;
}

/** Imports come first in the cascade, so they are added before the sheet that names them. */
function addSheet(sheet: NewSheet, search: Search, depth: number): void {
  const { parsed, name, origin, offset, media } = sheet;
  if (parsed.broken !== null) search.broken.push(`${name}: ${parsed.broken}`);
  const from = sheet.path === undefined ? search.folder : dirname(sheet.path);
  for (const node of parsed.root.nodes) {
    if (node.type !== 'atrule' || node.name.toLowerCase() !== 'import') continue;
    const target = importTarget(node);
    if (target !== null) addFile(target.href, from, target.media ?? media, search, depth + 1);
  }
  search.sheets.push({ origin, name, root: parsed.root, offset, media });
}

function importTarget(rule: AtRule): { href: string; media: string | null } | null {
  const match = /^(?:url\(\s*)?["']?([^"')\s]+)["']?\s*\)?\s*(.*)$/s.exec(rule.params.trim());
  const href = match?.[1];
  if (href === undefined) return null;
  const conditions = (match?.[2] ?? '').replace(/layer(\([^)]*\))?|supports\([^)]*\)/g, '').trim();
  return { href, media: conditions === '' ? null : conditions };
}

type Located = { path: string; size: number };

/** A path inside the page's site, after links are followed; else the reason why not. Nothing hidden is part of a site. */
export function locate(
  href: string,
  from: string | null,
  site: string | null,
): Located | 'remote' | 'outside' | 'not_found' {
  if (/^([a-z][a-z\d+.-]*:|\/\/)/i.test(href)) return 'remote';
  if (site === null || from === null) return 'not_found';
  // Browsers read a backslash in an address as a slash.
  const bare = decodeUri(href.replace(/[?#].*$/s, '')).replaceAll('\\', '/');
  if (!isAbsolute(bare)) return locateAt(resolve(from, bare), from, site);
  // A leading slash means what the site is served from, which is the page's folder or one above it.
  let found: ReturnType<typeof locateAt> = 'not_found';
  for (let top = from; isInside(top, site); top = dirname(top)) {
    found = locateAt(resolve(top, `.${bare}`), from, site);
    if (typeof found !== 'string' || dirname(top) === top) break;
  }
  return found;
}

function locateAt(wanted: string, from: string, site: string): Located | 'outside' | 'not_found' {
  if (!isInside(wanted, site)) return 'outside';
  // Beside the page a name with a dot is the author's; above it, it is a tool's.
  if (
    !isInside(wanted, from) &&
    relative(site, wanted)
      .split(sep)
      .some((name) => name.startsWith('.'))
  )
    return 'outside';
  try {
    const { fd, size } = openForeign(wanted, { maxBytes: Number.MAX_SAFE_INTEGER, within: site });
    closeSync(fd);
    return { path: realpathSync(wanted), size };
  } catch (error) {
    return error instanceof ForeignFileError && error.reason === 'outside' ? 'outside' : 'not_found';
  }
}

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function decodeUri(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Links followed, so that what lies inside can be told from what only looks so. */
export function realFolder(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}
