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

/** Rules in sentences, as teams write them. */
const RULES = readDesignMd(`# Nordkai

**Colours.** Text \`#222222\` on \`#FFFFFF\`, links and buttons \`#1D5A78\`.

**Type.** Georgia everywhere. Body 16px, line height 1.5. Headings 24px and 32px.

**Shape.** Corners are 8px. Everything is a multiple of 8px.

**Controls.** Buttons have a minimum height of 44px. We have no toggle switches. Headings are never centred.

**Dates.** Dates are written 14 April 2027.
`);

export const BRAND_CASES: readonly AuditCase[] = [
  {
    id: 'brand-written',
    fails: {
      design: RULES,
      css: 'body { color: #222222; background: #ffffff; font: 16px/1.5 Georgia, serif } h2 { color: #1d5a78; font-size: 24px } .a { border: 1px solid #ff00aa; border-radius: 13px; font-family: Papyrus } .b { border-radius: 8px; color: #1d5a78 }',
      body: `<h2>Tides</h2><p class="a">${PROSE}</p><p class="b">${PROSE}</p>`,
    },
    at: ['html', 'html', 'html'],
    passes: {
      design: RULES,
      css: 'body { color: #222222; background: #ffffff; font: 16px/1.5 Georgia, serif } h2 { color: #1d5a78; font-size: 1.5rem } .a { border-radius: .5rem; padding: 24px }',
      body: `<h2>Tides</h2><p class="a">${PROSE}</p>`,
    },
  },
  {
    id: 'brand-sentences',
    fails: {
      design: RULES,
      css: '.cta { min-height: 30px; background: #1d5a78; color: #fff } .lead { text-align: center }',
      body: `<h2 class="lead">Tides</h2><p>${PROSE} The office opens on 03/04/2027.</p><p><a class="cta" href="/a">Book a berth</a></p><input type="checkbox" role="switch" aria-label="Sound">`,
    },
    at: ['body > p:nth-of-type(2) > a', 'body > input', 'body > h2', 'body > p:nth-of-type(1)'],
    passes: {
      design: RULES,
      css: '.cta { min-height: 44px; background: #1d5a78; color: #fff } .lead { text-align: left }',
      body: `<h2 class="lead">Tides</h2><p>${PROSE} The office opens on 4 March 2027.</p><p><a class="cta" href="/a">Book a berth</a></p>`,
    },
  },
  {
    id: 'brand-shadows',
    fails: {
      design: readDesignMd(
        '---\ncolors:\n  ink: "#222222"\nshadows:\n  card: "0 1px 3px rgba(0,0,0,.2)"\n---\n',
      ),
      body: '<p class="x">One</p>',
      css: '.x { box-shadow: 0 20px 40px rgba(0, 0, 0, 0.4) }',
    },
    at: 'body > p',
    passes: {
      design: readDesignMd(
        '---\ncolors:\n  ink: "#222222"\nshadows:\n  card: "0 1px 3px rgba(0,0,0,.2)"\n---\n',
      ),
      body: '<p class="x">One</p><p class="y">Two</p>',
      css: '.x { box-shadow: 0 1px 3px rgba(0, 0, 0, 0.2) } .y { box-shadow: 0 0 0 2px #222222 }',
    },
  },
  {
    id: 'brand-palette',
    fails: {
      design: BRAND,
      body: '<p class="x">One</p><div class="y">Two</div><div class="z">Three</div><a href="/a">Four</a>',
      css: '.x { color: #b02020 } .y { background: linear-gradient(#222, #8040c0) } .z { box-shadow: 0 4px 8px rgba(128, 64, 192, 0.4) } a { color: #1d5a78 } a:hover { color: #b02020 }',
    },
    at: ['body > p', 'body > div:nth-of-type(1)', 'body > div:nth-of-type(2)', 'html'],
    passes: {
      design: readDesignMd(
        '# Mill\n\n## Colours\n\nFlour `#fdfaf3`, rye `#222222`, water `#1d5a78`. White is not part of the palette, except white text on blue.\n',
      ),
      body: '<p class="x">One</p><p class="y">Two</p><a href="/a">Four</a>',
      css: 'body { background: #fdfaf3 } .x { color: #fff; background: #1d5a78 } .y { box-shadow: 0 2px 4px rgba(0, 0, 0, 0.2); background: linear-gradient(#fdfaf3, #222) } a { color: #1d5a78 } a:hover { color: #fff; background: #222222 }',
    },
  },
  {
    id: 'brand-measures',
    fails: {
      design: readDesignMd(
        '# Mill\n\nTwo weights: 400 and 600. Borders are 2px and solid. A page has one filled button. Times are written 13:30.\n',
      ),
      body: '<p class="x">One</p><p class="y">Two</p><button>Order</button><button>Ask</button><p>Open at 2 pm.</p>',
      css: '.x { font-weight: 800 } .y { border: 1px dashed #222 } button { background: #1d5a78; color: #fff }',
    },
    at: [
      'body > p:nth-of-type(1)',
      'body > p:nth-of-type(2)',
      'body > button:nth-of-type(2)',
      'body > p:nth-of-type(3)',
    ],
    passes: {
      design: readDesignMd(
        '# Mill\n\nTwo weights: 400 and 600. Borders are 2px and solid. A page has one filled button. Times are written 13:30.\n',
      ),
      body: '<p class="x">One</p><p class="y">Two</p><button>Order</button><a href="/ask">Ask</a><p>Open at 14:00, for 2 people.</p>',
      css: '.x { font-weight: 600 } .y { border-bottom: 2px solid #222 } button { background: #1d5a78; color: #fff; border: 0 }',
    },
  },
  {
    id: 'brand-rules',
    fails: {
      design: readDesignMd(
        '# Mill\n\n## Colours\n\nFlour `#fdfaf3`, rye `#3a2a1a`. No gradients, no shadows, no transparency. Nothing is a pill. Don’t centre text. Borders are never dashed. No capitals for emphasis. Nothing is animated.\n',
      ),
      body: '<p class="x">One</p><p class="c">Two</p><p class="d">Three</p><p class="t">Four</p><p class="m">Five</p><p>There is NO LUNCH yet.</p>',
      css: '.x { box-shadow: 0 4px 12px #0003 } .c { text-align: center } .d { border: 1px dashed #3a2a1a } .t { background: rgba(58, 42, 26, 0.1) } .m { animation: spin 2s }',
    },
    at: [1, 2, 3, 4, 5, 6].map((n) => `body > p:nth-of-type(${n})`),
    passes: {
      design: readDesignMd(
        '# Mill\n\n## Colours\n\nFlour `#fdfaf3`, rye `#3a2a1a`. No gradients. Shadows are soft, never hard. No heavy borders. Lists are not centred but text may be bold.\n',
      ),
      body: '<p class="x">One</p><p class="y">Two</p>',
      css: '.x { box-shadow: 0 1px 2px #3a2a1a; border: 1px solid #3a2a1a } .y { transition: color 1s; border: 1px dotted #3a2a1a }',
    },
  },
  {
    id: 'brand-roles',
    fails: {
      design: readDesignMd(
        '# Mill\n\n## Colours\n\n| Name | Hex | Where |\n|---|---|---|\n| Rye | `#3a2a1a` | Text |\n| Poppy | `#a01c1c` | Buttons |\n| Sky | `#1c5ca0` | Notices |\n\nLosses are shown in plum (`#6a1b5a`) and nothing else is. Don’t put `#1c5ca0` behind text.\n',
      ),
      body: '<h2>Prices</h2><p>Open today</p><a class="x" href="/order">Order now</a>',
      css: '.x { background: #55534f; color: #fff; padding: 12px 20px; display: inline-block } h2 { color: #6a1b5a } p { background: #1c5ca0; color: #fff }',
    },
    at: ['body > a', 'body > h2', 'body > p'],
    passes: {
      design: readDesignMd(
        '# Mill\n\n## Colours\n\n| Name | Hex | Where |\n|---|---|---|\n| Rye | `#3a2a1a` | Text |\n| Poppy | `#a01c1c` | Buttons |\n| Sky | `#1c5ca0` | Notices |\n',
      ),
      body: '<h2>Prices</h2><p>Open today</p><a class="x" href="/order">Order now</a> <button>Ask</button>',
      css: '.x { background: #a01c1c; color: #fff; padding: 12px 20px; display: inline-block } p { background: #1c5ca0; color: #fff } button { background: #55534f; color: #fff }',
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
    fails: {
      design: readDesignMd(
        '---\ntypography:\n  body: { fontFamily: "Georgia, serif" }\n  code: { fontFamily: "Menlo, monospace" }\n---\n',
      ),
      body: '<p class="x">One</p><pre>two</pre>',
      css: '.x { font-family: Papyrus, serif } pre { font-family: "Courier New", monospace }',
    },
    at: ['body > p', 'body > pre'],
    passes: {
      design: BRAND,
      body: '<p class="x">One</p><pre>two</pre>',
      css: 'pre { font-family: Menlo, monospace }',
    },
  },
  {
    id: 'brand-type-scale',
    fails: {
      design: readDesignMd('---\ntypography:\n  scale: [14px, 16px, 24px]\n---\n'),
      body: '<p class="x">One</p><p>Two</p>',
      css: '.x { font-size: clamp(15px, 4vw, 19px) }',
    },
    at: 'body > p:nth-of-type(1)',
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
    fails: {
      design: readDesignMd('# Mill\n\n## Corners\n\nCorners are rounded by 8 pixels, everywhere.\n'),
      body: '<div class="x">One</div><div class="y">Two</div>',
      css: '.x { border-radius: 13px } .y { border-radius: 0; background: #eee }',
    },
    at: ['body > div:nth-of-type(1)', 'body > div:nth-of-type(2)'],
    passes: {
      design: BRAND,
      body: '<div class="x">One</div><div class="y">Two</div>',
      css: '.x { border-radius: 8px } .y { border-radius: 0; background: #eee }',
    },
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
      design: readDesignMd(
        '# Notes\n\n## Voice\n\nThe product is Ledgerline, one word. The shop is called **North Mill**.\n',
      ),
      source:
        '<!doctype html><html lang="en"><title>Tides · NorthTide</title><p>Northtide was made for sailors.</p><p>Ledger Line and NorthMill.</p>',
    },
    at: ['body > p:nth-of-type(2)', 'body > p:nth-of-type(2)', 'body > p:nth-of-type(1)'],
    passes: {
      design: readDesignMd(
        '# Notes\n\n## Voice\n\nThe product is Ledgerline, one word. The shop is called **North Mill**.\n',
      ),
      source:
        '<!doctype html><html lang="en"><title>Tides · NorthTide</title><p>NorthTide was made for sailors. Write to hi@northtide.no.</p><p>Ledgerline by North Mill, LEDGERLINE.</p>',
    },
  },
];
