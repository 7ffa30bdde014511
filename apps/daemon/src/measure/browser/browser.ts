/**
 * Measurement in a real browser: what needs layout. `BrowserMeter` owns one browser process.
 *
 * - The page reaches itself and its site, nothing else (serve.ts).
 * - Its scripts are blocked, unless its content is not in its source; they then run in a renderer without
 *   network, for a bounded time, in a world apart from the one that measures.
 * - Time and memory are bounded. A page beyond a bound ends the browser, not the review.
 * - Nothing is read before the page has settled (browser-scripts.ts).
 */
import type { Browser, BrowserContext, CDPSession, Page as Tab } from 'playwright-core';
import { z } from 'zod';
import { MAX_BROWSER_BYTES, MAX_BROWSER_LOAD_MS, MAX_BROWSER_MS, MAX_PAGE_BYTES } from '../limits.ts';
import { parseTree } from '../model/dom.ts';
import { withFirstTheme } from '../model/first-theme.ts';
import { cutCrops } from './crops.ts';
import {
  AgainstPixels,
  AxeFacts,
  BrowserError,
  type BrowserFacts,
  type BrowserInput,
  type Crop,
  type LayoutFault,
  LineLength,
  PictureText,
  type PixelContrast,
} from './facts.ts';
import type { FoundBrowser } from './find.ts';
import { firstLine, launchBrowser } from './launch.ts';
import { DESKTOP, layoutAt, newIn, PHONE, together, WINDOWS, type Window } from './layout.ts';
import { LOOK_OF, Look } from './look.ts';
import type { PrivateHome } from './private-home.ts';
import { processIds, residentBytes } from './process.ts';
import { base64, screenshot } from './screenshot.ts';
import {
  AWAIT_REST,
  awaitLoad,
  COMPARE,
  CONTRAST_OF_PIXELS,
  HIDE_TEXT,
  LINE_LENGTHS,
  RENDERED,
  RUN_AXE,
  SETTLE,
  SHOW_TEXT,
  TEXT_OVER_PICTURES,
} from './scripts.ts';
import { serve } from './serve.ts';
import { SHOWS_ANYTHING, scriptsToShow, withCompiledStyles } from './shown.ts';
import { SNAPSHOT } from './snapshot.ts';
import { unseenText } from './unseen-text.ts';
import { type Answering, answerAll, LINKS, LinkList, SHRINK, type VisitedPage } from './visit.ts';
import { axeSource, openWorld, type World } from './world.ts';

const THUMBNAIL = { width: 1280, height: 800 };
const MEMORY_POLL_MS = 250;
const CLOSE_GRACE_MS = 3_000;

/** What one page may take. */
interface Bounds {
  ms: number;
  bytes: number;
}

/** A page in a context of its own. */
interface Opened {
  /** Says what the page may reach, and resolves with its address. */
  open(context: BrowserContext): Promise<string>;
  scripts: 'block' | 'run';
}

export class BrowserMeter {
  readonly #browser: Browser;
  readonly #pid: number | null;
  readonly #control: CDPSession;
  readonly #bounds: Bounds;
  readonly #home: PrivateHome;
  #lab: Promise<Tab> | null = null;
  #ended: BrowserError | null = null;

  private constructor(
    browser: Browser,
    home: PrivateHome,
    control: CDPSession,
    pid: number | null,
    bounds: Bounds,
  ) {
    this.#browser = browser;
    this.#home = home;
    this.#bounds = bounds;
    this.#control = control;
    this.#pid = pid;
  }

  static async launch(
    found: FoundBrowser,
    bounds: Bounds = { ms: MAX_BROWSER_MS, bytes: MAX_BROWSER_BYTES },
  ): Promise<BrowserMeter> {
    const { browser, home } = await launchBrowser(found);
    const control = await browser.newBrowserCDPSession();
    const pids = await processIds(control);
    return new BrowserMeter(browser, home, control, pids[0] ?? null, bounds);
  }

  /** Of the browser's own process; null where it does not tell. */
  get pid(): number | null {
    return this.#pid;
  }

  get version(): string {
    return this.#browser.version();
  }

  /** False once a page has ended the browser. */
  get isAlive(): boolean {
    return this.#ended === null && this.#browser.isConnected();
  }

