/**
 * A brand as an agent answers it: colours, faces and voice, never copy. The host measures every pair of colours a page
 * writes text with, and of the answer only parsed values go on: no character of it reaches a stylesheet.
 */
import { z } from 'zod';
import { contrast, toHex } from '../../../measure/model/color.ts';
import { type Rgb, readColor } from '../../../measure/model/style.ts';
import { brandCss } from '../../../skills/brand-css.ts';
import { type BrandKit, LEGIBLE } from '../../../skills/brand-kit.ts';
import { TYPE_ROLES, type TypeRole } from '../../../skills/brand-styles.ts';
import type { BrandIdentity } from './brand.ts';

/** Faces that machines have: a site loads nothing from elsewhere. */
const FONTS = {
  'System UI': 'system-ui, sans-serif',
  Helvetica: '"Helvetica Neue", Helvetica, Arial, sans-serif',
  Verdana: 'Verdana, "DejaVu Sans", sans-serif',
  'Trebuchet MS': '"Trebuchet MS", "Gill Sans", sans-serif',
  Avenir: '"Avenir Next", Avenir, "Century Gothic", sans-serif',
  Optima: 'Optima, Candara, sans-serif',
  Georgia: 'Georgia, "DejaVu Serif", serif',
  Palatino: '"Palatino Linotype", Palatino, "Book Antiqua", serif',
  Charter: 'Charter, Cambria, serif',
  Baskerville: 'Baskerville, "Times New Roman", serif',
  'Times New Roman': '"Times New Roman", Times, serif',
  Menlo: 'Menlo, Consolas, "DejaVu Sans Mono", monospace',
  'Courier New': '"Courier New", Courier, monospace',
} as const;
export const FONT_NAMES = Object.keys(FONTS) as [keyof typeof FONTS, ...(keyof typeof FONTS)[]];
const font = z.enum(FONT_NAMES);

const OPAQUE = 0.99;

function opaque(value: string): Rgb | null {
  const color = readColor(value);
  return color !== null && color.alpha >= OPAQUE ? color : null;
}

const color = z
  .string()
  .max(64)
  .refine((value) => opaque(value) !== null, 'is no opaque CSS colour, such as #0b3d5c');

/** One line of words. */
const words = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .refine((text) => !/[\p{Cc}\p{Cf}\p{Co}\p{Cs}<>{}]/u.test(text), 'takes words on one line, no markup');

const Colors = z.strictObject({
  background: color,
  backgroundElevated: color,
  textPrimary: color,
  textSecondary: color,
  textMuted: color,
  primary: color,
  primaryLight: color,
  accent: color,
  border: color,
});
type ColorName = keyof z.infer<typeof Colors>;

/** What a page writes, on what. */
const TEXTS: readonly ColorName[] = ['textPrimary', 'textSecondary', 'textMuted', 'accent'];
const GROUNDS: readonly ColorName[] = ['background', 'backgroundElevated'];

export const BrandAnswerSchema = z.strictObject({
  voice: z.strictObject({
    tone: words(80),
    personality: words(200),
    examples: z.array(words(160)).max(5),
  }),
  typography: z.strictObject({ headingFont: font, bodyFont: font, monoFont: font }),
  colors: Colors.superRefine((colors, context) => {
    for (const text of TEXTS)
      for (const ground of GROUNDS) {
        const measured = ratio(colors[text], colors[ground]);
        if (measured === null || measured >= LEGIBLE) continue;
        context.addIssue({
          code: 'custom',
          path: [text],
          message: `on ${ground} has a contrast of ${measured.toFixed(2)}; text needs ${LEGIBLE}`,
        });
      }
  }),
});
export type BrandAnswer = z.infer<typeof BrandAnswerSchema>;

function ratio(text: string, ground: string): number | null {
  const [one, other] = [opaque(text), opaque(ground)];
  return one === null || other === null ? null : contrast(one, other);
}

const HEADINGS: readonly TypeRole[] = ['display', 'h1', 'h2', 'h3'];
const BLACK = '#000000';
const WHITE = '#ffffff';

/** The offline brand with the answer's visuals and voice: names and audience stay those of the documents. */
export function dressed(base: BrandIdentity, kit: BrandKit, answer: BrandAnswer): BrandIdentity {
  const hex = Object.fromEntries(
    Object.entries(answer.colors).map(([name, value]) => {
      const parsed = opaque(value);
      return [name, parsed === null ? BLACK : toHex(parsed)];
    }),
  ) as Record<ColorName, string>;
  const { headingFont, bodyFont, monoFont } = answer.typography;
  const family = (role: TypeRole): string =>
    role === 'figure' ? FONTS[monoFont] : FONTS[HEADINGS.includes(role) ? headingFont : bodyFont];
  const css = brandCss({
    ...kit,
    colors: {
      paper: hex.background,
      surface: hex.backgroundElevated,
      ink: hex.textPrimary,
      muted: hex.textSecondary,
      line: hex.border,
      accent: hex.primary,
      onAccent: strongestOn(hex.primary, [hex.background, hex.textPrimary, WHITE, BLACK]),
      link: hex.accent,
      mark: hex.primaryLight,
      onMark: strongestOn(hex.primaryLight, [hex.textPrimary, hex.background, WHITE, BLACK]),
    },
    type: Object.fromEntries(
      TYPE_ROLES.map((role) => [role, { ...kit.type[role], family: family(role) }]),
    ) as BrandKit['type'],
  });
  return { ...base, voice: answer.voice, colors: hex, typography: answer.typography, css };
}

/** The first that is legible: of the brand before plain black and white, one of which always is. */
function strongestOn(ground: string, texts: readonly string[]): string {
  return texts.find((text) => (ratio(text, ground) ?? 0) >= LEGIBLE) ?? BLACK;
}
