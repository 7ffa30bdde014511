/** Pictures of a tab. */
import type { Page as Tab } from 'playwright-core';
import { MAX_PICTURE_HEIGHT } from '../limits.ts';
import { DESKTOP, type Window } from './layout.ts';

export async function screenshot(tab: Tab, window: Window = DESKTOP): Promise<Uint8Array> {
  const full = await tab.evaluate('document.documentElement.scrollHeight');
  const height = Math.min(Math.max(window.height, Number(full) || 0), MAX_PICTURE_HEIGHT);
  return tab.screenshot({
    fullPage: true,
    animations: 'disabled',
    clip: { x: 0, y: 0, width: window.width, height },
  });
}

export function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
