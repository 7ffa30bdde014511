/** Before and after, as a browser shows them; null where none is there or it fails: a report needs no pictures. */
import { join } from 'node:path';
import { type OutRules, removeOut, writeOut } from '../disk/write-out.ts';
import type { HtmlReport } from './html.ts';

export interface PicturesInput {
  before: string;
  after: string;
  folder: string;
  /** Says where a browser may be. */
  env: Readonly<Record<string, string | undefined>>;
}

/** A report with heavier ones would be slow to open, and too large to send. */
const MAX_PICTURE_BYTES = 4 * 1024 * 1024;

export async function takePictures({
  before,
  after,
  folder,
  env,
}: PicturesInput): Promise<HtmlReport['pictures']> {
  try {
    const { pictureTaken } = await import('../measure/browser/host.ts');
    const [seen, now] = [pictureTaken(before), pictureTaken(after)];
    if (seen !== null && now !== null) return bounded(seen, now);
    const { findBrowser } = await import('../measure/browser/find.ts');
    const found = await findBrowser({ env });
    if (found === null) return null;
    const { BrowserMeter } = await import('../measure/browser/browser.ts');
    const meter = await BrowserMeter.launch(found);
    try {
      const [was, is] = await Promise.all([
        meter.picture({ html: before, folder }),
        meter.picture({ html: after, folder }),
      ]);
      return bounded(was, is);
    } finally {
      await meter.close();
    }
  } catch {
    return null;
  }
}

/** What the browser marked on the page as it was given; nothing where none has looked at it. */
export async function markedPlaces(before: string): Promise<NonNullable<HtmlReport['marked']>> {
  const { cropsTaken } = await import('../measure/browser/host.ts');
  const kept: NonNullable<HtmlReport['marked']>[number][] = [];
  let room = MAX_PICTURE_BYTES;
  for (const crop of cropsTaken(before)) {
    room -= crop.png.byteLength;
    if (room >= 0) kept.push(crop);
  }
  return kept;
}

function bounded(before: Uint8Array, after: Uint8Array): HtmlReport['pictures'] {
  const heaviest = Math.max(before.byteLength, after.byteLength);
  return heaviest > MAX_PICTURE_BYTES ? null : { before, after };
}

/** `before.png` and `after.png` beside the report; those of an earlier review go in any case. */
export async function writePictures(
  folder: string,
  pictures: HtmlReport['pictures'],
  rules: OutRules,
): Promise<string[]> {
  const written: string[] = [];
  for (const name of ['before', 'after'] as const) {
    const path = join(folder, `${name}.png`);
    await removeOut(path, rules);
    if (pictures === null) continue;
    await writeOut(path, pictures[name], rules);
    written.push(path);
  }
  return written;
}
