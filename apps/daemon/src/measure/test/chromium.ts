/** The Chromium that tests measure with: found, or installed where that may be done; else null, and why is said. */
import { ensurePackage } from '../../../../../scripts/debian-packages.mjs';
import { type FoundBrowser, findBrowser } from '../browser/find.ts';

export async function testBrowser(): Promise<FoundBrowser | null> {
  const found = await findBrowser({ env: process.env });
  if (found !== null) return found;
  try {
    ensurePackage('chromium', 'chromium');
  } catch (error) {
    console.error(`Browser tests are skipped: ${error instanceof Error ? error.message : String(error)}`);
  }
  return findBrowser({ env: process.env });
}
