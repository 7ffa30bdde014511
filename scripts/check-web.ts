/**
 * `npm run check:web`: what the specification asks of the Theater and no other tool sees: sizes over the wire,
 * label sizes, colours, file lengths, demo leftovers, and that every locale has every key once.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { buildWeb } from './build-web.ts';
import { ROOT, sourceFiles } from './files.ts';
import { printTable, runSteps, runTool, type Step } from './steps.ts';

const KIB = 1024;
const MAX_STAGE_BYTES = 12 * KIB;
/** Scripts and the words of one language: what a page waits for before it can stand. */
const MAX_FIRST_LOAD_BYTES = 24 * KIB;
/** Sheets that come with them, side by side. */
const MAX_FIRST_SHEETS_BYTES = 8 * KIB;
/** Typefaces of Latin letters. A page is read before they are here (`font-display: swap`), and they are kept for good. */
const MAX_FIRST_TYPE_BYTES = 88 * KIB;
/** What the page about runs brings beyond the first load. */
const MAX_OPS_BYTES = 25 * KIB;
const MAX_LINES = 200;
const MIN_BODY_PX = 12;
/** Tags, badges and uppercase chrome may be smaller than body text. */
const CHROME = ['role-tag', 'dim-dot', 'round-divider', 'meta-pill'];
const LOCALES = ['en', 'de', 'ja', 'ko', 'zh-CN', 'zh-TW'];
const DIST = join(ROOT, 'apps/web/dist');

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const gzBytes = (path: string): number => gzipSync(readFileSync(path), { level: 9 }).length;
const kib = (bytes: number): string => `${(bytes / KIB).toFixed(2)} KiB`;

/** The stage alone with the framework, as an entry of its own. */
async function checkStage(): Promise<string[]> {
  const out = mkdtempSync(join(tmpdir(), 'jury-stage-'));
  try {
    const config = 'apps/web/vite.stage.config.ts';
    const problems = await runTool('vite', [
      'build',
      '--config',
      config,
      '--outDir',
      out,
      '--logLevel',
      'warn',
    ]);
    if (problems.length > 0) return problems;
    return within('the stage with its framework', loadBytes(out, ['stage.js']), MAX_STAGE_BYTES);
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

/** The sheets of a first page: one of all pages, and those its own parts bring. */
const FIRST_PAGES = { HomePage: ['index', 'form'], RunPage: ['index'] } as const;
const FIRST_TYPE = ['inter-latin-wght-normal', 'jetbrains-mono-latin-wght-normal'];

/** What a page loads before it stands: entry, its static imports, the page's own chunk, one locale; its sheets and its type. */
export async function checkFirstLoad(): Promise<string[]> {
  const problems = await buildWeb();
  if (problems.length > 0) return problems;
  const entry = /src="\/(assets\/[^"]+\.js)"/.exec(readFileSync(join(DIST, 'index.html'), 'utf8'))?.[1];
  if (entry === undefined) return ['apps/web/dist/index.html: names no script'];
  const ops = loadBytes(DIST, [entry, chunk('RunsPage'), chunk('OpsPage')]) - loadBytes(DIST, [entry]);
  const late = within(
    'how runs go, beyond the first load',
    ops + gzBytes(join(DIST, sheet('OpsPage'))),
    MAX_OPS_BYTES,
  );
  const first = Object.entries(FIRST_PAGES).flatMap(([page, sheets]) => {
    const bytes = loadBytes(DIST, [entry, chunk(page), chunk('en')]);
    const css = sheets.reduce((sum, name) => sum + gzBytes(join(DIST, sheet(name))), 0);
    return [
      ...within(`first load of ${page}, scripts and words`, bytes, MAX_FIRST_LOAD_BYTES),
      ...within(`first load of ${page}, sheets`, css, MAX_FIRST_SHEETS_BYTES),
    ];
  });
  // Packed already.
  const type = FIRST_TYPE.reduce((sum, name) => sum + statSync(join(DIST, chunk(name, 'woff2'))).size, 0);
  first.push(...within('first load, typefaces', type, MAX_FIRST_TYPE_BYTES));
  return [...first, ...late];
}

const sheet = (name: string): string => chunk(name, 'css');

function chunk(name: string, ending = 'js'): string {
  const file = readdirSync(join(DIST, 'assets')).find((entry) =>
    new RegExp(`^${name}-[\\w-]{8}\\.${ending}$`).test(entry),
  );
  if (file === undefined) throw new Error(`there is no ${ending} of ${name}`);
  return `assets/${file}`;
}

/** These files and everything they import at once, packed. */
function loadBytes(folder: string, entries: readonly string[]): number {
  const files = new Set<string>();
  const collect = (file: string): void => {
    if (files.has(file)) return;
    files.add(file);
    const source = readFileSync(join(folder, file), 'utf8');
    for (const [, name = ''] of source.matchAll(/(?:from|import)\s*"(\.{1,2}\/[^"]+\.js)"/g))
      collect(join(dirname(file), name));
  };
  for (const entry of entries) collect(entry);
  return [...files].reduce((sum, file) => sum + gzBytes(join(folder, file)), 0);
}

