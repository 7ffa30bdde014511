/** Computed values as the CSS specifications have them, and, where there is a browser, as it has them. */
import { describe, expect, test, vi } from 'vitest';
import { machinePace } from '../../../../../../scripts/machine-pace.ts';
import { revise } from '../../fixes/revise.ts';
import { examine } from '../../panel.ts';
import { testBrowser } from '../../test/chromium.ts';
import { toHex } from '../color.ts';
import { buildPage } from '../page.ts';
import { readColor } from '../style.ts';
import { generatedPage } from '../test/css-pages.ts';
import { compareStyles } from '../test/css-truth.ts';
import { DESKTOP, mediaApplies, supportsApplies } from './conditions.ts';
import { findCall } from './parts.ts';

vi.setConfig({ testTimeout: 120_000 * machinePace() });

async function styleOf(css: string, body = '<div class="around"><p class="it">Text</p></div>') {
  const page = await buildPage({
    html: `<!doctype html><html lang="en"><head><title>t</title><style>${css}</style></head><body>${body}</body></html>`,
  });
  const it = page.elements.find((element) => element.attributes.get('class')?.includes('it'));
  if (it === undefined) throw new Error('nothing to look at');
  return page.styleOf(it);
}

describe('lengths', () => {
  test.each([
    ['rem by the real root', 'html { font-size: 62.5% } .it { padding-left: 1.6rem }', 'padding-left', 16],
    ['calc', '.it { padding-left: calc(1rem * 2 - 4px) }', 'padding-left', 28],
    ['clamp between its ends', '.it { padding-left: clamp(1rem, 2.5vw, 3rem) }', 'padding-left', 32],
    ['min and max, nested', '.it { padding-left: max(10px, min(2em, 30px)) }', 'padding-left', 30],
    ['a variable', ':root { --gap: 12px } .it { padding-left: var(--gap) }', 'padding-left', 12],
    ['a fallback inside a fallback', '.it { padding-left: var(--a, var(--b, 7px)) }', 'padding-left', 7],
    [
      'a variable made of another',
      ':root { --a: 4px; --b: calc(var(--a) * 3) } .it { padding-left: var(--b) }',
      'padding-left',
      12,
    ],
    [
      'variables that name each other',
      ':root { --a: var(--b); --b: var(--a) } .it { padding-left: var(--a, 5px) }',
      'padding-left',
      5,
    ],
    [
      'a registered variable',
      '@property --x { syntax: "<length>"; inherits: false; initial-value: 9px } .it { padding-left: var(--x) }',
      'padding-left',
      9,
    ],
    ['a shorthand', '.it { padding: 1px 2px 3px 4px }', 'padding-left', 4],
    ['a later longhand', '.it { padding: 8px; padding-inline-start: 3px }', 'padding-left', 3],
    [
      'a logical side from right to left',
      '.around { direction: rtl } .it { padding-inline-start: 3px }',
      'padding-right',
      3,
    ],
    ['a keyword size', '.it { font-size: x-large }', 'font-size', 24],
    [
      'a size by the one around',
      '.around { font-size: 20px } .it { font-size: smaller }',
      'font-size',
      20 / 1.2,
    ],
    ['a nested rule', '.around { & .it { padding-left: 11px } }', 'padding-left', 11],
    [
      'a declaration behind a nested rule',
      '.it { &.it { color: red } padding-left: 6px }',
      'padding-left',
      6,
    ],
    [
      'layers in their order',
      '@layer a, b; @layer b { .it { padding-left: 2px } } @layer a { .it.it { padding-left: 1px } }',
      'padding-left',
      2,
    ],
    [
      'what a browser of today supports',
      '@supports (color: color-mix(in oklab, red, blue)) { .it { padding-left: 13px } }',
      'padding-left',
      13,
    ],
    ['the browser’s own sheet', '', 'margin-top', 16],
    ['revert', '.it { margin-top: 3px; margin-top: revert }', 'margin-top', 16],
    [
      'a mistake falls back to the declaration before it',
      '.it { padding-left: 5px; padding-left: 5quux }',
      'padding-left',
      5,
    ],
    [
      'a mistake of variables does not',
      '.it { padding-left: 5px; padding-left: var(--no) }',
      'padding-left',
      0,
    ],
    ['a line that is not drawn has no width', '.it { border-left-width: 5px }', 'border-left-width', 0],
  ])('%s', async (_, css, property, px) => {
    expect((await styleOf(css)).px(property)).toBeCloseTo(px, 3);
  });

  test.each(['10%', 'auto', 'calc(50% - 8px)'])('%s is left to layout', async (value) => {
    expect((await styleOf(`.it { margin-left: ${value} }`)).px('margin-left')).toBeNull();
  });
});

