/**
 * One browser for all runs of an engine: started when the first page needs it, ended when none has needed it
 * for a while or the engine closes, started anew after a page has ended it.
 */

import { loadPart } from '../../optional-parts.ts';
import { BROWSER_IDLE_MS } from '../limits.ts';
import type { BrowserMeter } from './browser.ts';
import { BrowserError, type BrowserFacts, type BrowserInput, type Crop } from './facts.ts';
import { findBrowser, noBrowser } from './find.ts';

/** Pictures this process has taken lately, the newest last: a report shows what a run has already seen. */
const pictures = new Map<string, Taken>();

interface Taken {
  picture: Uint8Array;
  crops: readonly Crop[];
}

const MAX_PICTURES = 4;

function remember(html: string, { screenshot, crops }: BrowserFacts): void {
  // What is looked at again without its crops still has them.
  const known = pictures.get(html)?.crops ?? [];
  pictures.delete(html);
  pictures.set(html, { picture: screenshot, crops: crops.length > 0 ? crops : known });
  for (const oldest of pictures.keys()) {
    if (pictures.size <= MAX_PICTURES) break;
    pictures.delete(oldest);
  }
}

/** The page as it was measured; null when it was not. */
export function pictureTaken(html: string): Uint8Array | null {
  return pictures.get(html)?.picture ?? null;
}

/** Pieces of that picture that show what is wrong with its layout. */
export function cropsTaken(html: string): readonly Crop[] {
  return pictures.get(html)?.crops ?? [];
}

type Env = Readonly<Record<string, string | undefined>>;

export class BrowserHost {
  readonly #env: Env;
  #meter: Promise<BrowserMeter> | null = null;
  #users = 0;
  #idle: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(env: Env) {
    this.#env = env;
  }

  /** Looks; starts nothing. */
  async isThere(): Promise<boolean> {
    return (await findBrowser({ env: this.#env })) !== null;
  }

  async measure(input: BrowserInput): Promise<BrowserFacts> {
    const facts = await this.#use((meter) => meter.measure(input));
    // What its scripts show only with the network is no picture of the page.
    if (input.scripts !== 'run' || Object.keys(facts.texts).length > 0) remember(input.html, facts);
    return facts;
  }

  pixelChange(before: Uint8Array, after: Uint8Array): Promise<number> {
    return this.#use((meter) => meter.pixelChange(before, after));
  }

  /** Resolves when its process is gone. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#end();
  }

  async #use<Result>(work: (meter: BrowserMeter) => Promise<Result>): Promise<Result> {
    this.#users += 1;
    if (this.#idle !== null) clearTimeout(this.#idle);
    try {
      return await work(await this.#living());
    } finally {
      this.#users -= 1;
      if (this.#users === 0 && !this.#closed) {
        this.#idle = setTimeout(() => void this.#end(), BROWSER_IDLE_MS);
        this.#idle.unref();
      }
    }
  }

  async #living(): Promise<BrowserMeter> {
    const asked = this.#meter;
    if (asked !== null) {
      const running = await asked.catch(() => null);
      if (running?.isAlive === true) return running;
      // Whoever sees first that it is gone starts the next; the others wait for that one.
      if (this.#meter === asked) this.#meter = null;
    }
    this.#meter ??= this.#start();
    return this.#meter;
  }

  async #start(): Promise<BrowserMeter> {
    // Loaded only here: a review that needs no browser does not pay for its driver.
    const { BrowserMeter } = await loadPart(() => import('./browser.ts')).catch((error: Error) => {
      throw new BrowserError(error.message);
    });
    if (this.#closed) throw new BrowserError('the browser is closed');
    const found = await findBrowser({ env: this.#env });
    if (found === null) throw new BrowserError(noBrowser(this.#env));
    return BrowserMeter.launch(found);
  }

  async #end(): Promise<void> {
    if (this.#idle !== null) clearTimeout(this.#idle);
    const meter = this.#meter;
    this.#meter = null;
    await (await meter?.catch(() => null))?.close();
  }
}
