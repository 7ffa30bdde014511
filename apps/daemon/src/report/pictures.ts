/** Pages as a browser shows them; none where it is missing or fails: a report needs no pictures. */
import { join } from 'node:path';
import { type OutRules, removeOut, writeOut } from '../disk/write-out.ts';
import type { BrowserMeter } from '../measure/browser/browser.ts';
import type { HtmlReport } from './html.ts';
import type { Pictures } from './page/slider.ts';

type Env = Readonly<Record<string, string | undefined>>;

export interface PicturesInput {
  before: string;
  after: string;
  folder: string;
  /** Says where a browser may be. */
  env: Env;
}

/** A report with heavier ones would be slow to open, and too large to send. */
const MAX_PICTURE_BYTES = 4 * 1024 * 1024;

export async function takePictures({ before, after, folder, env }: PicturesInput): Promise<Pictures | null> {
  const { pictureTaken } = await import('../measure/browser/host.ts');
  const [seen, now] = [pictureTaken(before), pictureTaken(after)];
  if (seen !== null && now !== null) return bounded(seen, now);
  const taken = await withBrowser(env, (meter) =>
    Promise.all([meter.picture({ html: before, folder }), meter.picture({ html: after, folder })]),
  );
  return taken === null ? null : bounded(...taken);
}

/** Of a page that was not changed: what was seen while it was measured, and no browser for it alone. */
export async function pictureOf(page: string): Promise<Pictures | null> {
  const { pictureTaken } = await import('../measure/browser/host.ts');
  const seen = pictureTaken(page);
  return seen === null ? null : bounded(seen, null);
}

async function withBrowser<Result>(
  env: Env,
  use: (meter: BrowserMeter) => Promise<Result>,
): Promise<Result | null> {
  try {
    const { findBrowser } = await import('../measure/browser/find.ts');
    const found = await findBrowser({ env });
    if (found === null) return null;
    const { BrowserMeter } = await import('../measure/browser/browser.ts');
    const meter = await BrowserMeter.launch(found);
    try {
      return await use(meter);
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

function bounded(before: Uint8Array, after: Uint8Array | null): Pictures | null {
  const heaviest = Math.max(before.byteLength, after?.byteLength ?? 0);
  return heaviest > MAX_PICTURE_BYTES ? null : { before, after };
}

/** `before.png` and `after.png` beside the report; those of an earlier review go in any case. */
export async function writePictures(
  folder: string,
  pictures: Pictures | null,
  rules: OutRules,
): Promise<string[]> {
  const written: string[] = [];
  for (const name of ['before', 'after'] as const) {
    const path = join(folder, `${name}.png`);
    await removeOut(path, rules);
    const bytes = pictures?.[name];
    // One alone is no comparison: it is in the report.
    if (bytes == null || pictures?.after == null) continue;
    await writeOut(path, bytes, rules);
    written.push(path);
  }
  return written;
}

/** A page to be shown small. */
export interface Shown {
  name: string;
  folder: string;
  /** Null where it cannot be read any more. */
  read: () => Promise<string | null>;
}

/** A picture, JPEG, or why there is none. */
export type Thumbnail = Uint8Array | string;

/** By the name of the page. One browser for all; what it took until it failed is shown. */
export async function takeThumbnails(pages: readonly Shown[], env: Env): Promise<Map<string, Thumbnail>> {
  const taken = new Map<string, Thumbnail>();
  if (pages.length === 0) return taken;
  await withBrowser(env, async (meter) => {
    for (const { name, folder, read } of pages) {
      if (!meter.isAlive) return;
      const html = await read();
      if (html === null) continue;
      taken.set(
        name,
        await meter
          .thumbnail({ html, folder })
          .catch(
            (error: unknown) => `Cannot be shown here: ${error instanceof Error ? error.message : error}`,
          ),
      );
    }
  });
  return taken;
}
