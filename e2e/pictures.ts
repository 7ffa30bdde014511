/**
 * Pictures of every phase, kept in docs/images/theater. `UPDATE_PICTURES=1` takes them anew. They are compared
 * where the fonts are the ones they were taken with; elsewhere a comparison would only tell the fonts apart.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const FOLDER = new URL('../docs/images/theater/', import.meta.url);
const FONTS = new URL('fonts.json', FOLDER);
/** Share of pixels that may differ: a caret, a scroll bar. */
const MAX_SHARE = 0.005;
const MAX_CHANNEL = 48;

/** `foreign`: the fonts are others, so nothing was compared. */
type Compared = { differs: string | null } | { foreign: string };

export async function compareOrKeep(page: Page, name: string): Promise<Compared> {
  const file = new URL(`${name}.png`, FOLDER);
  const fonts = await fontsOf(page);
  const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  if (process.env.UPDATE_PICTURES === '1') {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(file, picture);
    writeFileSync(FONTS, `${JSON.stringify(fonts)}\n`);
    return { differs: null };
  }
  // A picture nobody kept would hold nobody to anything.
  if (!existsSync(file)) return { differs: `there is no picture ${name}.png; UPDATE_PICTURES=1 takes it` };
  if (JSON.stringify(fonts) !== readFileSync(FONTS, 'utf8').trim()) {
    return { foreign: `this machine has other fonts (${fonts.join(', ')})` };
  }
  return {
    differs: await difference(page, readFileSync(file).toString('base64'), picture.toString('base64')),
  };
}

/** Widths of one sentence in our two fonts and in the one of the page that is judged: other fonts, other widths. */
function fontsOf(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    const context = document.createElement('canvas').getContext('2d');
    const style = getComputedStyle(document.documentElement);
    const widths: number[] = [];
    for (const family of [style.getPropertyValue('--sans'), style.getPropertyValue('--mono'), 'serif']) {
      await document.fonts.load(`40px ${family}`);
      if (context === null) continue;
      context.font = `40px ${family}`;
      widths.push(Math.round(context.measureText('Composite 8.68 ≥ 8.0').width));
    }
    await document.fonts.ready;
    return widths;
  });
}

async function difference(page: Page, kept: string, fresh: string): Promise<string | null> {
  const share = await page.evaluate(
    async ([before = '', after = '', limit = '']) => {
      const pixels = async (base64: string): Promise<ImageData | null> => {
        const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
        const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
        const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
        context?.drawImage(image, 0, 0);
        return context?.getImageData(0, 0, image.width, image.height) ?? null;
      };
      const [a, b] = [await pixels(before), await pixels(after)];
      if (a === null || b === null || a.width !== b.width || a.height !== b.height) return 1;
      // Whole pixels first: almost all are the same, and a million of them are compared at once.
      const [wordsA, wordsB] = [new Uint32Array(a.data.buffer), new Uint32Array(b.data.buffer)];
      let differing = 0;
      for (let i = 0; i < wordsA.length; i++) {
        if (wordsA[i] === wordsB[i]) continue;
        for (let at = 4 * i; at < 4 * i + 3; at++) {
          if (Math.abs((a.data[at] ?? 0) - (b.data[at] ?? 0)) <= Number(limit)) continue;
          differing += 1;
          break;
        }
      }
      return differing / wordsA.length;
    },
    [kept, fresh, String(MAX_CHANNEL)],
  );
  return share <= MAX_SHARE
    ? null
    : `${(share * 100).toFixed(2)} % of the pixels differ from docs/images/theater`;
}
