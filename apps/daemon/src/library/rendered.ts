/** A page that is open in somebody's browser, taken as it is shown. */
import { z } from 'zod';
import { SNAPSHOT } from '../measure/browser/snapshot.ts';
import type { PageText } from './types.ts';

/** What is needed of a Playwright page; one of Puppeteer has it too. */
export interface RenderedPage {
  evaluate(script: string): Promise<unknown>;
  url(): string;
}

const Taken = z.string().min(1);

export function isRendered(value: unknown): value is RenderedPage {
  return (
    typeof value === 'object' &&
    value !== null &&
    'evaluate' in value &&
    typeof value.evaluate === 'function' &&
    'url' in value &&
    typeof value.url === 'function'
  );
}

/** One document that stands alone: its scripts have run and run no more. */
export async function renderedText(page: RenderedPage): Promise<PageText> {
  return { content: Taken.parse(await page.evaluate(SNAPSHOT)), name: nameOf(page.url()) };
}

const MAX_NAME_CHARS = 200;

function nameOf(address: string): string {
  return address === '' || address === 'about:blank' ? 'page.html' : address.slice(0, MAX_NAME_CHARS);
}
