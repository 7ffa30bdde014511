/**
 * The development corpus: reviews every page of a folder, fixes what can be fixed, and lets axe in a settled
 * Chromium judge both versions. Without a folder the `startbootstrap-*` packages are fetched from npm into a
 * temporary one. Prints one table; exits 1 when a page got worse or crashed.
 *
 *   node scripts/corpus.ts [folder] [--limit N]
 */
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BrowserMeter } from '../apps/daemon/src/measure/browser/browser.ts';
import type { BrowserFacts } from '../apps/daemon/src/measure/browser/facts.ts';
import { findBrowser } from '../apps/daemon/src/measure/browser/find.ts';
import { revise } from '../apps/daemon/src/measure/fixes/revise.ts';
import { buildPage, type Page } from '../apps/daemon/src/measure/model/page.ts';
import { pathOf } from '../apps/daemon/src/measure/model/selector.ts';
import { readPageFile } from '../apps/daemon/src/measure/model/source.ts';
import { examine } from '../apps/daemon/src/measure/panel.ts';

const PACKAGES = [
  'agency', 'bare', 'blog-home', 'blog-post', 'business-casual', 'business-frontpage', 'clean-blog', 'coming-soon',
  'creative', 'freelancer', 'full-width-pics', 'grayscale', 'heroic-features', 'landing-page', 'modern-business',
  'new-age', 'one-page-wonder', 'personal', 'resume', 'sb-admin', 'sb-admin-2', 'scrolling-nav', 'shop-homepage',
  'shop-item', 'simple-sidebar', 'stylish-portfolio',
]; // biome-ignore format: one list

const MAX_ROUNDS = 3;

interface Row {
  name: string;
  before: number;
  after: number;
  /** Contrast, element by element: what both, only axe, and only we call failing. */
  both: number;
  onlyAxe: number;
  onlyOurs: number;
  pixels: number;
  milliseconds: number;
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { limit: { type: 'string' } } });
const folder = positionals[0] === undefined ? fetchCorpus() : resolve(positionals[0]);
const files = globSync('**/*.html', {
  cwd: folder,
  exclude: (name) => /node_modules|(^|\/)src(\/|$)|vendor/.test(String(name)),
})
  .sort()
  .slice(0, Number(values.limit ?? Number.POSITIVE_INFINITY));
const found = await findBrowser({ env: process.env });
if (found === null) {
  console.error(
    'No Chromium found: install one, or `npm install @sparticuz/chromium` beside this repository.',
  );
  process.exit(2);
}
const meter = await BrowserMeter.launch(found);
const rows: Row[] = [];
const crashes: string[] = [];
for (const file of files) {
  try {
    rows.push(await reviewPage(file));
    process.stderr.write('.');
  } catch (error) {
    crashes.push(`${file}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`);
  }
}
await meter.close();
process.stderr.write('\n');
report(rows, crashes);
process.exitCode = crashes.length > 0 || rows.some((row) => row.after > row.before) ? 1 : 0;

async function reviewPage(file: string): Promise<Row> {
  const path = join(folder, file);
  const start = performance.now();
  const original = await buildPage({ html: await readPageFile(path), path });
  let page = original;
  for (let round = 1; round < MAX_ROUNDS; round += 1) {
    const { html } = await revise(page, examine(page));
    if (html === page.html) break;
    page = await buildPage({ html, path });
  }
  const milliseconds = performance.now() - start;
  const before = await meter.measure({ html: original.html, folder: dirname(path), scripts: 'run' });
  const after = await meter.measure({ html: page.html, folder: dirname(path), scripts: 'run' });
  const comparable = comparablePaths(original, before);
  const axe = contrastNodes(before.violations).intersection(comparable);
  const measured = contrastPaths(original).intersection(comparable);
  return {
    name: file.replace(/^startbootstrap-/, '').replace('/package/dist', ''),
    before: nodeCount(before),
    after: nodeCount(after),
    both: axe.intersection(measured).size,
    onlyAxe: axe.difference(measured).size,
    onlyOurs: measured.difference(axe).size,
    pixels: await meter.pixelChange(before.screenshot, after.screenshot),
    milliseconds,
  };
}

