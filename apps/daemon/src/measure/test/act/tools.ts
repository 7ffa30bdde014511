/** What each tool says of one page: the names of its checks that call something on it wrong. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import flattenedRules from '@siteimprove/alfa-rules';
import { type Browser, chromium } from 'playwright-core';
import { z } from 'zod';
import { barOf } from '../../bar.ts';
import { BrowserMeter } from '../../browser/browser.ts';
import type { FoundBrowser } from '../../browser/find.ts';
import { AWAIT_REST, awaitLoad, SETTLE } from '../../browser/scripts.ts';
import { serve } from '../../browser/serve.ts';
import { BrowserWitness } from '../../browser/witness.ts';
import { axeSource, openWorld } from '../../browser/world.ts';
import { MAX_BROWSER_BYTES } from '../../limits.ts';
import { buildPage, type Page } from '../../model/page.ts';
import { type Examination, examine } from '../../panel.ts';

export const TOOLS = ['static', 'browser', 'axe', 'alfa', 'accesslint'] as const;
export type Tool = (typeof TOOLS)[number];

export interface Asked {
  ask(html: string): Promise<string[]>;
  close(): Promise<void>;
}

export interface ToolRoom {
  /** What a page's addresses begin at. */
  root: string;
  found: FoundBrowser | null;
  /** AccessLint's script for browsers: no dependency of ours, so whoever asks it brings it. */
  accesslint: () => string;
}

export async function openTool(tool: Tool, { root, found, accesslint }: ToolRoom): Promise<Asked> {
  switch (tool) {
    case 'static':
      return { ask: async (html) => failing(examine(await pageOf(html, root))), close: async () => {} };
    case 'alfa':
      return { ask: async (html) => alfaSays(await pageOf(html, root)), close: async () => {} };
    case 'browser':
      return openOurs(root, needed(found));
    case 'axe':
      return openInPage(root, needed(found), { source: axeSource(), question: ALL_OF_AXE });
    case 'accesslint':
      return openInPage(root, needed(found), { source: accesslint(), question: ALL_OF_ACCESSLINT });
  }
}

function needed(found: FoundBrowser | null): FoundBrowser {
  if (found === null) throw new Error('No Chromium found: install one, or name it in OD_BROWSER.');
  return found;
}

/** The page lies at the site's root, so that its addresses lead where they should. */
function pageOf(html: string, root: string): Promise<Page> {
  // Some rules are of level AAA.
  return buildPage({ html, path: join(root, 'case.html'), bar: barOf({ level: 'AAA' }) });
}

/** A question that stays open is no claim. */
function failing({ results }: Examination): string[] {
  return results.filter(({ state }) => state === 'fail').map(({ audit }) => audit.id);
}

/** Figures must not depend on how busy a machine is. */
const PATIENT = { ms: 180_000, bytes: MAX_BROWSER_BYTES };

async function openOurs(root: string, found: FoundBrowser): Promise<Asked> {
  let meter = await BrowserMeter.launch(found, PATIENT);
  return {
    async ask(html) {
      if (!meter.isAlive) meter = await BrowserMeter.launch(found, PATIENT);
      const page = await pageOf(html, root);
      const source = examine(page);
      // Each page is its own run.
      const witness = new BrowserWitness(meter, 'always');
      try {
        return failing((await witness.look(page, source)).examination);
      } catch {
        // As in a review: what the browser cannot show is judged from its source.
        return failing(source);
      }
    },
    close: () => meter.close(),
  };
}

const ALFA_RULES = [...flattenedRules].map(({ uri }) => uri.slice(uri.lastIndexOf('-') + 1).toUpperCase());

function alfaSays({ engine }: Page): string[] {
  return ALFA_RULES.filter((rule) => {
    try {
      return engine.outcomes(rule).some(({ outcome }) => outcome === 'failed');
    } catch {
      return false;
    }
  });
}

/** Every rule axe has, those too that it leaves out unless asked: experimental and AAA ones. */
const ALL_OF_AXE = `(async () => {
  const rules = Object.fromEntries(axe.getRules().map(({ ruleId }) => [ruleId, { enabled: true }]));
  const { violations } = await axe.run(document, { resultTypes: ['violations'], rules, iframes: false });
  return violations.map(({ id }) => id);
})()`;

/** Its one rule of level AAA too, as ours and axe's are asked. */
const ALL_OF_ACCESSLINT = `(async () =>
  AccessLint.runAudit(document, { includeAAA: true }).violations.map(({ ruleId }) => ruleId)
)()`;

/** A tool that is a script: loaded into the page, then asked. */
interface PageTool {
  source: string;
  /** An expression that resolves with the names of the checks that fail. */
  question: string;
}

async function openInPage(
  root: string,
  { executablePath, args, env }: FoundBrowser,
  { source, question }: PageTool,
): Promise<Asked> {
  const browser: Browser = await chromium.launch({ executablePath, args, env, headless: true });
  return {
    async ask(html) {
      const context = await browser.newContext({ offline: true, reducedMotion: 'reduce' });
      try {
        // It sees a page as its reader does: with scripts.
        const address = await serve(context, { html, folder: root, scripts: 'run' });
        const tab = await context.newPage();
        await tab.goto(address, { waitUntil: 'commit' });
        const world = await openWorld(tab);
        await world.run(awaitLoad(5_000));
        await world.run(AWAIT_REST);
        await world.run(SETTLE);
        await world.run(source);
        return z.array(z.string()).parse(await world.run(question));
      } catch {
        return [];
      } finally {
        await context.close();
      }
    },
    close: () => browser.close(),
  };
}

const Manifest = z.object({ version: z.string() });

/** For the page of figures. */
export function versions(root: string): Record<'axe' | 'alfa', string> {
  const alfa = readFileSync(join(root, 'node_modules/@siteimprove/alfa-rules/package.json'), 'utf8');
  return {
    axe: /axe v(\d+\.\d+\.\d+)/.exec(axeSource())?.[1] ?? 'of unknown version',
    alfa: Manifest.parse(JSON.parse(alfa)).version,
  };
}
