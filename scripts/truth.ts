/**
 * Holds what we compute against what is true, on cases nothing here was tuned to.
 *
 *   npm run truth -- css [folder] [--pages N] [--seed N] [--show N]
 *   npm run truth -- act folder [--tools static,browser,axe,alfa] [--rules id,…] [--keep file] [--resume]
 *     [--sets given,rewritten] [--write] [--show N]
 *   npm run truth -- pathological [words] [--commands check,review]
 *
 * `css`: computed values of generated pages, and of the pages of a folder, against Chromium's. Prints the share that
 * agrees and the differences by cause; exits 1 below the target.
 * `act`: W3C's ACT cases, from a clone of w3c/wcag-act-rules, asked of us, axe and Alfa, as they are and rewritten.
 * `--keep` keeps what the tools said, so that they can be asked one after the other; `--write` writes docs/accuracy.md.
 * `pathological`: pages that are too much of one thing; each must end in time, in memory and with a verdict or a reason.
 */
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findBrowser } from '../apps/daemon/src/measure/browser/find.ts';
import { generatedPage } from '../apps/daemon/src/measure/model/test/css-pages.ts';
import { type Agreement, compareStyles } from '../apps/daemon/src/measure/model/test/css-truth.ts';
import { TOOLS } from '../apps/daemon/src/measure/test/act/tools.ts';
import { runAct, SETS } from './act/run.ts';
import { runPathological } from './pathological/run.ts';

const TARGET = 0.995;
const PAGES = 60;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pages: { type: 'string', default: `${PAGES}` },
    seed: { type: 'string', default: '1' },
    show: { type: 'string', default: '40' },
    tools: { type: 'string', default: TOOLS.join(',') },
    rules: { type: 'string', default: '' },
    keep: { type: 'string' },
    sets: { type: 'string', default: SETS.join(',') },
    commands: { type: 'string', default: 'check' },
    resume: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const [suite, folder] = positionals;
if (suite === 'act' && folder !== undefined) {
  const asked = values.tools.split(',');
  await runAct({
    folder: resolve(folder),
    tools: TOOLS.filter((tool) => asked.includes(tool)),
    rules: values.rules.split(',').filter((rule) => rule !== ''),
    keep: values.keep ?? null,
    sets: SETS.filter((set) => values.sets.split(',').includes(set)),
    resume: values.resume,
    write: values.write,
    show: Number(values.show),
  });
  process.exit(0);
}
if (suite === 'pathological') {
  const missed = await runPathological({
    words: positionals.slice(1),
    commands: values.commands.split(','),
  });
  process.exit(missed === 0 ? 0 : 1);
}
if (suite !== 'css') {
  console.error('Name a suite: npm run truth -- css [folder], act folder, or pathological.');
  process.exit(2);
}
const found = await findBrowser({ env: process.env });
if (found === null) {
  console.error('No Chromium found: install one, or name it in OD_BROWSER.');
  process.exit(2);
}
const first = Number(values.seed);
const agreement = await compareStyles(found, pages(Number(values.pages)));
const share = print(agreement);
process.exit(share >= TARGET ? 0 : 1);

function* pages(count: number): Generator<{ name: string; html: string; path?: string }> {
  if (folder === undefined) {
    for (let seed = first; seed < first + count; seed += 1)
      yield { name: `seed ${seed}`, html: generatedPage(seed) };
    return;
  }
  const root = resolve(folder);
  for (const name of globSync('**/*.html', { cwd: root }).sort().slice(0, count)) {
    const path = join(root, name);
    yield { name, html: readFileSync(path, 'utf8'), path };
  }
}

function print({ pairs, differences, skipped }: Agreement): number {
  const share = pairs === 0 ? 0 : 1 - differences.length / pairs;
  console.log(
    `${pairs} pairs of element and property, ${differences.length} differ: ${(share * 100).toFixed(2)} % agree.`,
  );
  if (skipped.length > 0)
    console.log(`${skipped.length} pages have another tree in the browser: ${skipped.join(', ')}`);
  const counts = new Map<string, number>();
  for (const { property } of differences) counts.set(property, (counts.get(property) ?? 0) + 1);
  for (const [property, count] of [...counts].sort((a, b) => b[1] - a[1]))
    console.log(`${`${count}`.padStart(6)}  ${property}`);
  for (const { page, element, property, ours, browser } of differences.slice(0, Number(values.show)))
    console.log(`  ${page} ${element} ${property}: ours ${ours}, browser ${browser}`);
  return share;
}
