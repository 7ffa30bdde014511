/** Where our scripts run in a page: the same document as its own scripts, other globals. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page as Tab } from 'playwright-core';
import { BrowserError } from './facts.ts';

export interface World {
  run(script: string): Promise<unknown>;
}

/** What the browser says of a world whose document was taken away. */
const GONE = /Cannot find context|context was destroyed|Inspected target navigated/;

export async function openWorld(tab: Tab): Promise<World> {
  const session = await tab.context().newCDPSession(tab);
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: 'jury',
  });
  return {
    async run(expression) {
      const { result, exceptionDetails } = await session
        .send('Runtime.evaluate', { expression, contextId, awaitPromise: true, returnByValue: true })
        .catch((error: unknown) => {
          throw GONE.test(String(error))
            ? new BrowserError('it led elsewhere while it was looked at', { cause: error })
            : error;
        });
      if (exceptionDetails !== undefined) {
        throw new BrowserError(exceptionDetails.exception?.description ?? exceptionDetails.text);
      }
      return result.value;
    },
  };
}

const require = createRequire(import.meta.url);
let axe: string | null = null;

export function axeSource(): string {
  axe ??= readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
  return axe;
}
