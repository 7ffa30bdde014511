/**
 * Pages that nobody tuned for: each is reviewed as `jury review --browser auto` does it, and axe in a settled Chromium
 * judges the page as given and as kept. Prints a row for each page, then what is left by rule; exits 1 when a page is
 * worse, crashed, or shipped with a serious or critical node.
 *
 *   node scripts/corpus-review.ts list.json [--sample N] [--seed N] [--skip N] [--only WORD] [--out folder]
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { openJury } from '../apps/daemon/src/library/index.ts';
import { BrowserMeter } from '../apps/daemon/src/measure/browser/browser.ts';
import type { BrowserFacts } from '../apps/daemon/src/measure/browser/facts.ts';
import { findBrowser } from '../apps/daemon/src/measure/browser/find.ts';
import { readPageFile } from '../apps/daemon/src/measure/model/source.ts';
import { type ListedPage, listedPages } from './corpus-list.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    skip: { type: 'string', default: '0' },
    only: { type: 'string' },
    out: { type: 'string' },
  },
});

interface Left {
  rule: string;
  impact: string | null;
  nodes: number;
}

interface Row {
  name: string;
  before: Left[];
  after: Left[];
  ships: boolean;
  status: string;
  pixels: number;
  milliseconds: number;
}

const [list] = positionals;
const found = await findBrowser({ env: process.env });
if (list === undefined || found === null) {
  console.error(list === undefined ? 'Name a list of pages.' : 'No Chromium found: install one.');
  process.exit(2);
}
const sample =
  values.sample === undefined
    ? null
    : { seed: Number(values.seed), skip: Number(values.skip), count: Number(values.sample) };
const pages = listedPages(list, sample).filter(({ name }) => name.includes(values.only ?? ''));
const jury = await openJury({ env: process.env });
let meter = await BrowserMeter.launch(found);
const rows: Row[] = [];
const crashes: string[] = [];
for (const page of pages) {
  try {
    const row = await reviewed(page);
    rows.push(row);
    console.log(line(row));
  } catch (error) {
    crashes.push(page.name);
    console.log(
      `${page.name}: crash, ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`,
    );
    if (!meter.isAlive) meter = await BrowserMeter.launch(found);
  }
}
await Promise.all([meter.close(), jury.close()]);
report(rows);
process.exitCode = crashes.length > 0 || rows.some((row) => isWorse(row) || isGraveShip(row)) ? 1 : 0;

async function reviewed({ name, path }: ListedPage): Promise<Row> {
  const html = await readPageFile(path);
  const start = performance.now();
  const { page, ships, status } = await jury.review(path);
  const milliseconds = performance.now() - start;
  const kept = page ?? html;
  const folder = dirname(path);
  const before = await meter.measure({ html, folder, scripts: 'run' });
  const after = kept === html ? before : await meter.measure({ html: kept, folder, scripts: 'run' });
  const pixels = await meter.pixelChange(before.screenshot, after.screenshot);
  const row = { name, before: leftOf(before), after: leftOf(after), ships, status, pixels, milliseconds };
  if (values.out !== undefined) keep(values.out, row, { html: kept, before, after });
  return row;
}

/** By axe's default rules; target size, which we ask for besides, is not one of them. */
function leftOf({ violations }: BrowserFacts): Left[] {
  return violations
    .filter(({ rule }) => rule !== 'target-size')
    .map(({ rule, impact, nodes }) => ({ rule, impact, nodes: nodes.length }));
}

function keep(
  folder: string,
  row: Row,
  { html, before, after }: { html: string; before: BrowserFacts; after: BrowserFacts },
): void {
  const at = join(folder, row.name.replaceAll(/[^\w.-]+/g, '_'));
  mkdirSync(at, { recursive: true });
  writeFileSync(join(at, 'after.html'), html);
  writeFileSync(join(at, 'before.png'), before.screenshot);
  writeFileSync(join(at, 'after.png'), after.screenshot);
  writeFileSync(join(at, 'row.json'), JSON.stringify({ ...row, left: after.violations }, null, 1));
}

function count(left: readonly Left[]): number {
  return left.reduce((sum, { nodes }) => sum + nodes, 0);
}

function graveIn(left: readonly Left[]): number {
  return count(left.filter(({ impact }) => impact === 'serious' || impact === 'critical'));
}

function isWorse({ before, after }: Row): boolean {
  return count(after) > count(before);
}

function isGraveShip({ ships, after }: Row): boolean {
  return ships && graveIn(after) > 0;
}

function line(row: Row): string {
  const marks = [row.status, isWorse(row) ? 'WORSE' : '', isGraveShip(row) ? 'SHIPPED WITH GRAVE NODES' : ''];
  const counts = `${String(count(row.before)).padStart(4)} → ${String(count(row.after)).padStart(4)} (grave ${graveIn(row.before)} → ${graveIn(row.after)})`;
  const rest = `${row.pixels.toFixed(2).padStart(6)} %  ${(row.milliseconds / 1000).toFixed(1)} s`;
  return `${row.name.slice(0, 60).padEnd(60)} ${counts}  ${rest}  ${marks.filter(Boolean).join(' ')}`;
}

function report(list: readonly Row[]): void {
  const before = list.reduce((sum, row) => sum + count(row.before), 0);
  const after = list.reduce((sum, row) => sum + count(row.after), 0);
  const pixels = list.map((row) => row.pixels).sort((a, b) => a - b);
  const share = before === 0 ? 0 : 100 * (1 - after / before);
  console.log(`\npages ${list.length}, crashes ${crashes.length}, worse ${list.filter(isWorse).length}`);
  console.log(
    `shipped ${list.filter(({ ships }) => ships).length}, with grave nodes ${list.filter(isGraveShip).length}`,
  );
  console.log(`violating nodes ${before} → ${after} (−${share.toFixed(1)} %)`);
  console.log(`pixel change, median ${(pixels[Math.floor(pixels.length / 2)] ?? 0).toFixed(2)} %\n`);
  const rules = new Set(list.flatMap((row) => row.before.concat(row.after).map(({ rule }) => rule)));
  const totals = [...rules].map((rule) => {
    const of = (left: readonly Left[]): number => count(left.filter((one) => one.rule === rule));
    return {
      rule,
      before: list.reduce((sum, row) => sum + of(row.before), 0),
      after: list.reduce((sum, row) => sum + of(row.after), 0),
      pages: list.filter((row) => of(row.after) > 0).length,
    };
  });
  for (const one of totals.sort((a, b) => b.after - a.after || b.before - a.before))
    console.log(
      `${one.rule.padEnd(34)} ${String(one.before).padStart(5)} → ${String(one.after).padStart(5)}  on ${one.pages} pages`,
    );
}
