/**
 * `npm run check:critique-coverage`: every field of the configuration, event of the grammar and of the stream, column,
 * tag and message is used by the product and by a test. A name that only its definition knows is dead.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEFAULT_CRITIQUE_CONFIG } from '@design-jury/contracts/defaults';
import { CRITIQUE_EVENT_NAMES } from '@design-jury/contracts/theater/sse';
import { TAG_NAMES } from '../apps/daemon/src/protocols/theater/parsers/tags.ts';
import { isUsed, keysIn, wordsOf } from './check-web.ts';
import { ROOT, sourceFiles } from './files.ts';
import { printTable, runSteps } from './steps.ts';

const TEST = /(\.(test|spec)\.tsx?$|\/(test|__tests__)\/|^e2e\/|^__fixtures__\/critique\/.*\.(txt|ndjson)$)/;
const PRODUCT = /^(apps|packages)\/[^/]+\/src\/.*\.(ts|tsx)$/;
const MIGRATIONS = /^apps\/daemon\/src\/store\/migrations\/.*\.up\.sql$/;
/** Shows every message in every language, so a message needs no test of its own. */
const EVERY_MESSAGE = 'every message of every language has its values filled in';

interface Kind {
  name: string;
  /** Files that define the names: a mention there proves nothing. */
  definedIn: RegExp;
  names: readonly string[];
  inProduct: (name: string, code: string) => boolean;
  inTests: (name: string, tests: string) => boolean;
}

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const word = (name: string, text: string): boolean =>
  new RegExp(`(?<![\\w.])${literal(name)}(?!\\w)`).test(text);
const anywhere = (name: string, text: string): boolean => new RegExp(`\\b${literal(name)}\\b`).test(text);
const literal = (text: string): string => text.replace(/[.$]/g, '\\$&');
const camel = (column: string): string =>
  column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const quoted = (name: string, text: string): boolean =>
  text.includes(`'${name}'`) || text.includes(`"${name}"`);

function kinds(): Kind[] {
  const sql = sourceFiles(MIGRATIONS).map(read).join('\n');
  const english = wordsOf('en');
  return [
    {
      name: 'configuration fields',
      definedIn: /contracts\/src\/(critique|defaults)\.ts$/,
      names: Object.keys(DEFAULT_CRITIQUE_CONFIG),
      inProduct: anywhere,
      inTests: anywhere,
    },
    {
      name: 'events of the grammar',
      definedIn: /contracts\/src\/critique\.ts$/,
      names: panelEvents(read('packages/contracts/src/theater/critique.ts')),
      inProduct: quoted,
      inTests: quoted,
    },
    {
      name: 'events of the stream',
      definedIn: /contracts\/src\/sse\.ts$/,
      names: CRITIQUE_EVENT_NAMES,
      inProduct: quoted,
      inTests: quoted,
    },
    {
      name: 'columns',
      definedIn: /store\/schema\.ts$/,
      names: columnsIn(sql),
      inProduct: (name, code) => word(name, code) || anywhere(camel(name), code),
      // A column of JSON is tested through the field it holds.
      inTests: (name, tests) => anywhere(name, tests) || anywhere(camel(name.replace(/_json$/, '')), tests),
    },
    {
      name: 'tags',
      definedIn: /parsers\/tags\.ts$/,
      names: TAG_NAMES,
      inProduct: anywhere,
      inTests: (name, tests) => tests.includes(`<${name}`),
    },
    {
      name: 'messages',
      definedIn: /web\/src\/i18n\//,
      names: keysIn(english),
      inProduct: isUsed,
      inTests: (name, tests) => tests.includes(EVERY_MESSAGE) || quoted(name, tests),
    },
  ];
}

/** The variants of the union, by its text: types leave nothing to ask at run time. */
export function panelEvents(source: string): string[] {
  const union = source.slice(source.indexOf('export type PanelEvent'));
  return [...union.matchAll(/^ {2}(?: {4})?(?:\| \{ )?type: '(\w+)'/gm)].map((match) => match[1] ?? '');
}

/** Of the tables that are there in the end: one that a later migration drops takes its columns with it. */
export function columnsIn(sql: string): string[] {
  const tables = new Map<string, string[]>();
  const steps = /CREATE TABLE (\w+) \(([\s\S]*?)\n\);|ALTER TABLE (\w+) ADD COLUMN (\w+)|DROP TABLE (\w+);/g;
  for (const [, created = '', body, altered = '', added = '', dropped] of sql.matchAll(steps)) {
    if (dropped !== undefined) tables.delete(dropped);
    else if (body !== undefined)
      tables.set(
        created,
        [...body.matchAll(/^ {2}(\w+) (?:TEXT|INTEGER|REAL)/gm)].map((match) => match[1] ?? ''),
      );
    else tables.set(altered, [...(tables.get(altered) ?? []), added]);
  }
  return [...new Set([...tables.values()].flat())];
}

export function checkCritiqueCoverage(): string[] {
  const tests = sourceFiles(TEST).map(read).join('\n');
  const product = sourceFiles(PRODUCT).filter((file) => !TEST.test(file));
  return kinds().flatMap(({ name: kind, definedIn, names, inProduct, inTests }) => {
    const code = product
      .filter((file) => !definedIn.test(file))
      .map(read)
      .join('\n');
    const problems = names.flatMap((name) => [
      ...(inProduct(name, code) ? [] : [`${kind}: ${name} is used nowhere in the product`]),
      ...(inTests(name, tests) ? [] : [`${kind}: ${name} is in no test`]),
    ]);
    console.log(`  ${kind}: ${names.length} names, ${problems.length} problems`);
    return names.length === 0 ? [`${kind}: no names were found`] : problems;
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const results = await runSteps([{ name: 'critique coverage', run: checkCritiqueCoverage }]);
  printTable(results);
  if (results.some(({ passed }) => !passed)) process.exitCode = 1;
}
