/**
 * The theme a page has when it is first painted. Many pages write `data-theme` onto their root with a line of script in the
 * head, and their colours are defined for a theme only: without it white text stands on a ground nobody defined, in the source and
 * in a browser whose scripts do not run. Pure.
 */
import type { PageElement, Tree } from './dom.ts';

export interface RootTheme {
  root: PageElement;
  name: string;
  value: string;
}

/** Only attributes that choose a look: what else a script notes on the root is its own business. */
const NAME = /^data-[a-z-]*(?:theme|scheme|mode|skin)$/;
/** On the root itself: what is written elsewhere is another element's. */
const SET =
  /(?:documentElement|querySelector\(\s*['"\u0060](?:html|:root)['"\u0060]\s*\))\s*\.\s*(?:setAttribute\(\s*(['"\u0060])(data-[a-z-]+)\1\s*,|dataset\.([a-zA-Z]+)\s*=(?!=))([^;)]{0,300})/g;
/** What a visitor chooses is not there at first. */
const CHOSEN_LATER =
  /addEventListener\(\s*['"\u0060](?:click|change|input|key\w+|pointer\w+|mouse\w+)|\.on(?:click|change|input|key\w+|pointer\w+|mouse\w+)\s*=/;
const LITERAL = /(['"\u0060])([a-z][\w-]{0,30})\1/gi;
/** Before anything else is read: most pages have no such script. */
const MAY_SET = /setAttribute\(\s*['"\u0060]data-|\bdataset\.[a-zA-Z]+\s*=/;

export function firstTheme({ elements }: Tree): RootTheme | null {
  const root = elements.find(({ tag }) => tag === 'html');
  if (root?.startTag == null) return null;
  for (const script of elements) {
    if (script.tag !== 'script' || script.attributes.has('src') || script.parent?.tag !== 'head') continue;
    const code = script.children.map((child) => (child.kind === 'text' ? child.value : '')).join('');
    if (code.length > MAX_SCRIPT || !MAY_SET.test(code) || CHOSEN_LATER.test(code)) continue;
    const named = literals(code);
    for (const [, , written, camel, given = ''] of code.matchAll(SET)) {
      const name =
        written ?? `data-${(camel ?? '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
      const value = NAME.test(name) && !root.attributes.has(name) ? lightOf(literals(given), named) : null;
      if (value !== null) return { root, name, value };
    }
  }
  return null;
}

/** A script that chooses a theme is a few lines; a bundle is not read for one. */
const MAX_SCRIPT = 20_000;

/** Pages are measured in the light scheme. A theme that is only ever set for the dark leaves the light one as it is. */
function lightOf(given: readonly string[], named: readonly string[]): string | null {
  // A word of its own: "highlight" and "lightbox" are no themes.
  const light = [...given, ...named].find((word) => /(?:^|[-_])(?:light|day)(?:$|[-_])/.test(word));
  if (light !== undefined) return light;
  const [only, ...more] = given;
  return only !== undefined && more.length === 0 && !/dark|night|black|dim/i.test(only) ? only : null;
}

function literals(code: string): string[] {
  return [...code.matchAll(LITERAL)].map(([, , word]) => word ?? '');
}

/** The same for a tree: its root has the attribute, wherever its styles ask for it. */
export function wearTheme(tree: Tree): void {
  const theme = firstTheme(tree);
  if (theme !== null) theme.root.attributes = new Map(theme.root.attributes).set(theme.name, theme.value);
}

/** The same for a source that is shown where no script runs. */
export function withFirstTheme(html: string, read: (html: string) => Tree): string {
  if (!MAY_SET.test(html)) return html;
  const theme = firstTheme(read(html));
  const end = theme?.root.startTag?.end;
  if (theme === null || end === undefined) return html;
  return `${html.slice(0, end - 1)} ${theme.name}="${theme.value}"${html.slice(end - 1)}`;
}
