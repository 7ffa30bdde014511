/**
 * `npm run gallery`: reviews the example pages and writes what came out into docs/gallery.md and the README, with
 * pictures where a browser is found. `--words` leaves the pictures as they are, `--check` reviews again and says whether the
 * words still hold.
 */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from './files.ts';

const COMMAND = 'npm run gallery';
const PICTURES = 'docs/images/gallery';
const PICTURED = 'examples/landing.html';
const REPORT_VIEW = { width: 1100, height: 1000 };

const PAGES = [
  { file: 'examples/good.html', what: 'A finished page' },
  { file: 'examples/landing.html', what: 'A decent draft with sixteen faults' },
  { file: 'examples/poor.html', what: 'Machine-made, with its placeholders still in' },
] as const;

interface Shown {
  file: string;
  what: string;
  /** The terminal's words, without times and places of this machine. */
  terminal: string;
  verdict: string;
  course: string;
  /** Must-fixes open after the first round and after the last. */
  open: string;
  /** The composite of the last round. */
  last: string;
  /** Defects written without knowing the checks: how many were planted, and seen. */
  unfamiliar: { planted: number; seen: number };
  /** Of the kinds the checks were built with. */
  familiar: { planted: number; seen: number };
}

function review(file: string, out: string, args: readonly string[]): { stdout: string; stderr: string } {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['apps/daemon/src/main.ts', 'review', file, '--out', out, '--data', join(out, '.od'), ...args],
    { cwd: ROOT, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1', COLUMNS: '80' } },
  );
  if (status !== 0 && status !== 1) throw new Error(`${file}: jury review ended with ${status}: ${stderr}`);
  return { stdout, stderr };
}

function show({ file, what }: (typeof PAGES)[number], folder: string): Shown {
  const out = join(folder, file.replaceAll('/', '-'));
  const { stdout, stderr } = review(file, out, ['--plain', '--browser', 'never', '--trust']);
  const ends = [...stderr.matchAll(/^round \d+ ends: composite ([\d.]+) .*$/gm)];
  const open = ends.map(([end]) => /(\d+) must-fix(?:es)? open/.exec(end)?.[1] ?? '0');
  const progress = stderr
    .split('\n')
    .filter((line) => /^round \d+ (?:(?:critic|brand|a11y|copy): [\d.]+|designer: \d+ fixes|ends)/.test(line))
    .map((line) => line.replace(/(designer: \d+ fixes): .*/, '$1'));
  // Up to the list of files: those lie elsewhere on every machine.
  const said = stdout.split(/\n\n {2}page /)[0] ?? '';
  return {
    file,
    what,
    terminal: [...progress, said]
      .join('\n')
      .replace(/ +(?:\d+ min )?\d+(?:\.\d+)? s$/m, '')
      // Which of its checks are asked follows from the run.
      .replace(/(held-out\s+(?:passes|does\s+not\s+pass))\s+\([^)]*\)/, '$1')
      .trimEnd(),
    verdict: /^SHIPPED/m.test(stdout) ? 'shipped' : 'not shipped',
    course: ends.map(([, composite]) => composite).join(' → '),
    last: ends.at(-1)?.[1] ?? '',
    unfamiliar: {
      planted: figure(said, /of (\d+) planted defects/, file),
      seen: figure(said, /without knowing the checks (\d+)/, file),
    },
    familiar: {
      planted: figure(said, /of (\d+) of kinds the checks were built with/, file),
      seen: figure(said, /: (\d+) of \d+ of kinds the checks/, file),
    },
    open: open[0] === open.at(-1) ? `${open[0]}` : `${open[0]} → ${open.at(-1)}`,
  };
}

/** Said over several lines; what is not there would be told of nothing. */
function figure(said: string, pattern: RegExp, file: string): number {
  const found = pattern.exec(said.replaceAll(/\s+/g, ' '))?.[1];
  if (found === undefined) throw new Error(`${file}: the trust lines say nothing like ${pattern.source}`);
  return Number(found);
}

