import { expect, test } from 'vitest';
import { formatTable, shortfall } from '../bench/report.ts';
import { environmentProblems } from './check-environment.ts';
import { importsOf, layerOf, objection } from './check-layers.ts';
import { checkLock, lockProblems, settingsProblems } from './check-lock.ts';
import { rulesIn, rulesNamedIn } from './check-rules.ts';
import { checkProtocolVersion } from './check-tree.ts';
import { table } from './generated-doc.ts';
import { LAYERS, type Layer } from './layers.ts';
import { readLock } from './lock.ts';
import { billOfMaterials, isAllowed, licenceProblems } from './sbom.ts';

function layerNamed(file: string): Layer {
  const layer = layerOf(file);
  if (layer === undefined) throw new Error(`${file} has no layer`);
  return layer;
}

test('imports are found with their lines: static, over several lines, for effect, and dynamic', () => {
  const source = [
    "import { a } from './a.ts';",
    'import type {',
    '  B,',
    "} from '@scope/b/c';",
    "import './effect.ts';",
    "const later = () => import('./later.ts');",
    "export { d } from 'd';",
    "const text = 'not from anywhere';",
  ].join('\n');
  expect(importsOf(source)).toEqual([
    { specifier: './a.ts', line: 1 },
    { specifier: '@scope/b/c', line: 4 },
    { specifier: './effect.ts', line: 5 },
    { specifier: './later.ts', line: 6 },
    { specifier: 'd', line: 7 },
  ]);
});

test.each([
  ['packages/contracts/src/theater/sse.ts', 'zod', null],
  ['packages/contracts/src/theater/sse.ts', 'node:fs', 'contracts may not use Node'],
  ['packages/contracts/src/theater/sse.ts', 'hono', 'contracts may not use the package hono'],
  ['apps/daemon/src/protocols/theater/scoreboard.ts', './ledger.ts', null],
  ['apps/daemon/src/protocols/theater/scoreboard.ts', '@design-jury/contracts/theater/critique', null],
  ['apps/daemon/src/protocols/theater/scoreboard.ts', 'node:crypto', 'pure cores may not use Node'],
  [
    'apps/daemon/src/protocols/theater/parsers/v1.ts',
    '../../../host/stream/bus.ts',
    'pure cores may not import `host/`',
  ],
  ['apps/daemon/src/host/stream/bus.ts', 'pino', null],
  ['apps/daemon/src/host/stream/bus.ts', '../../server.ts', '`host/` may not import `routes/`, `server`'],
  ['apps/daemon/src/agents/registry.ts', '../jury-error.ts', null],
  ['apps/daemon/src/agents/registry.ts', '../engine.ts', '`agents/` may not import `engine`'],
  [
    'apps/daemon/src/agents/registry.ts',
    '../protocols/theater/offline/grounded-panel.ts',
    '`agents/` may not import `protocols/`',
  ],
  ['apps/daemon/src/store/store.ts', '../net/guard.ts', '`store/` may not import `net/`'],
  ['apps/daemon/src/skills/rollout.ts', '../conformance/cycle.ts', '`skills/` may not import `conformance/`'],
  ['apps/daemon/src/protocols/loop/perform.ts', '../../line-diff.ts', null],
  [
    'apps/daemon/src/protocols/loop/perform.ts',
    '../../report/html.ts',
    '`protocols/` may not import `report/`',
  ],
  ['apps/daemon/src/cli/review.ts', '../host/stream/bus.ts', null],
  [
    'apps/web/src/app.ts',
    '../../daemon/src/protocols/theater/parser.ts',
    '`apps/web` may not import pure cores',
  ],
  ['apps/web/src/app.ts', '@design-jury/contracts/theater/fold', null],
])('%s importing %s: %s', (file, specifier, expected) => {
  expect(objection(file, layerNamed(file), specifier)).toBe(expected);
});

test('a row imports only rows before it, so that no two folders can import each other', () => {
  const order = LAYERS.map(({ name }) => name);
  const upward = LAYERS.flatMap(({ name, imports }, index) =>
    imports
      .filter((target) => !order.slice(0, index).includes(target))
      .map((target) => `${name} → ${target}`),
  );
  expect(upward).toEqual([]);
  expect(new Set(order).size).toBe(order.length);
});

test('a rule is a list item or a table row that begins with its id', () => {
  const spec =
    '- [P1] one\n* **[P2]** two\n| [S1] | three |\n1. [S2a] four\nsee [P9] in the text\n- no rule [P8]';
  expect(rulesIn(spec)).toEqual(['P1', 'P2', 'S1', 'S2a']);
});

test('a rule is proved by a test name, and not by a skipped or planned one', () => {
  const open = '(';
  const tests = [
    `test${open}'[P1] reads', f)`,
    `test.each${open}[1])${open}\n  '[P2] [S1] %s', f)`,
    `it.skip${open}'[P3] later', f)`,
    `test.todo${open}'[P4] later')`,
    `const text = '[P5] is no name'`,
  ].join('\n');
  expect(rulesNamedIn(tests)).toEqual(['P1', 'P2', 'S1']);
});

const HASH = `sha512-${'A'.repeat(86)}==`;
const locked = (entry: object) => ({
  packages: { '': {}, 'node_modules/a': { version: '1.0.0', integrity: HASH, license: 'MIT', ...entry } },
});

