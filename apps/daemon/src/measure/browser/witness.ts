/**
 * The browser's part in a run: whether it is asked at all, what it adds to the examination, and its veto on
 * fixes that make the page look different or worse.
 */

import { findAudit } from '../audits/index.ts';
import type { BuiltEyes } from '../fixes/revise-built.ts';
import type { Eyes, Guard } from '../fixes/trial.ts';
import { MAX_PIXEL_CHANGE_PERCENT, MAX_QUOTE } from '../limits.ts';
import { measure } from '../measure.ts';
import { buildPage, type Page } from '../model/page.ts';
import { type Examination, examine, judge } from '../panel.ts';
import { BrowserError, type BrowserFacts, type BrowserInput } from './facts.ts';
import { asRendered, isLocalScript, leftOpen, mergeBrowser, mergeBuilt, worseThan } from './results.ts';
import { CONTRAST } from './seen.ts';

/** A browser to measure with; `BrowserHost` is one. */
export interface Meter {
  measure(input: BrowserInput): Promise<BrowserFacts>;
  /** Per cent of the pixels. */
  pixelChange(before: Uint8Array, after: Uint8Array): Promise<number>;
}

/** How a page was looked at. */
export type Sight =
  | { kind: 'source' }
  /** There is a browser, and it is asked once the source has nothing open. */
  | { kind: 'later' }
  | { kind: 'seen'; version: string }
  /** The source is empty; what its scripts build was measured instead. */
  | { kind: 'rendered'; version: string }
  | { kind: 'unseen'; reason: string };

/** Begins the reason of a fix that the browser refused. */
export const GUARD_MARK = 'browser: ';

/** What the source lets pass is looked at before it ships. */
function mayShip({ findings }: Examination): boolean {
  return findings.every(({ severity }) => severity === 'minor');
}

/** Whether anything of it can be built here: what a script of another site would do is not known. */
export function hasScripts(page: Page): boolean {
  return page.byTag('script').some((script) => {
    const kind = script.attributes.get('type')?.trim().toLowerCase() ?? '';
    return /^(|module|text\/javascript|application\/javascript)$/.test(kind) && isLocalScript(script);
  });
}

export class BrowserWitness {
  readonly #meter: Meter;
  readonly #when: 'needed' | 'always';
  /** Once it is asked, it is asked to the end; null once it has failed. */
  #asked: boolean | null = false;
  #first: BrowserFacts | null = null;
  /** The page a guard lets pass is the page that is looked at next: it is measured once. */
  #accepted: { html: string; facts: BrowserFacts } | null = null;
  #last: { html: string; facts: BrowserFacts } | null = null;
  /** As its scripts build it; the last two that were looked at. */
  #firstBuilt: { html: string; facts: BrowserFacts } | null = null;
  #lastBuilt: { html: string; facts: BrowserFacts } | null = null;
  #folder: string | null = null;

  constructor(meter: Meter, when: 'needed' | 'always') {
    this.#meter = meter;
    this.#when = when;
  }

