/** Starts the browser: with a home of its own, without a way to the network, and with signals left to the caller. */
import { type Browser, chromium } from 'playwright-core';
import { MAX_BROWSER_LAUNCH_MS } from '../limits.ts';
import { BrowserError } from './facts.ts';
import type { FoundBrowser } from './find.ts';
import { makePrivateHome, type PrivateHome } from './private-home.ts';

/** Nothing the page could use to call home, and no work of the browser's own. */
const ARGS = [
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--js-flags=--max-old-space-size=512',
  // The same pixels on every machine: no sub-pixel hints, one colour space.
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
  '--disable-lcd-text',
];

export async function launchBrowser({
  executablePath,
  args,
  env,
}: FoundBrowser): Promise<{ browser: Browser; home: PrivateHome }> {
  const home = await makePrivateHome(env);
  const browser = await chromium
    .launch({
      executablePath,
      args: [...ARGS, ...args],
      headless: true,
      // Playwright would not ask for the sandbox by itself; without root there is no reason to go without.
      chromiumSandbox: !args.includes('--no-sandbox'),
      env: home.env,
      timeout: MAX_BROWSER_LAUNCH_MS,
      // Signals are the caller's: a review that is interrupted still writes its verdict, then closes us.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    })
    .catch(async (error: unknown) => {
      await home.remove();
      throw new BrowserError(`the browser did not start: ${firstLine(error)}`, { cause: error });
    });
  // Also of a browser that a page has ended, and that nobody closes.
  browser.once('disconnected', () => void home.remove());
  return { browser, home };
}

export function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split('\n')[0] ?? message;
}
