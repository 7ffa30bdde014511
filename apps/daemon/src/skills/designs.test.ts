import { describe, test } from 'vitest';
import { contrast, toLch } from '../measure/model/color.ts';
import { type Rgb, readColor } from '../measure/model/style.ts';
import { brandCss } from './brand-css.ts';
import { brandKit, type ColorRole } from './brand-kit.ts';
import { designInfo } from './design-file.ts';
import { loadLibrary } from './library.ts';

const { designs } = await loadLibrary({ dataDir: '/nowhere', env: {} });

/** Every pair of text and ground the templates use. */
const PAIRS: readonly [ColorRole, ColorRole][] = [
  ['ink', 'paper'],
  ['ink', 'surface'],
  ['muted', 'paper'],
  ['muted', 'surface'],
  ['link', 'paper'],
  ['link', 'surface'],
  ['onAccent', 'accent'],
  ['onMark', 'mark'],
];
const AA = 4.5;

const color = (hex: string): Rgb => readColor(hex) as Rgb;
const ratio = (a: string, b: string): number => contrast(color(a), color(b));

describe.for(designs.map((design) => [design.id, design] as const))('%s', ([, design]) => {
  const kit = brandKit(design.text);

  test.for(PAIRS)('%s on %s is legible (AA)', ([text, ground], { expect }) => {
    expect(ratio(kit.colors[text], kit.colors[ground])).toBeGreaterThanOrEqual(AA);
  });

  test('every role is a colour the file names, and a link is not the text', ({ expect }) => {
    const named = new Set(kit.system.colors.map(({ value }) => value.toLowerCase()));
    for (const value of Object.values(kit.colors)) expect(named).toContain(value);
    expect(kit.colors.link).not.toBe(kit.colors.ink);
  });

  test('has a whole set of tokens, a voice, and no problem', ({ expect }) => {
    const { problems, fonts, fontSizes, spacing, radii, avoid } = kit.system;
    expect(problems).toEqual([]);
    expect([fonts.length > 0, fontSizes.length >= 6, spacing.length, radii.length > 0, avoid.length]).toEqual(
      [true, true, 9, true, 5],
    );
  });

  test('gives five lane inks that can be read on its grounds and told apart', ({ expect }) => {
    const { laneInks } = designInfo(design);
    const inks = Object.values(laneInks);
    for (const ink of inks)
      for (const ground of [kit.colors.paper, kit.colors.surface])
        expect(ratio(ink, ground)).toBeGreaterThanOrEqual(AA);
    const hues = inks.map((ink) => toLch(color(ink)).h).sort((a, b) => a - b);
    const gaps = hues.map((hue, at) => (hue - (hues.at(at - 1) ?? 0) + 360) % 360);
    expect(Math.min(...gaps)).toBeGreaterThan(25);
  });
});

test('the systems differ: no two share a paper and an accent, or a first typeface and an accent', ({
  expect,
}) => {
  const looks = designs.map(({ text }) => {
    const { colors, system } = brandKit(text);
    return [`${colors.paper}${colors.accent}`, `${system.fonts[0]}${colors.accent}`];
  });
  expect(new Set(looks.flat()).size).toBe(designs.length * 2);
  expect(new Set(designs.map(({ text }) => brandKit(text).system.fonts[0])).size).toBe(designs.length);
});

describe('design systems of others', () => {
  test('roles are found by relatives of their names', ({ expect }) => {
    const { colors } = brandKit(
      '---\ncolors: { background: "#ffffff", text: "#222222", primary: "#0055aa", border: "#cccccc" }\n---\n',
    );
    expect(colors).toMatchObject({ paper: '#ffffff', ink: '#222222', accent: '#0055aa', line: '#cccccc' });
  });

  test('what cannot be read is not used: pale text, a pale link, a label on a pale button', ({ expect }) => {
    const { colors } = brandKit(
      '---\ncolors: { paper: "#ffffff", ink: "#222222", muted: "#bbbbbb", accent: "#ffe14d", on-accent: "#ffffff" }\n---\n',
    );
    expect(ratio(colors.muted, colors.paper)).toBeGreaterThanOrEqual(AA);
    expect(ratio(colors.link, colors.paper)).toBeGreaterThanOrEqual(AA);
    expect(ratio(colors.onAccent, colors.accent)).toBeGreaterThanOrEqual(AA);
  });

  test.for([
    ['an empty file', ''],
    [
      'a font that closes the stylesheet',
      '---\ncolors: { ink: "#111111", paper: "#ffffff" }\ntypography: { body: { fontFamily: "x}</style><script>alert(1)</script>" } }\n---\n',
    ],
    ['a colour that loads', '---\ncolors: { ink: "url(http://192.0.2.1/x)", paper: "#fff" }\n---\n'],
    [
      'a size that is code',
      '---\ncolors: { ink: "#111", paper: "#fff" }\ntypography: { body: { fontSize: "1px;background:url(x)" } }\n---\n',
    ],
  ] as const)('%s leaves a whole, harmless stylesheet', ([, text], { expect }) => {
    const css = brandCss(brandKit(text));
    expect(css).not.toMatch(/url\(|<|script|undefined|NaN/);
    expect(css).toContain('--paper:#');
  });
});