  /** Resolves when the process is gone, whatever state it is in. */
  async close(): Promise<void> {
    const closed = this.#browser.close().catch(() => {});
    const late = setTimeout(() => this.#kill(), CLOSE_GRACE_MS);
    await closed;
    clearTimeout(late);
    await this.#home.remove();
  }

  /** Share of pixels that differ visibly between two screenshots, in per cent. */
  async pixelChange(before: Uint8Array, after: Uint8Array): Promise<number> {
    if (Buffer.compare(before, after) === 0) return 0;
    return z.number().parse(await this.#inLab(COMPARE, [base64(before), base64(after)]));
  }

  /** Only a picture, of the page as visitors see it. Rejects where nothing can be shown here. */
  async picture(input: BrowserInput): Promise<Uint8Array> {
    return this.#shown(input, (tab) => screenshot(tab));
  }

  /** A small picture of a page's top, JPEG. */
  async thumbnail(input: BrowserInput): Promise<Uint8Array> {
    return this.#shown(input, (tab) => this.#small(tab));
  }

  #shown(input: BrowserInput, use: (tab: Tab) => Promise<Uint8Array>): Promise<Uint8Array> {
    const scripts = input.scripts ?? scriptsToShow(input.html);
    return this.#inTab({ ...input, scripts }, async (tab, world) => {
      if (scripts === 'run' && (await world.run(SHOWS_ANYTHING)) !== true)
        throw new BrowserError('its scripts show nothing without the network');
      return use(tab);
    });
  }

  /** A page of a site, with its scripts; `answering` is asked for everything it requests. */
  async visit(url: string, answering: Answering): Promise<VisitedPage> {
    let lost = (): string | null => null;
    const open = async (context: BrowserContext): Promise<string> => {
      lost = await answerAll(context, answering);
      return url;
    };
    return this.#inContext({ open, scripts: 'run' }, async (tab, world) => {
      const to = lost();
      // What is shown now is the browser's own page, which says that it cannot be reached.
      if (to !== null && to !== url) throw new BrowserError(`it leads to ${to}, which cannot be opened`);
      const thumbnail = await this.#small(tab);
      const links = LinkList.parse(await world.run(LINKS));
      return {
        html: z
          .string()
          .min(1)
          .parse(await world.run(SNAPSHOT)),
        links,
        thumbnail,
      };
    });
  }

  async #small(tab: Tab): Promise<Uint8Array> {
    const top = await tab.screenshot({ animations: 'disabled', clip: { x: 0, y: 0, ...THUMBNAIL } });
    return Buffer.from(z.string().parse(await this.#inLab(SHRINK, [base64(top)])), 'base64');
  }

  /** Rejects with a `BrowserError` for a page that cannot be measured here. */
  async measure(input: BrowserInput): Promise<BrowserFacts> {
    return this.#inTab(input, async (tab, world) => {
      const picture = await screenshot(tab);
      const first = [base64(picture), DESKTOP.width, DESKTOP.height];
      const look = Look.parse(await this.#inLab(LOOK_OF, first));
      const wide = await layoutAt(world, DESKTOP);
      const parts = [wide];
      const cut = async (
        faults: LayoutFault[],
        window: Window,
        taken: () => Promise<Uint8Array>,
      ): Promise<Crop[]> =>
        input.crops === true
          ? cutCrops((script, given) => this.#inLab(script, given), faults, window.width, taken)
          : [];
      await world.run(axeSource());
      const facts = AxeFacts.parse(await world.run(RUN_AXE));
      const lines = z.array(LineLength).parse(await world.run(LINE_LENGTHS));
      const rendered = input.scripts === 'run' ? z.string().parse(await world.run(RENDERED)) : null;
      const pixelContrast = await this.#contrastOverPictures(tab, world);
      // After axe: letters that come back may be on their way for a while.
      wide.layout.faults.push(...(await this.#unseenText(tab, world, DESKTOP, picture)));
      const crops = await cut(wide.layout.faults, DESKTOP, async () => picture);
      for (const window of WINDOWS.filter((one) => one !== DESKTOP)) {
        await tab.setViewportSize(window);
        await world.run(SETTLE);
        const part = await layoutAt(world, window);
        if (window === PHONE)
          part.layout.faults.push(
            ...(await this.#unseenText(tab, world, window, await screenshot(tab, window))),
          );
        crops.push(...(await cut(newIn(part, parts), window, () => screenshot(tab, window))));
        parts.push(part);
      }
      return {
        ...facts,
        pixelContrast,
        ...together(parts),
        look,
        crops,
        lines,
        rendered,
        screenshot: picture,
        version: this.version,
      };
    });
  }

  async #contrastOverPictures(tab: Tab, world: World): Promise<PixelContrast[]> {
    const texts = z.array(PictureText).parse(await world.run(TEXT_OVER_PICTURES));
    if (texts.length === 0) return [];
    await world.run(HIDE_TEXT);
    const behind = await screenshot(tab);
    const answers = z
      .array(AgainstPixels)
      .parse(await this.#inLab(CONTRAST_OF_PIXELS, [base64(behind), texts]));
    await world.run(SHOW_TEXT);
    return texts.flatMap(({ about, color, required }, index) => {
      const answer = answers[index] ?? null;
      return answer === null ? [] : [{ node: about, required, text: color, ...answer }];
    });
  }

  async #unseenText(tab: Tab, world: World, window: Window, picture: Uint8Array): Promise<LayoutFault[]> {
    const lettersHidden = async (): Promise<Uint8Array> => {
      await world.run(HIDE_TEXT);
      const behind = await screenshot(tab, window);
      await world.run(SHOW_TEXT);
      return behind;
    };
    const pictures = { shown: picture, lettersHidden };
    return unseenText(world, (script, given) => this.#inLab(script, given), pictures, window.width);
  }

  async #inTab<Result>(
    { html, folder, scripts = 'block' }: BrowserInput,
    use: (tab: Tab, world: World) => Promise<Result>,
  ): Promise<Result> {
    if (Buffer.byteLength(html) > MAX_PAGE_BYTES)
      throw new BrowserError('the page is too large for the browser');
    const painted = scripts === 'block' ? withFirstTheme(html, parseTree) : html;
    const styled = await withCompiledStyles(painted, scripts);
    const open = (context: BrowserContext): Promise<string> =>
      serve(context, { html: styled, folder, scripts });
    return this.#inContext({ open, scripts }, use);
  }

  async #inContext<Result>(
    { open, scripts }: Opened,
    use: (tab: Tab, world: World) => Promise<Result>,
  ): Promise<Result> {
    return this.#bounded(async () => {
      const context = await this.#browser.newContext({
        viewport: DESKTOP,
        offline: true,
        deviceScaleFactor: 1,
        reducedMotion: 'reduce',
        colorScheme: 'light',
        locale: 'en-US',
        timezoneId: 'UTC',
        serviceWorkers: 'block',
        acceptDownloads: false,
        permissions: [],
      });
      try {
        const address = await open(context);
        const tab = await context.newPage();
        tab.on('dialog', (dialog) => void dialog.dismiss().catch(() => {}));
        context.on('page', (other) => void other.close().catch(() => {}));
        // Not until "load": a page that submits a form while it loads never comes to it.
        await tab.goto(address, { waitUntil: 'commit', timeout: MAX_BROWSER_LOAD_MS });
        const world = await openWorld(tab);
        await world.run(awaitLoad(MAX_BROWSER_LOAD_MS));
        if (scripts === 'run') await world.run(AWAIT_REST);
        await world.run(SETTLE);
        return await use(tab, world);
      } finally {
        // A killed browser never answers; its contexts are gone with it.
        if (this.isAlive) await context.close().catch(() => {});
      }
    });
  }

  /** Time and memory of one page; past either, the browser is ended. */
  async #bounded<Result>(work: () => Promise<Result>): Promise<Result> {
    if (!this.isAlive) throw this.#ended ?? new BrowserError('the browser has ended');
    const broken = Promise.withResolvers<never>();
    const end = (message: string): void => {
      this.#ended ??= new BrowserError(message);
      this.#kill();
      broken.reject(this.#ended);
    };
    const { ms, bytes } = this.#bounds;
    const late = setTimeout(() => end(`the page was not measured within ${ms / 1000} s`), ms);
    const watch = setInterval(() => {
      void residentBytes(this.#control).then((taken) => {
        if (taken > bytes) end(`the page takes more than ${(bytes / 1024 ** 3).toFixed(1)} GiB`);
      });
    }, MEMORY_POLL_MS);
    try {
      return await Promise.race([work(), broken.promise]);
    } catch (error) {
      throw error instanceof BrowserError ? error : new BrowserError(firstLine(error), { cause: error });
    } finally {
      clearTimeout(late);
      clearInterval(watch);
    }
  }

  /** Pictures are worked on in a blank tab of our own, away from any page. */
  async #inLab(script: string, input: unknown): Promise<unknown> {
    this.#lab ??= this.#browser.newContext({ offline: true }).then((context) => context.newPage());
    const lab = await this.#lab;
    return this.#bounded(() => lab.evaluate(`(${script})(${JSON.stringify(input)})`));
  }

  #kill(): void {
    if (this.#pid === null) return;
    for (const target of [-this.#pid, this.#pid]) {
      try {
        process.kill(target, 'SIGKILL');
      } catch {
        // It is gone, or it leads no group of its own.
      }
    }
  }
}