/** By axe's default rules; target size, which we ask for besides, is not one of them. */
function nodeCount({ violations }: BrowserFacts): number {
  return violations.reduce((sum, { rule, nodes }) => sum + (rule === 'target-size' ? 0 : nodes.length), 0);
}

type AxeRules = BrowserFacts['incomplete'];

function contrastNodes(rules: AxeRules): Set<string> {
  return new Set(
    rules
      .filter(({ rule }) => rule === 'color-contrast')
      .flatMap(({ nodes }) => nodes.map((node) => node.path)),
  );
}

/** Places both sides see alike: not moved by a script, and not left undecided by axe. */
function comparablePaths(page: Page, facts: BrowserFacts): Set<string> {
  const undecided = contrastNodes(facts.incomplete);
  const paths = new Set<string>();
  for (const element of page.elements) {
    const own = element.children.find((child) => child.kind === 'text' && child.value.trim() !== '');
    if (own?.kind !== 'text') continue;
    const path = pathOf(element);
    if (facts.texts[path] === own.value.trim().slice(0, 30) && !undecided.has(path)) paths.add(path);
  }
  return paths;
}

/** Where static measurement finds text below AA, in the way both sides name a place. */
function contrastPaths(page: Page): Set<string> {
  const paths = new Set<string>();
  for (const { outcome, element } of page.engine.outcomes('R69')) {
    if (outcome === 'failed' && element !== null) paths.add(pathOf(element));
  }
  return paths;
}

function report(list: readonly Row[], broken: readonly string[]): void {
  const sum = (pick: (row: Row) => number): number => list.reduce((total, row) => total + pick(row), 0);
  const [before, after] = [sum((row) => row.before), sum((row) => row.after)];
  const [both, onlyAxe, onlyOurs] = [
    sum((row) => row.both),
    sum((row) => row.onlyAxe),
    sum((row) => row.onlyOurs),
  ];
  const pixels = list.map((row) => row.pixels).sort((a, b) => a - b);
  for (const row of list) {
    const mark = row.after > row.before ? '  WORSE' : '';
    console.log(
      `${row.name.padEnd(44)} ${String(row.before).padStart(4)} → ${String(row.after).padStart(3)}  ${row.pixels.toFixed(2).padStart(6)} %  ${Math.round(row.milliseconds)} ms${mark}`,
    );
  }
  for (const line of broken) console.log(`crash  ${line}`);
  console.log(
    `pages ${list.length}, crashes ${broken.length}, worse ${list.filter((row) => row.after > row.before).length}`,
  );
  console.log(
    `violating nodes ${before} → ${after} (−${before === 0 ? 0 : (100 * (1 - after / before)).toFixed(1)} %)`,
  );
  console.log(
    `contrast recall ${ratio(both, both + onlyAxe)}, precision ${ratio(both, both + onlyOurs)} (both ${both}, only axe ${onlyAxe}, only static ${onlyOurs})`,
  );
  console.log(`pixel change, median ${(pixels[Math.floor(pixels.length / 2)] ?? 0).toFixed(2)} %`);
}

function ratio(part: number, whole: number): string {
  return whole === 0 ? 'n/a' : (part / whole).toFixed(3);
}

function fetchCorpus(): string {
  const target = mkdtempSync(join(tmpdir(), 'corpus-'));
  for (const name of PACKAGES) {
    const full = `startbootstrap-${name}`;
    try {
      const [archive] = execFileSync('npm', ['pack', full, '--silent'], { cwd: target, encoding: 'utf8' })
        .trim()
        .split('\n');
      mkdirSync(join(target, full));
      execFileSync('tar', ['xzf', archive ?? '', '-C', full], { cwd: target });
    } catch {
      console.error(`${full} could not be fetched and is left out`);
    }
  }
  return target;
}
