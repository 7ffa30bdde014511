/** One model of the page, built once per round and read by every audit. */
import { basename, dirname } from 'node:path';
import { siteOf } from '../../disk/scope.ts';
import { BAR, type Bar } from '../bar.ts';
import { findGaps, type Gaps } from '../gaps.ts';
import type { Engine, Looks } from './alfa.ts';
import type { StyleSheet } from './css.ts';
import type { DesignSystem } from './design-md.ts';
import { type Dictionary, loadDictionary } from './dictionary.ts';
import { type PageElement, parseTree, type Tree } from './dom.ts';
import { wearTheme } from './first-theme.ts';
import { createPlaces, createSelectors, type SelectorOf } from './selector.ts';
import { type Present, presentIn } from './selector-filter.ts';
import { type PageState, readingIn, touchedIn } from './states.ts';
import type { ElementStyle } from './style.ts';
import { collectStyleSheets, realFolder, type StyleSources } from './stylesheets.ts';
import { cdnScript, compileTailwind } from './tailwind.ts';
import { collectBlocks, type TextBlock } from './text.ts';

export type { PageElement } from './dom.ts';

export type PageFormat = 'html' | 'markdown';

export interface PageInput {
  html: string;
  /** The page's file; its site is the only place that is read (`siteOf`). Null for a page from a stream. */
  path?: string | null;
  design?: DesignSystem | null;
  /** What the page was asked to be; its named facts must appear. */
  brief?: string | null;
  /** @default what the file's name says, else HTML */
  format?: PageFormat;
  /** @default BAR */
  bar?: Bar;
  /** @default MAX_ELEMENTS */
  maxElements?: number;
}

export interface Page {
  /** The source, in whatever format it is. */
  html: string;
  /** What scripts have made of a source: it is read, and nothing can be written at its places. */
  isBuilt?: true;
  format: PageFormat;
  path: string | null;
  folder: string | null;
  /** The folder whose files it may use: its own, or one above it. */
  site: string | null;
  /** The file's name, for messages. */
  name: string;
  design: DesignSystem | null;
  brief: string | null;
  bar: Bar;
  elements: readonly PageElement[];
  /** Ids and anchor names a link may point to. */
  anchors: ReadonlySet<string>;
  comments: Tree['comments'];
  mistakes: Tree['mistakes'];
  mode: Tree['mode'];
  hasDoctype: boolean;
  sheets: readonly StyleSheet[];
  styleSources: StyleSources;
  blocks: readonly TextBlock[];
  gaps: Gaps;
  /** English words; null for a page that says it is in another language. */
  dictionary: Dictionary | null;
  readonly engine: Engine;
  /** After a measurement was stopped in the middle: what the engines kept of it is thrown away. */
  renewEngines(): void;
  /** The page in a state; null where nothing of it changes a colour. */
  looksIn(state: PageState): Looks | null;
  selectorOf: SelectorOf;
  /** A name that outlives wrappers: what a fault is known by from round to round. */
  placeOf: SelectorOf;
  styleOf(element: PageElement): ElementStyle;
  /** Rendered, seen, and not hidden from readers by style. */
  isVisible(element: PageElement): boolean;
  byTag(...tags: string[]): PageElement[];
}

