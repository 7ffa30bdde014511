/** Before and after, as a browser shows them; null where none is there or it fails: a report needs no pictures. */
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
    const { findBrowser } = await import('../grounded/browser-find.ts');
    const found = await findBrowser({ env });
    if (found === null) return null;
    const { BrowserMeter } = await import('../grounded/browser.ts');
    const meter = await BrowserMeter.launch(found);
    try {
      const was = await meter.measure({ html: before, folder });
      const is = await meter.measure({ html: after, folder });
      const heaviest = Math.max(was.screenshot.byteLength, is.screenshot.byteLength);
      return heaviest > MAX_PICTURE_BYTES ? null : { before: was.screenshot, after: is.screenshot };
    } finally {
      await meter.close();
    }
  } catch {
    return null;
  }
}
