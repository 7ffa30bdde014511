/** Pieces of a picture that show what is wrong with a layout. */
import { z } from 'zod';
import type { Box, Crop, LayoutFault } from './facts.ts';
import { layoutSaid } from './layout-words.ts';

/** Runs a script on an input in a blank tab of our own. */
type Lab = (script: string, input: unknown) => Promise<unknown>;

/** Of the faults at this width; the picture is taken only where there are some. */
export async function cutCrops(
  lab: Lab,
  faults: readonly LayoutFault[],
  width: number,
  picture: () => Promise<Uint8Array>,
): Promise<Crop[]> {
  const wanted = cropsOf(faults, width);
  if (wanted.length === 0) return [];
  const boxes = wanted.map(({ box }) => box);
  const whole = Buffer.from(await picture()).toString('base64');
  const pieces = z.array(z.string()).parse(await lab(CUT, [whole, boxes]));
  return wanted.flatMap(({ box: _box, ...crop }, index) => {
    const piece = pieces[index] ?? '';
    return piece === '' ? [] : [{ ...crop, png: new Uint8Array(Buffer.from(piece, 'base64')) }];
  });
}

/** Pieces of the picture: with some room around the fault, and small enough to send. */
const MAX_CROPS = 12;
const CROP_MARGIN = 24;
const MAX_CROP = { width: 900, height: 500 };

function cropsOf(faults: readonly LayoutFault[], width: number): (Omit<Crop, 'png'> & { box: Box })[] {
  return faults
    .filter((fault) => fault.width === width && fault.box.width > 0 && fault.box.height > 0)
    .slice(0, MAX_CROPS)
    .map(({ box, ...fault }) => ({
      audit: fault.audit,
      width,
      said: layoutSaid({ ...fault, box }).message,
      box: {
        x: Math.max(0, box.x - CROP_MARGIN),
        y: Math.max(0, box.y - CROP_MARGIN),
        width: Math.min(box.width + 2 * CROP_MARGIN, MAX_CROP.width),
        height: Math.min(box.height + 2 * CROP_MARGIN, MAX_CROP.height),
      },
    }));
}

/** Runs in a blank tab: cuts pieces out of a picture. */
const CUT = `async ([picture, boxes]) => {
  const image = await createImageBitmap(await (await fetch('data:image/png;base64,' + picture)).blob());
  const pieces = [];
  for (const box of boxes) {
    const width = Math.min(box.width, image.width - box.x);
    const height = Math.min(box.height, image.height - box.y);
    if (width < 1 || height < 1) { pieces.push(''); continue; }
    const canvas = new OffscreenCanvas(width, height);
    canvas.getContext('2d').drawImage(image, box.x, box.y, width, height, 0, 0, width, height);
    const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer());
    let text = '';
    for (const byte of bytes) text += String.fromCharCode(byte);
    pieces.push(btoa(text));
  }
  return pieces;
}`;