test.each([
  ['has everything', {}, []],
  ['lacks a hash', { integrity: undefined }, [/no sha512 hash for a@1\.0\.0/]],
  ['has a weaker hash', { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }, [/no sha512 hash/]],
  ['names an address', { resolved: 'https://example.com/a.tgz' }, [/`resolved` address for a@1/]],
  ['has an install script', { hasInstallScript: true }, [/a@1\.0\.0 wants to run a script/]],
  [
    'names a platform package',
    { optionalDependencies: { 'a-linux': '1.0.0' } },
    [/a-linux@1\.0\.0 is named/],
  ],
])('a lock file whose package %s: %#', (_what, entry, expected) => {
  const problems = lockProblems(locked(entry));
  expect(problems).toHaveLength(expected.length);
  for (const [index, pattern] of expected.entries()) expect(problems[index]).toMatch(pattern);
});

test('a platform package is found beside the one that names it and above it', () => {
  const entry = { version: '1.0.0', integrity: HASH };
  const packages = {
    '': {},
    'node_modules/tool': { ...entry, optionalDependencies: { one: '1.0.0', two: '1.0.0', three: '1.0.0' } },
    'node_modules/tool/node_modules/one': entry,
    'node_modules/two': entry,
  };
  expect(lockProblems({ packages })).toEqual([
    expect.stringContaining('three@1.0.0 is named and not locked'),
  ]);
});

test('both lock files are looked at, that of the agent CLIs too', () => {
  expect(checkLock()).toEqual([]);
  const lock = readLock('conformance/package-lock.json');
  expect(Object.keys(lock.packages)).toContain('node_modules/@openai/codex');
  expect(lockProblems(lock)).toEqual([]);
});

test('settings of npm that would run scripts or write addresses are named', () => {
  expect(settingsProblems('ignore-scripts=true\nomit-lockfile-registry-resolved=true\n')).toEqual([]);
  expect(settingsProblems('#ignore-scripts=true\n')).toEqual([
    '.npmrc: lacks ignore-scripts=true',
    '.npmrc: lacks omit-lockfile-registry-resolved=true',
  ]);
});

test.each([
  ['MIT', true],
  ['(AFL-2.1 OR BSD-3-Clause)', true],
  ['MIT AND ISC', true],
  ['MIT AND GPL-3.0-only', false],
  ['GPL-3.0-only', false],
  ['SEE LICENSE IN LICENSE.txt', false],
  ['MIT OR (GPL-3.0-only AND ISC)', false],
  ['toString', false],
])('the licence %s is allowed: %s', (licence, allowed) => {
  expect(isAllowed(licence)).toBe(allowed);
  expect(licenceProblems(locked({ license: licence }))).toHaveLength(allowed ? 0 : 1);
  expect(licenceProblems(locked({ license: undefined }))).toHaveLength(1);
});

test('the bill of materials names every package once, by its hash, and only what it names depends on anything', () => {
  const bill = billOfMaterials(readLock());
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 });
  const refs = bill.components.map((component) => component['bom-ref']);
  expect(new Set(refs).size).toBe(refs.length);
  expect(refs.length).toBeGreaterThan(300);
  for (const component of bill.components)
    expect(component).toMatchObject({
      type: 'library',
      name: expect.stringMatching(/./),
      version: expect.stringMatching(/^\d/),
      purl: component['bom-ref'],
      hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
    });
  const known = new Set([...refs, bill.metadata.component['bom-ref']]);
  const unknown = bill.dependencies.flatMap(({ ref, dependsOn }) =>
    [ref, ...dependsOn].filter((one) => !known.has(one)),
  );
  expect(unknown).toEqual([]);
  expect(JSON.stringify(billOfMaterials(readLock()))).toBe(JSON.stringify(bill));
});

test('a missed target says by how much', () => {
  expect(shortfall({ name: 'x', value: 3, unit: '×', target: 'at least 4', met: false })).toBe(
    '25 % too low',
  );
  expect(shortfall({ name: 'x', value: 90, unit: 'ms', target: 'at most 60', met: false })).toBe(
    '50 % too high',
  );
  expect(formatTable([{ name: 'x', value: 90, unit: 'ms', target: 'at most 60', met: false }])).toContain(
    'MISSED, 50 % too high',
  );
});

test('a version of the protocol without a grammar that reads it is named', () => {
  expect(checkProtocolVersion()).toEqual([]);
  expect(checkProtocolVersion(99)).toEqual([
    'PROTOCOL_VERSION is 99 and apps/daemon/src/protocols/theater/parsers/v99.ts does not exist',
  ]);
});

test.each([
  ['const home = process.env.HOME;', 2],
  ['const copy = { ...process.env };', 1],
  ["const token = env.OD_TOKEN ?? '';", 1],
  ["const token = env['OD_TOKEN'];", 1],
  ["throw new Error('set OD_NO_SUCH_THING');", 1],
  ["const token = readVariable(env, 'OD_TOKEN');", 0],
  ['const { env } = shell; run(env.name);', 0],
])('a line that goes around the table of variables is found: %s', (line, count) => {
  expect(environmentProblems('apps/daemon/src/cli/serve.ts', line)).toHaveLength(count);
});

test('only the entry and the shell ask the process for its environment', () => {
  const line = 'const env = Object.freeze({ ...process.env });';
  expect(environmentProblems('apps/daemon/src/cli/shell.ts', line)).toEqual([]);
});

test('a cell of a generated table keeps its bars and angle brackets as text', () => {
  expect(table(['A'], [['`on|off` in <folder>, `<id>`']])).toBe(
    '| A |\n|---|\n| `on\\|off` in &lt;folder>, `<id>` |',
  );
});
