import { expect, test } from 'vitest';
import { formatTable, shortfall } from '../bench/report.ts';
import { environmentProblems } from './check-environment.ts';
import { importsOf, layerOf, objection } from './check-layers.ts';
import { rulesIn, rulesNamedIn } from './check-rules.ts';
import { checkProtocolVersion } from './check-tree.ts';
import { completeLock, missingOptional } from './complete-lock.mjs';
import { table } from './generated-doc.ts';
import { LAYERS, type Layer } from './layers.ts';

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

test('a lock file gets the platform packages it lacks, nested ones are found', () => {
  const lock = {
    packages: {
      '': {},
      'node_modules/tool': {
        version: '1.0.0',
        dev: true,
        optionalDependencies: {
          '@tool/linux-x64-musl': '1.0.0',
          '@tool/darwin-arm64': '1.0.0',
          'tool-win32-x64': '1.0.0',
        },
      },
      'node_modules/tool/node_modules/@tool/darwin-arm64': { version: '1.0.0' },
      'node_modules/tool-win32-x64': { version: '1.0.0' },
    },
  };
  const { lock: complete, unreadable } = completeLock(lock);
  expect(unreadable).toEqual([]);
  expect(missingOptional(complete)).toEqual([]);
  expect(JSON.parse(JSON.stringify(complete.packages['node_modules/@tool/linux-x64-musl']))).toEqual({
    version: '1.0.0',
    cpu: ['x64'],
    dev: true,
    libc: ['musl'],
    optional: true,
    os: ['linux'],
  });
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
