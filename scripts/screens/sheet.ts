/** Many pictures on one: small enough to look at, large enough to read. */
import type { Browser } from 'playwright-core';

export interface Shot {
  title: string;
  /** Base64. */
  png: string;
}

const SHEET_WIDTH = 1900;

export async function sheetOf(
  browser: Browser,
  shots: readonly Shot[],
  { width }: { width: number; height: number },
  path: string,
): Promise<void> {
  const columns = width < 500 ? shots.length : 3;
  const page = await browser.newPage({ viewport: { width: SHEET_WIDTH, height: 400 } });
  await page.setContent(`<style>
body { margin: 0; background: #777; font: 12px sans-serif; display: grid; gap: 6px; grid-template-columns: repeat(${columns}, 1fr); }
figure { margin: 0 } img { display: block; width: 100% } figcaption { color: #fff }
</style>${shots.map(({ title, png }) => `<figure><figcaption>${title}</figcaption><img src="data:image/png;base64,${png}"></figure>`).join('')}`);
  await page.screenshot({ path, fullPage: true });
  await page.close();
}
