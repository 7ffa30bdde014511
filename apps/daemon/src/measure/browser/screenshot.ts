/** Pictures of a tab at desktop width. */
import type { Page as Tab } from 'playwright-core';
import { MAX_PICTURE_HEIGHT } from '../limits.ts';

export const DESKTOP = { width: 1280, height: 1080 };

export async function screenshot(tab: Tab): Promise<Uint8Array> {
  const full = await tab.evaluate('document.documentElement.scrollHeight');
  const height = Math.min(Math.max(DESKTOP.height, Number(full) || 0), MAX_PICTURE_HEIGHT);
  return tab.screenshot({
    fullPage: true,
    animations: 'disabled',
    clip: { x: 0, y: 0, width: DESKTOP.width, height },
  });
}

export function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
