/** The brand panelist's audits: against a DESIGN.md, and against the page's own habits. */
import { readDesignMd } from '../../model/design-md.ts';
import { type AuditCase, BRAND, PROSE } from './case.ts';

const list = (count: number, css: (index: number) => string): { body: string; css: string } => ({
  body: Array.from({ length: count }, (_, index) => `<p class="k${index}">Tide ${index}</p>`).join(''),
  css: Array.from({ length: count }, (_, index) => `.k${index} { ${css(index)} }`).join(' '),
});

const looks = (count: number): { body: string; css: string } => ({
  body: Array.from({ length: count }, (_, index) => `<button class="k${index}">Save</button>`).join(''),
  css: Array.from({ length: count }, (_, index) => `.k${index} { border-radius: ${index}px }`).join(' '),
});

export const BRAND_CASES: readonly AuditCase[] = [
  {
    id: 'brand-palette',
    fails: { design: BRAND, body: '<p class="x">One</p>', css: '.x { color: #b02020 }' },
    at: 'body > p',
    passes: { design: BRAND, body: '<p class="x">One</p>', css: '.x { color: #1d5a78 }' },
  },
  {
    id: 'brand-rules',
    fails: {
      design: readDesignMd(
        '# Mill\n\n## Colours\n\nFlour `#fdfaf3`, rye `#3a2a1a`. No gradients, no shadows.\n',
      ),
      body: '<p class="x">One</p>',
      css: '.x { box-shadow: 0 4px 12px #0003 }',
    },
    at: 'body > p',
    passes: {
      design: readDesignMd(
        '# Mill\n\n## Colours\n\nFlour `#fdfaf3`, rye `#3a2a1a`. No gradients, no shadows.\n',
      ),
      body: '<p class="x">One</p>',
      css: '.x { box-shadow: none; border: 1px solid #3a2a1a }',
    },
  },
  {
    id: 'brand-roles',
    fails: {
      design: readDesignMd(
        '# Mill\n\n## Colours\n\n| Name | Hex | Where |\n|---|---|---|\n| Rye | `#3a2a1a` | Text |\n| Poppy | `#a01c1c` | Buttons |\n| Sky | `#1c5ca0` | Notices |\n',
      ),
      body: '<a class="x" href="/order">Order now</a>',
      css: '.x { background: #1c5ca0; color: #fff; padding: 12px 20px; display: inline-block }',
    },
    at: 'body > a',
    passes: {
      design: readDesignMd(
        '# Mill\n\n## Colours\n\n| Name | Hex | Where |\n|---|---|---|\n| Rye | `#3a2a1a` | Text |\n| Poppy | `#a01c1c` | Buttons |\n| Sky | `#1c5ca0` | Notices |\n',
      ),
      body: '<a class="x" href="/order">Order now</a>',
      css: '.x { background: #a01c1c; color: #fff; padding: 12px 20px; display: inline-block }',
    },
  },
  {
    id: 'near-duplicate-colors',
    fails: {
      body: '<p class="x">One</p><p class="y">Two</p>',
      css: '.x { color: #1d5a78 } .y { color: #1d5a7a }',
    },
    at: 'body > p:nth-of-type(2)',
    passes: {
      body: '<p class="x">One</p><p class="y">Two</p>',
      css: '.x { color: #1d5a78 } .y { color: #7a1d1d }',
    },
  },
  {
    id: 'palette-size',
    fails: list(6, (index) => `color: hsl(${index * 60} 90% 30%)`),
    at: 'html',
    passes: list(6, (index) => `color: hsl(200 90% ${20 + index * 3}%)`),
  },
  {
    id: 'brand-hardcoded',
    fails: { body: '<p class="x">One</p>', css: ':root { --sea: #1d5a78 } .x { color: #1d5a78 }' },
    at: 'html',
    passes: { body: '<p class="x">One</p>', css: ':root { --sea: #1d5a78 } .x { color: var(--sea) }' },
  },
  {
    id: 'brand-fonts',
    fails: { design: BRAND, body: '<p class="x">One</p>', css: '.x { font-family: Papyrus, serif }' },
    at: 'body > p',
    passes: { design: BRAND, body: '<p class="x">One</p>' },
  },
  {
    id: 'brand-type-scale',
    fails: { design: BRAND, body: '<p class="x">One</p>', css: '.x { font-size: 19px }' },
    at: 'body > p',
    passes: { design: BRAND, body: '<p class="x">One</p>' },
  },
  {
    id: 'heading-family',
    fails: {
      body: '<h2>One</h2><h2>Two</h2><h2 class="x">Three</h2>',
      css: '.x { font-family: Papyrus, serif }',
    },
    at: 'body > h2:nth-of-type(3)',
    passes: '<h2>One</h2><h2>Two</h2><h2>Three</h2>',
  },
  {
    id: 'brand-radii',
    fails: { design: BRAND, body: '<div class="x">One</div>', css: '.x { border-radius: 13px }' },
    at: 'body > div',
    passes: { design: BRAND, body: '<div class="x">One</div>', css: '.x { border-radius: 8px }' },
  },
  {
    id: 'brand-spacing',
    fails: { design: BRAND, body: '<div class="x">One</div>', css: '.x { margin-bottom: 20px }' },
    at: 'body > div',
    passes: { design: BRAND, body: '<div class="x">One</div>', css: '.x { margin-bottom: 16px }' },
  },
  { id: 'button-variety', fails: looks(8), at: 'html', passes: looks(3) },
  {
    id: 'radius-variety',
    fails: list(6, (index) => `border-radius: ${3 + index * 3}px`),
    at: 'html',
    passes: list(6, () => 'border-radius: 8px'),
  },
  {
    id: 'shadow-variety',
    fails: list(7, (index) => `box-shadow: 0 ${index + 1}px 4px rgba(0,0,0,.2)`),
    at: 'html',
    passes: list(7, () => 'box-shadow: 0 1px 4px rgba(0,0,0,.2)'),
  },
  {
    id: 'brand-voice',
    fails: { design: BRAND, body: '<p>Tide tables are our passion.</p>' },
    at: 'body > p',
    passes: { design: BRAND, body: `<p>${PROSE} Passionfruit is no matter of ours.</p>` },
  },
  {
    id: 'name-spelling',
    fails: {
      source:
        '<!doctype html><html lang="en"><title>Tides · NorthTide</title><p>Northtide was made for sailors.</p>',
    },
    at: 'body > p',
    passes: {
      source:
        '<!doctype html><html lang="en"><title>Tides · NorthTide</title><p>NorthTide was made for sailors. Write to hi@northtide.no.</p>',
    },
  },
];