function galleryPage(pages: readonly Shown[]): string {
  const [good, landing, poor] = pages;
  if (good === undefined || landing === undefined || poor === undefined)
    throw new Error('the gallery shows three pages');
  const sections = pages.map(({ file, what, terminal }) => {
    const name = nameOf(file);
    const pictures = existsSync(join(ROOT, PICTURES, `${name}-before.png`))
      ? `\n| As given | As kept |\n|---|---|\n| ![${what}, as given](images/gallery/${name}-before.png) | ![The same page after the fixes](images/gallery/${name}-after.png) |\n`
      : '';
    return `## ${name}.html\n\n${what}: [${file}](../${file}).\n\n\`\`\`text\n$ ./jury review ${file} --trust\n${terminal}\n\`\`\`\n${pictures}`;
  });
  return `<!-- Written by ${COMMAND} from real runs. Edits here are lost. -->

# Gallery

Three pages of ours, and what the grounded panel said of them: no model, no network, no browser. The pictures
need a browser; the words do not.

${sections.join('\n')}
## What the trust lines mean

- **good.html**: every audit that had something to look at was decided. Of ${good.unfamiliar.planted} defects that somebody wrote without
  knowing the checks ${good.unfamiliar.seen} were seen: a yes says that nothing of what is looked for is there, and
  ${good.unfamiliar.planted - good.unfamiliar.seen} of these would have passed. Of the kinds the checks were built with ${good.familiar.seen} of
  ${good.familiar.planted} were seen. Nobody changed the page, so there is no author whom a held-out panel could contradict.
- **landing.html**: the copy ends with ${landing.last}; its held-out line says whether the checks its author never heard of agree that it
  is still the same page, with nothing hidden or left out to get there.
- **poor.html**: its no does not depend on recall, since what was found is there; what is left to do is exactly the list, and the two
  scores. ${poor.unfamiliar.planted} defects could be planted in it, and ${good.unfamiliar.planted} in good.html: the fewer, the wider the interval.
- **not known** is the noise floor of all three, since nobody asked \`jury noise\` in these folders, and the number of effective votes,
  which needs eight rounds of stored runs.

## The report

Every review leaves one HTML file that needs nothing else: the verdict, the composite by round, the page before and
after, what is open, every score with its reason, and the changed lines.

![The report of landing.html: shipped, the composite from round to round, the page before and after](images/gallery/report.png)
`;
}

const MARKS = ['<!-- gallery -->', '<!-- /gallery -->'] as const;

function withTable(readme: string, pages: readonly Shown[]): string {
  const [from, to] = MARKS.map((mark) => readme.indexOf(mark));
  if (from === undefined || to === undefined || from < 0 || to < from)
    throw new Error(`README.md lacks ${MARKS.join(' … ')}`);
  const rows = pages.map(
    ({ file, what, verdict, course, open }) =>
      `| [${nameOf(file)}.html](${file}) | ${what} | ${course} | ${open} | **${verdict}** |`,
  );
  const table = `| Page | What it is | Composite | Open must-fixes | Verdict |\n|---|---|---|---|---|\n${rows.join('\n')}`;
  return `${readme.slice(0, from)}${MARKS[0]}\n${table}\n${readme.slice(to)}`;
}

function nameOf(file: string): string {
  return file.replace(/^.*\//, '').replace(/\.html$/, '');
}

/** One page before and after, and its report; needs a browser. */
async function takePictures(folder: string): Promise<void> {
  const { findBrowser } = await import('../apps/daemon/src/measure/browser/find.ts');
  const found = await findBrowser({ env: process.env, asRoot: process.getuid?.() === 0 });
  if (found === null) {
    console.log('no browser found: the pictures stay as they are');
    return;
  }
  mkdirSync(join(ROOT, PICTURES), { recursive: true });
  const out = join(folder, 'pictures');
  review(PICTURED, out, ['--quiet']);
  for (const when of ['before', 'after'] as const) {
    copyFileSync(join(out, `${when}.png`), join(ROOT, PICTURES, `${nameOf(PICTURED)}-${when}.png`));
  }
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({ executablePath: found.executablePath, args: found.args });
  try {
    const page = await browser.newPage({ viewport: REPORT_VIEW, colorScheme: 'light' });
    await page.goto(`file://${join(out, 'report.html')}`);
    await page.screenshot({ path: join(ROOT, PICTURES, 'report.png') });
  } finally {
    await browser.close();
  }
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'jury-gallery-'));
  try {
    const isCheck = process.argv.includes('--check');
    if (!isCheck && !process.argv.includes('--words')) await takePictures(folder);
    const pages = PAGES.map((page) => show(page, folder));
    const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
    const wanted = { 'docs/gallery.md': galleryPage(pages), 'README.md': withTable(readme, pages) };
    for (const [file, text] of Object.entries(wanted)) {
      if (!isCheck) writeFileSync(join(ROOT, file), text);
      else if (readFileSync(join(ROOT, file), 'utf8') !== text) {
        console.error(`${file} is not what the example pages give today; run ${COMMAND}`);
        process.exitCode = 1;
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
