/**
 * Who may import whom: the table of docs/architecture.md as data. `npm run check` holds both to each other
 * and every source file to this one.
 */

export interface Layer {
  /** As in the first column of the table in docs/architecture.md. */
  name: string;
  /** Globs, relative to the root. A file belongs to the first layer that names it. */
  files: readonly string[];
  /** Layers below that may be imported; a layer may always import itself. */
  imports: readonly string[];
  /** Built-in modules of Node. */
  node: boolean;
  /** npm packages: `any`, or the ones named. */
  packages: 'any' | readonly string[];
  /** True where a file may import only from its own protocol folder within the layer. */
  siblingsOnly?: boolean;
}

/** Files that hold nothing of the product and may import what they test or measure. */
export const UNLAYERED: readonly string[] = [
  '**/*.test.ts',
  '**/*.test.tsx',
  '**/test/**',
  '**/__tests__/**',
  'scripts/**',
  'bench/**',
  'e2e/**',
  'vitest.config.ts',
];

export const LAYERS: readonly Layer[] = [
  {
    name: 'contracts',
    files: ['packages/contracts/src/**'],
    imports: [],
    node: false,
    packages: ['zod'],
  },
  {
    name: 'pure cores',
    files: [
      'apps/daemon/src/protocols/theater/parsers/**',
      'apps/daemon/src/protocols/theater/{composite,errors,judgement,ledger,outcome,parser,render,rounding,scoreboard,scoreboard-end,scoreboard-hearing,scoreboard-round,scoreboard-state}.ts',
      'apps/daemon/src/protocols/loop/{concerns,criteria-sets,figures,grammar,grammar-parse,judgement,loop,loop-end,loop-hearing,loop-remedies,loop-state,stuck,validation,words}.ts',
      'apps/daemon/src/protocols/convergence/{acceptance,approval,clarifications,classification,config,coverage,grouping,plan-gate,requirements,rounds,trace-lane,wording}.ts',
      'apps/daemon/src/protocols/content/{election,machine,regressions,rubric,selection}.ts',
    ],
    imports: ['contracts'],
    node: false,
    // Character references are a table of 2,000 names: not ours to keep.
    packages: ['entities'],
    siblingsOnly: true,
  },
  {
    name: '`protocols/`, `host/`, `store/`, `agents/`, `measure/`',
    files: [
      'apps/daemon/src/{protocols,host,store,agents,conformance,net,measure,drill,skills,report}/**',
      'apps/daemon/src/{engine,env,env-table,jury,telemetry,version}.ts',
    ],
    imports: ['contracts', 'pure cores'],
    node: true,
    packages: 'any',
  },
  {
    name: '`routes/`, `server`, `cli/`',
    files: ['apps/daemon/src/{routes,cli}/**', 'apps/daemon/src/server.ts'],
    imports: ['contracts', 'pure cores', '`protocols/`, `host/`, `store/`, `agents/`, `measure/`'],
    node: true,
    packages: 'any',
  },
  {
    name: '`main`',
    files: ['apps/daemon/src/main.ts'],
    imports: [
      'contracts',
      'pure cores',
      '`protocols/`, `host/`, `store/`, `agents/`, `measure/`',
      '`routes/`, `server`, `cli/`',
    ],
    node: true,
    packages: 'any',
  },
  {
    name: '`apps/web`',
    files: ['apps/web/src/**'],
    imports: ['contracts'],
    node: false,
    packages: 'any',
  },
];
