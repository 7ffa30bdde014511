/** Before and after, as a browser shows them; null where none is there or it fails: a report needs no pictures. */
import type { HtmlReport } from './html.ts';

export interface PicturesInput {
  before: string;
  after: string;
  folder: string;
  /** Folders to look for a browser in. */
  searchPath: string;
}

export async function takePictures({
  before,
  after,
  folder,
  searchPath,
}: PicturesInput): Promise<HtmlReport['pictures']> {
  try {
    const { findBrowser } = await import('../grounded/browser-find.ts');
    const found = await findBrowser({ path: searchPath });
    if (found === null) return null;
    const { BrowserMeter } = await import('../grounded/browser.ts');
    const meter = await BrowserMeter.launch(found);
    try {
      const was = await meter.measure({ html: before, folder });
      const is = await meter.measure({ html: after, folder });
      return { before: was.screenshot, after: is.screenshot };
    } finally {
      await meter.close();
    }
  } catch {
    return null;
  }
}