describe('colours', () => {
  test.each([
    ['color-mix(in oklab, #fff 80%, transparent)', '#ffffff', 0.8],
    ['color-mix(in srgb, red, blue)', '#800080', 1],
    ['oklch(0.627955 0.257683 29.2339)', '#ff0000', 1],
    ['hwb(120 0% 0%)', '#00ff00', 1],
    ['rgb(from #336699 r g b / 50%)', '#336699', 0.5],
    ['hsl(from red h s calc(l / 2))', '#800000', 1],
    ['light-dark(#123456, white)', '#123456', 1],
    ['color(srgb 1 0.5 0)', '#ff8000', 1],
    ['rgb(none 255 0)', '#00ff00', 1],
  ])('%s', (text, hex, alpha) => {
    const color = readColor(text);
    expect(color === null ? null : toHex(color)).toBe(hex);
    expect(color?.alpha).toBeCloseTo(alpha, 3);
  });

  test.each(['700', 'color-mix(in oklab, red)', 'oklch()', 'rgb(1 2)', 'linear-gradient(red, blue)', ''])(
    '%j is none',
    (text) => {
      expect(readColor(text)).toBeNull();
    },
  );

  test('currentColor is the element’s own, also inside a mixture', async () => {
    const style = await styleOf(
      '.it { color: #ff0000; background: color-mix(in srgb, currentColor 50%, transparent) }',
    );
    expect(style.color('background-color')).toEqual({ r: 1, g: 0, b: 0, alpha: 0.5 });
  });
});

describe('conditions', () => {
  test.each([
    ['(min-width: 40em)', true],
    ['(max-width: 600px)', false],
    ['screen and (400px <= width < 1281px)', true],
    ['print', false],
    ['not print', true],
    ['(prefers-color-scheme: dark)', false],
    ['(hover: hover) and (pointer: fine)', true],
    ['(min-width: 2000px), (orientation: landscape)', true],
    ['not (quux: 3)', false],
  ])('@media %s', (query, expected) => {
    expect(mediaApplies(query, DESKTOP)).toBe(expected);
  });

  test.each([
    ['(display: grid)', true],
    ['not (display: grid)', false],
    ['(display: quux)', false],
    ['selector(:has(a))', true],
    ['(-moz-appearance: none)', false],
    [
      '((-webkit-hyphens: none) and (not (margin-trim: inline))) or ((-moz-orient: inline) and (not (color: rgb(from red r g b))))',
      false,
    ],
  ])('@supports %s', (query, expected) => {
    expect(supportsApplies(query)).toBe(expected);
  });
});

describe('what rests on them', () => {
  const page = (css: string, body: string): string =>
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Harbour office</title><style>${css}</style></head><body><main>${body}</main></body></html>`;

  test('a page whose rem is 10 px is on the grid, and stays as it was written', async () => {
    const html = page(
      'html { font-size: 62.5% } body { font-size: 1.6rem } .a { padding: 1.6rem 2.4rem; margin-bottom: 3.2rem }',
      '<h1>Tide tables</h1><div class="a">High water comes at nine today.</div>',
    );
    const built = await buildPage({ html });
    const { findings } = examine(built);
    expect(findings.filter(({ auditId }) => auditId === 'spacing-scale')).toEqual([]);
    expect((await revise(built, examine(built))).html).toContain(
      '.a { padding: 1.6rem 2.4rem; margin-bottom: 3.2rem }',
    );
  });

  test.each([
    ['a bar of white at 80 %', 'color-mix(in oklab, #fff 80%, transparent)', '#222'],
    ['a variable of it', 'var(--bar)', '#222'],
    ['a dark one in oklch', 'oklch(0.25 0.03 250)', '#fff'],
  ])('text on %s has the contrast a browser shows', async (_, background, ink) => {
    const html = page(
      `:root { --bar: color-mix(in oklab, #fff 80%, transparent) } body { background: #fff } .bar { background: ${background}; color: ${ink} }`,
      '<h1>Tide tables</h1><div class="bar">High water comes at nine today.</div>',
    );
    const result = examine(await buildPage({ html })).results.find(
      ({ audit }) => audit.id === 'contrast-text',
    );
    expect(result?.findings.map(({ message }) => message)).toEqual([]);
    expect(result?.checked).toBe(2);
  });

  test('light text on a mixture is still found', async () => {
    const html = page(
      '.bar { background: color-mix(in oklab, #fff 90%, #000); color: #aaa }',
      '<h1>Tide tables</h1><p class="bar">High water.</p>',
    );
    const result = examine(await buildPage({ html })).results.find(
      ({ audit }) => audit.id === 'contrast-text',
    );
    expect(result?.failed).toBe(1);
  });
});

describe('against Chromium', async () => {
  const found = await testBrowser();
  test.skipIf(found === null)(
    'at least 995 of 1,000 computed values are equal (skipped: no browser)',
    async () => {
      if (found === null) return;
      const pages = [901, 902, 903, 904].map((seed) => ({ name: `seed ${seed}`, html: generatedPage(seed) }));
      const { pairs, differences, skipped } = await compareStyles(found, pages);
      expect(skipped).toEqual([]);
      expect(pairs).toBeGreaterThan(10_000);
      expect(1 - differences.length / pairs).toBeGreaterThanOrEqual(0.995);
    },
  );
});

test('a call is found at the place that is asked for, also right behind what was put in before it', () => {
  const isVar = /^var$/;
  expect(findCall('10pxvar(--b)', isVar, 4)).toMatchObject({ name: 'var', args: '--b', start: 4 });
  expect(findCall('a-var(--a) var(--b)', isVar)).toMatchObject({ args: '--b', start: 11 });
  expect(findCall(`${'1'.repeat(200_000)} var(--b)`, isVar)).toMatchObject({ start: 200_001 });
});