  /** With `needed`, a browser that fails is said and the source stands; with `always` it rejects. */
  async look(page: Page, source: Examination): Promise<{ examination: Examination; sight: Sight }> {
    if (this.#asked === false)
      this.#asked = this.#when === 'always' || leftOpen(page, source.results) || mayShip(source);
    if (this.#asked !== true)
      return { examination: source, sight: { kind: this.#asked === false ? 'later' : 'source' } };
    this.#folder = page.folder;
    try {
      return page.gaps.content === null ? await this.#seen(page, source) : await this.#rendered(page, source);
    } catch (error) {
      if (this.#when === 'always') throw error;
      this.#asked = null;
      const reason = (error instanceof Error ? error.message : String(error)).slice(0, MAX_QUOTE);
      return { examination: source, sight: { kind: 'unseen', reason } };
    }
  }

  /**
   * As `look`, whether or not the source leaves anything open: the author wants to know what else there is to fix. It
   * does not make the browser a judge of the rounds to come.
   */
  async lookCloser(page: Page, source: Examination): Promise<{ examination: Examination; sight: Sight }> {
    const asked = this.#asked;
    if (asked === false) this.#asked = true;
    const looked = await this.look(page, source);
    if (asked === false && this.#asked === true) this.#asked = false;
    return looked;
  }

  /** Null where the browser has failed on the way: then the page stays as it was. */
  async whileItLooks<Result>(work: () => Promise<Result>): Promise<Result | null> {
    try {
      return await work();
    } catch (error) {
      if (this.#when === 'always' || !(error instanceof BrowserError)) throw error;
      this.#asked = null;
      return null;
    }
  }

  /** For fixes of what only the browser sees; rejects where it can no longer look. */
  readonly eyes: Eyes = async (page, source) => mergeBrowser(page, source, await this.#factsOf(page.html));

  /** For fixes of what only its scripts build; rejects where it can no longer look. */
  readonly built: BuiltEyes = {
    look: async (page) => {
      const facts = await this.#builtFacts(page.html);
      const { path, design, brief, bar } = page;
      const rendered = await buildPage({ html: facts.rendered ?? page.html, path, design, brief, bar });
      const made: Page = Object.assign(rendered, { isBuilt: true as const });
      const audits = [findAudit(CONTRAST)].filter((audit) => audit !== undefined);
      const [contrast] = mergeBrowser(made, measure(made, audits), facts);
      const faint = facts.violations.find(({ rule }) => rule === 'color-contrast')?.nodes.length ?? 0;
      return contrast === undefined ? null : { page: made, contrast, faint };
    },
    objection: async (before, after) => {
      const [then, now] = [await this.#builtFacts(before), await this.#builtFacts(after)];
      const change = await this.#meter.pixelChange(then.screenshot, now.screenshot);
      if (change > MAX_PIXEL_CHANGE_PERCENT) return `${GUARD_MARK}the page would look different`;
      const worse = worseThan(then, now);
      return worse === null ? null : `${GUARD_MARK}${worse}`;
    },
  };

  async #builtFacts(html: string): Promise<BrowserFacts> {
    const known = [this.#lastBuilt, this.#firstBuilt].find((one) => one?.html === html);
    if (known != null) return known.facts;
    const facts = await this.#meter
      .measure({ html, folder: this.#folder, scripts: 'run' })
      .catch((error: unknown) => {
        throw new BrowserError(error instanceof Error ? error.message : String(error), { cause: error });
      });
    this.#firstBuilt = this.#lastBuilt;
    this.#lastBuilt = { html, facts };
    return facts;
  }

  readonly guard: Guard = async (html) => {
    if (this.#first === null || this.#asked === null) return null;
    try {
      return await this.#objection(html, this.#first);
    } catch (error) {
      if (this.#when === 'always') throw error;
      this.#asked = null;
      return null;
    }
  };

  async #objection(html: string, first: BrowserFacts): Promise<string | null> {
    const facts = await this.#factsOf(html);
    const change = await this.#meter.pixelChange(first.screenshot, facts.screenshot);
    if (change > MAX_PIXEL_CHANGE_PERCENT) {
      const bound = `at most ${MAX_PIXEL_CHANGE_PERCENT} % may`;
      return `${GUARD_MARK}the page would look different: ${change.toFixed(0)} % of its pixels change, ${bound}`;
    }
    const worse = worseThan(this.#accepted?.facts ?? first, facts);
    if (worse !== null) return `${GUARD_MARK}${worse}`;
    this.#accepted = { html, facts };
    return null;
  }

  /** One page is measured once, whoever asks next. */
  async #factsOf(html: string): Promise<BrowserFacts> {
    if (this.#last?.html === html) return this.#last.facts;
    try {
      const facts = await this.#meter.measure({ html, folder: this.#folder });
      this.#last = { html, facts };
      return facts;
    } catch (error) {
      throw new BrowserError(error instanceof Error ? error.message : String(error), { cause: error });
    }
  }

  async #seen(page: Page, source: Examination): Promise<{ examination: Examination; sight: Sight }> {
    const known = this.#accepted?.html === page.html ? this.#accepted.facts : null;
    const facts =
      known ??
      (await this.#meter.measure({ html: page.html, folder: page.folder, crops: this.#first === null }));
    this.#first ??= facts;
    this.#accepted = { html: page.html, facts };
    const results = mergeBrowser(page, source.results, facts);
    const examination = judge(page, results);
    const sight: Sight = { kind: 'seen', version: facts.version };
    if (!mayShip(examination) || !hasScripts(page)) return { examination, sight };
    // Before it ships it is looked at once as visitors meet it.
    const built = await this.#builtFacts(page.html);
    return { examination: judge(page, mergeBuilt(page, results, facts, built)), sight };
  }

  async #rendered(page: Page, source: Examination): Promise<{ examination: Examination; sight: Sight }> {
    const facts = await this.#meter.measure({ html: page.html, folder: page.folder, scripts: 'run' });
    const { path, design, brief, bar } = page;
    const rendered = await buildPage({ html: facts.rendered ?? page.html, path, design, brief, bar });
    // Scripts that need the network build nothing here either.
    if (rendered.blocks.length === 0) {
      return {
        examination: source,
        sight: { kind: 'unseen', reason: 'its scripts show nothing without the network' },
      };
    }
    const results = asRendered(mergeBrowser(rendered, examine(rendered).results, facts));
    return { examination: judge(rendered, results), sight: { kind: 'rendered', version: facts.version } };
  }
}