export async function buildPage(input: PageInput): Promise<Page> {
  // Alfa is loaded only when a page is really measured: the command line's start must not pay for it.
  const { createEngine } = await import('./alfa.ts');
  const path = input.path ?? null;
  const folder = path === null ? null : realFolder(dirname(path));
  const site = folder === null ? null : siteOf(folder);
  const format = input.format ?? formatOf(path);
  const tree = await treeOf(input.html, format, input.maxElements);
  wearTheme(tree);
  const styleSources = collectStyleSheets(input.html, tree, { folder, site });
  const tailwind = cdnScript(tree) === null ? null : await compileTailwind(tree);
  // Before the page's own sheets, as the CDN's `<style>` would lose to what the author wrote after it.
  if (tailwind !== null) styleSources.sheets.unshift(tailwind);
  const blocks = collectBlocks(tree.elements);
  const textLength = blocks.reduce((sum, block) => sum + block.text.length, 0);
  const engine = createEngine(tree, styleSources.sheets);
  let current: Engine | null = engine;
  const engineNow = (): Engine => {
    current ??= createEngine(tree, styleSources.sheets);
    return current;
  };
  const gaps = findGaps({ tree, sources: styleSources, textLength, tailwindCompiled: tailwind !== null });
  if (format === 'markdown')
    gaps.notes.push(
      'read as Markdown: its words and structure are judged; style, layout and controls are the renderer’s',
    );
  if (engine.rulesLeft > 0)
    gaps.style ??= `styles depend on ${engine.rulesLeft} further rules, more than can be matched in reasonable time`;
  for (const name of engine.skipped) gaps.notes.push(`CSS inside ${name} was not modelled.`);
  const states = new Map<PageState, Looks | null>();
  const looksIn = (state: PageState): Looks | null => {
    switch (state) {
      case 'hover':
      case 'focus':
      case 'visited':
      case 'active':
        present ??= presentIn(tree.elements);
        return touchedIn(state, styleSources.sheets, present).length === 0
          ? null
          : engineNow().pointed(state);
      default: {
        const reading = readingIn(state, styleSources.sheets);
        return reading === null ? null : engineNow().restyled(reading);
      }
    }
  };
  let present: Present | null = null;
  const visible = new Map<PageElement, boolean>();
  const lang = tree.elements[0]?.attributes.get('lang')?.trim() ?? '';
  const dictionary = lang === '' || /^en\b/i.test(lang) ? await loadDictionary() : null;
  const tags = new Map<string, PageElement[]>();
  for (const element of tree.elements) {
    const list = tags.get(element.tag) ?? [];
    list.push(element);
    tags.set(element.tag, list);
  }
  return {
    html: input.html,
    format,
    path,
    folder,
    site,
    name: path === null ? 'page.html' : basename(path),
    design: input.design ?? null,
    brief: input.brief ?? null,
    bar: input.bar ?? BAR,
    elements: tree.elements,
    anchors: tree.anchors,
    comments: tree.comments,
    mistakes: tree.mistakes,
    mode: tree.mode,
    hasDoctype: tree.hasDoctype,
    sheets: styleSources.sheets,
    styleSources,
    blocks,
    gaps,
    dictionary,
    get engine() {
      return engineNow();
    },
    renewEngines() {
      current = null;
      states.clear();
    },
    looksIn(state) {
      const known = states.get(state);
      if (known !== undefined) return known;
      const made = looksIn(state);
      states.set(state, made);
      return made;
    },
    selectorOf: createSelectors(tree.elements),
    placeOf: createPlaces(tree.elements),
    styleOf: (element) => engineNow().style(element),
    isVisible(element) {
      const known = visible.get(element) ?? engineNow().isVisible(element);
      visible.set(element, known);
      return known;
    },
    byTag: (...names) =>
      names.length === 1
        ? (tags.get(names[0] ?? '') ?? [])
        : names.flatMap((name) => tags.get(name) ?? []).sort((a, b) => a.index - b.index),
  };
}

/** Markdown's parser is loaded only where there is Markdown. */
async function treeOf(source: string, format: PageFormat, maxElements: number | undefined): Promise<Tree> {
  if (format === 'html') return parseTree(source, maxElements);
  const { parseMarkdown } = await import('../markdown/markdown.ts');
  return parseMarkdown(source, maxElements);
}

function formatOf(path: string | null): PageFormat {
  return path !== null && /\.(md|markdown|txt)$/i.test(path) ? 'markdown' : 'html';
}

export function formatOfMime(mime: string): PageFormat {
  return /html/i.test(mime) ? 'html' : 'markdown';
}
