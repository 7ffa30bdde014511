/** How much the first screen shows beside text: counted in the picture, graded in one place. */
import { z } from 'zod';
import { LEAST_GRADE } from '../audits/signs.ts';
import type { Grade } from '../finding.ts';

export const Look = z.object({
  /** Colours that each cover more than a five-hundredth of the screen, of 4,096. */
  colours: z.number(),
  /** Share of the screen that is clearly no grey. */
  vivid: z.number(),
  /** Share of the width at its end in which there is nothing but the ground. */
  unused: z.number(),
});
export type Look = z.infer<typeof Look>;

/** Every fourth pixel of the first screen, in a blank tab of our own. */
export const LOOK_OF = `async ([picture, width, height]) => {
  const image = await createImageBitmap(await (await fetch('data:image/png;base64,' + picture)).blob(), 0, 0, width, height);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const counts = new Map();
  const codes = [];
  let vivid = 0;
  for (let y = 0; y < height; y += 4) for (let x = 0; x < width; x += 4) {
    const at = (y * width + x) * 4;
    const [r, g, b] = [data[at], data[at + 1], data[at + 2]];
    const code = (r >> 4 << 8) | (g >> 4 << 4) | (b >> 4);
    codes.push(code);
    counts.set(code, (counts.get(code) ?? 0) + 1);
    if (Math.max(r, g, b) - Math.min(r, g, b) > 40) vivid += 1;
  }
  const [ground] = [...counts].sort((one, other) => other[1] - one[1])[0];
  const columns = Math.ceil(width / 4);
  let last = -1;
  codes.forEach((code, index) => { if (code !== ground) last = Math.max(last, index % columns); });
  const colours = [...counts.values()].filter((count) => count > codes.length / 500).length;
  return { colours, vivid: vivid / codes.length, unused: 1 - (last + 1) / columns };
}`;

/** Where each begins to count and where more of it adds nothing; set on pages ranked by eye (docs/grounding.md). */
const COLOURS = { none: 2, full: 24 };
const VIVID = { none: 0, full: 0.1 };
const UNUSED = { none: 0.4, full: 0 };

export function lookGrade({ colours, vivid, unused }: Look): Grade {
  const signs = [
    { share: between(colours, COLOURS), raise: 'show pictures, or areas with a ground of their own' },
    { share: between(vivid, VIVID), raise: 'use the accent on more than a line of text' },
    { share: between(unused, UNUSED), raise: 'use the width of the screen, or centre what there is' },
  ];
  const share = signs.reduce((sum, sign) => sum + sign.share, 0) / signs.length;
  return {
    value: LEAST_GRADE + (1 - LEAST_GRADE) * share,
    raise: signs.filter((sign) => sign.share < 0.5).map(({ raise }) => raise),
  };
}

function between(value: number, { none, full }: { none: number; full: number }): number {
  return Math.max(0, Math.min(1, (value - none) / (full - none)));
}
