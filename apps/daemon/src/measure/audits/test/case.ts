/** How a case of an audit is written down: the least page on which it fails, and the least on which it passes. */
import type { Bar } from '../../bar.ts';
import type { DesignSystem } from '../../model/design-md.ts';
import { readDesignMd } from '../../model/design-md.ts';
import { buildPage, type Page } from '../../model/page.ts';

/** A body alone, or more of a page. */
export type Sketch = string | PageSketch;

interface PageSketch {
  body?: string;
  css?: string;
  head?: string;
  /** The whole source, when the skeleton itself is what is looked at. */
  source?: string;
  design?: DesignSystem;
  brief?: string;
  path?: string;
  bar?: Bar;
  /** Markdown, read as such. */
  markdown?: string;
}

export interface AuditCase {
  id: string;
  fails: Sketch;
  /** The selectors of its findings on that page. */
  at: string | readonly string[];
  passes: Sketch;
  /** It cannot be sure: `fails` is a page on which it only asks. */
  asks?: true;
}

/** Thirty words that no audit minds. */
export const PROSE =
  'The harbour office writes down every tide by hand. Two clerks read the gauge at dawn and again at dusk. Their books go back to the winter of 1887, without one missing day.';

export const BRAND = readDesignMd(`---
name: Nordkai
colors:
  ink: "#222222"
  paper: "#ffffff"
  sea: "#1d5a78"
typography:
  body:
    fontFamily: "Georgia, serif"
    fontSize: 16px
  h2:
    fontFamily: "Georgia, serif"
    fontSize: 24px
  h1:
    fontFamily: "Georgia, serif"
    fontSize: 32px
rounded:
  md: 8px
spacing:
  sm: 8px
  md: 16px
  lg: 24px
---

# Nordkai

## Voice
Avoid: passion, unique.
`);

export function sourceOf(sketch: Sketch): string {
  const {
    body = '',
    css = '',
    head = '',
    source,
    markdown,
  } = typeof sketch === 'string' ? { body: sketch } : sketch;
  return (
    markdown ??
    source ??
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Tide tables for the north coast</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>body { color: #222; background: #fff; font-family: Georgia, serif } ${css}</style>
${head}
</head>
<body>${body}</body>
</html>
`
  );
}

export function pageOf(sketch: Sketch): Promise<Page> {
  const { design, brief, path, markdown, bar } = typeof sketch === 'string' ? ({} as PageSketch) : sketch;
  return buildPage({
    html: sourceOf(sketch),
    ...(markdown === undefined ? {} : { format: 'markdown' }),
    ...(design === undefined ? {} : { design }),
    ...(brief === undefined ? {} : { brief }),
    ...(path === undefined ? {} : { path }),
    ...(bar === undefined ? {} : { bar }),
  });
}