function within(what: string, bytes: number, limit: number): string[] {
  console.log(`  ${what}: ${kib(bytes)} packed of ${kib(limit)}`);
  return bytes <= limit ? [] : [`${what} is ${kib(bytes)} packed, allowed are ${kib(limit)}`];
}

export function smallFonts(file: string, css: string): string[] {
  const problems: string[] = [];
  for (const [rule, selector = '', body = ''] of css.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    for (const [, px = ''] of body.matchAll(/font(?:-size)?:[^;]*?(\d+(?:\.\d+)?)px/g)) {
      if (Number(px) >= MIN_BODY_PX || CHROME.some((name) => selector.includes(`.${name}`))) continue;
      problems.push(`${file}: ${selector.trim()}: ${px}px is below body size (${rule.length} characters)`);
    }
  }
  return problems;
}

function checkSources(): string[] {
  const problems: string[] = [];
  for (const file of sourceFiles(/^apps\/web\/src\/.*\.(ts|tsx|css)$/)) {
    const text = read(file);
    const lines = text.trimEnd().split('\n').length;
    if (file.endsWith('.css')) problems.push(...smallFonts(file, text));
    if (file.includes('/Theater/') && !file.includes('__tests__') && lines >= MAX_LINES)
      problems.push(`${file}: ${lines} lines; fewer than ${MAX_LINES} are allowed`);
    const hex = file.endsWith('.tsx') ? /#[0-9a-fA-F]{3,8}\b/.exec(text) : null;
    if (hex !== null && !file.includes('.test.')) problems.push(`${file}: the hex literal ${hex[0]}`);
  }
  return problems;
}

function checkBundles(): string[] {
  if (!existsSync(DIST)) return ['apps/web/dist: is not built'];
  return readdirSync(DIST, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(js|css|html)$/.test(file))
    .filter((file) => /data-demo|demo-tabs/.test(readFileSync(join(DIST, file), 'utf8')))
    .map((file) => `apps/web/dist/${file}: demo chrome in a bundle`);
}

/** Read as text: a duplicate key would be gone once it is an object. */
export function keysIn(source: string): string[] {
  return [...source.matchAll(/^ {2}"([\w.-]+)":/gm)].map((match) => match[1] ?? '');
}

function placeholders(source: string, key: string): string {
  const value = new RegExp(`^ {2}"${key.replaceAll('.', '\\.')}": "(.*)",?$`, 'm').exec(source)?.[1] ?? '';
  return [...new Set([...value.matchAll(/\{\w+\}/g)].map(([name]) => name))].sort().join(' ');
}

/** Both parts of a locale: a key may be in one of them only, once. */
export function wordsOf(locale: string): string {
  return ['', 'more-'].map((part) => read(`apps/web/src/i18n/${part}${locale}.json`)).join('\n');
}

function checkMessages(): string[] {
  const sources = new Map(LOCALES.map((locale) => [locale, wordsOf(locale)]));
  const english = sources.get('en') ?? '';
  const expected = keysIn(english);
  console.log(`  ${expected.length} keys in ${LOCALES.length} locales`);
  const problems: string[] = [];
  for (const [locale, source] of sources) {
    const keys = keysIn(source);
    const has = new Set(keys);
    for (const key of expected) {
      if (!has.has(key)) problems.push(`${locale}: lacks ${key}`);
      else if (placeholders(source, key) !== placeholders(english, key))
        problems.push(`${locale}: ${key} has other placeholders than English`);
    }
    for (const key of has)
      if (!expected.includes(key)) problems.push(`${locale}: ${key} is not a key of English`);
    for (const [index, key] of keys.entries())
      if (keys.indexOf(key) !== index) problems.push(`${locale}: ${key} is there twice`);
  }
  const code = sourceFiles(/^apps\/web\/src\/(?!i18n\/).*\.tsx?$/)
    .filter((file) => !file.includes('__tests__'))
    .map(read)
    .join('\n');
  for (const key of expected) if (!isUsed(key, code)) problems.push(`en: ${key} is used nowhere`);
  return problems;
}

/** Written out, or as the pattern it belongs to: t(`critiqueTheater.role.${role}`). */
export function isUsed(key: string, code: string): boolean {
  const prefix = key.slice(0, key.lastIndexOf('.') + 1);
  return code.includes(`'${key}'`) || code.includes(`\`${prefix}\${`);
}

export const WEB_CHECKS: readonly Step[] = [
  { name: 'web messages', run: checkMessages },
  { name: 'web sources', run: checkSources },
  { name: 'web first load', run: checkFirstLoad },
  { name: 'web stage size', run: checkStage },
  { name: 'web bundles', run: checkBundles },
];

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const results = await runSteps(WEB_CHECKS);
  printTable(results);
  if (results.some(({ passed }) => !passed)) process.exitCode = 1;
}
