/**
 * Pages that load Tailwind from a CDN have no CSS in their source. It is compiled here from the classes they
 * use, with the theme their inline configuration names. Nothing is fetched and nothing of the page is run.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parseCss, type StyleSheet } from './css.ts';
import type { PageElement, Tree } from './dom.ts';
import { type Literal, readObjectLiteral } from './object-literal.ts';

const CDN = /cdn\.tailwindcss\.com|@tailwindcss\/browser/i;

export const TAILWIND_SHEET = 'tailwind (compiled)';

/** The script that would write the page's styles; null where there is none. */
export function cdnScript(tree: Tree): PageElement | null {
  return (
    tree.elements.find(({ tag, attributes }) => tag === 'script' && CDN.test(attributes.get('src') ?? '')) ??
    null
  );
}

/** Null when the page's own Tailwind input cannot be compiled; the reason is then said as unmeasured. */
export async function compileTailwind(tree: Tree): Promise<StyleSheet | null> {
  const css = await tailwindCss(tree);
  if (css === null) return null;
  return { origin: 'file', name: TAILWIND_SHEET, root: parseCss(css).root, offset: null, media: null };
}

/** @param ofScripts also for the words of its scripts: what is built by them has its classes there */
export async function tailwindCss(tree: Tree, ofScripts = false): Promise<string | null> {
  const { compile } = await import('tailwindcss');
  const candidates = ofScripts ? wordsOfScripts(tree) : new Set<string>();
  for (const element of tree.elements) {
    for (const name of (element.attributes.get('class') ?? '').split(/\s+/))
      if (name !== '') candidates.add(name);
  }
  const input = `@import "tailwindcss";\n${themeOf(tree)}\n${ownInput(tree)}`;
  try {
    const compiler = await compile(input, { base: '/', loadStylesheet });
    return compiler.build([...candidates]);
  } catch {
    return null;
  }
}

/** Words of scripts that are taken for names of classes; those that are none are passed over. */
const MAX_WORDS = 20_000;

function wordsOfScripts({ elements }: Tree): Set<string> {
  const words = new Set<string>();
  for (const { tag, children } of elements) {
    if (tag !== 'script') continue;
    for (const child of children)
      if (child.kind === 'text')
        for (const [word] of child.value.matchAll(/[^\s"'`<>{}()=,;]+/g)) {
          if (words.size === MAX_WORDS) return words;
          words.add(word);
        }
  }
  return words;
}

const resolve = createRequire(import.meta.url).resolve;

/** Only Tailwind's own sheets are ever loaded. */
async function loadStylesheet(id: string): Promise<{ path: string; base: string; content: string }> {
  const name =
    /^(?:\.\/|tailwindcss\/)?(theme|preflight|utilities|index)?(?:\.css)?$/.exec(
      id === 'tailwindcss' ? '' : id,
    )?.[1] ?? 'index';
  const path = resolve(`tailwindcss/${name}.css`);
  return { path, base: '/', content: readFileSync(path, 'utf8') };
}

/** `<style type="text/tailwindcss">`: the page's own rules, with `@apply` and `@theme`. */
function ownInput(tree: Tree): string {
  return tree.elements
    .filter((element) => element.tag === 'style' && /tailwindcss/.test(element.attributes.get('type') ?? ''))
    .map((element) => textOf(element).replace(/@tailwind\s+\w+;|@import\s+["']tailwindcss["'];?/g, ''))
    .join('\n');
}

/** `tailwind.config = { theme: { extend: { colors } } }` as version 4's `@theme`. */
function themeOf(tree: Tree): string {
  for (const element of tree.elements) {
    if (element.tag !== 'script' || element.attributes.has('src')) continue;
    const code = textOf(element);
    const found = /tailwind\.config\s*=\s*\{/.exec(code);
    if (found === null) continue;
    const config = readObjectLiteral(code, found.index + found[0].length - 1);
    const theme = at(config, 'theme');
    const lines = [theme, at(theme, 'extend')].flatMap((part) => [
      ...variables('color', at(part, 'colors')),
      ...variables('font', at(part, 'fontFamily')),
      ...variables('radius', at(part, 'borderRadius')),
      ...variables('spacing', at(part, 'spacing')),
    ]);
    return `@theme {\n${lines.join('\n')}\n}`;
  }
  return '';
}

function variables(prefix: string, value: Literal | null): string[] {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const name = key === 'DEFAULT' ? prefix : `${prefix}-${key.replace(/[^\w-]/g, '_')}`;
    if (Array.isArray(inner))
      return [
        `  --${name}: ${inner
          .filter((part) => typeof part === 'string')
          .map(safe)
          .join(', ')};`,
      ];
    if (typeof inner === 'string' || typeof inner === 'number')
      return [`  --${name}: ${safe(String(inner))};`];
    return variables(name, inner);
  });
}

function safe(value: string): string {
  return value.replace(/[;{}<>]/g, '');
}

function at(value: Literal | null, key: string): Literal | null {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return null;
  return value[key] ?? null;
}

function textOf(element: PageElement): string {
  return element.children.map((child) => (child.kind === 'text' ? child.value : '')).join('');
}
