/**
 * Who may import whom: the table of docs/architecture.md as data. `npm run check` holds both to each other
 * and every source file to this one.
 */

export interface Layer {
  /** As in the first column of the table in docs/architecture.md. */
  name: string;
  /** Globs, relative to the root. A file belongs to the first layer that names it. */
  files: readonly string[];
  /** Layers that may be imported, each earlier in the list; a layer may always import itself. */
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

/** What every folder of the daemon may import. */
const BELOW_FOLDERS = ['contracts', 'pure cores', 'leaves'] as const;

function names(...folders: readonly string[]): string[] {
  return folders.map((name) => `\`${name}/\``);
}

const NODE = { node: true, packages: 'any' } as const;

/** A folder of the daemon: a row of its own, over the folders it names. */
function folder(name: string, folders: readonly string[]): Layer {
  return {
    name: `\`${name}/\``,
    files: [`apps/daemon/src/${name}/**`],
    imports: [...BELOW_FOLDERS, ...names(...folders)],
    ...NODE,
  };
}

/** Folders below the protocols, in their order. */
const FOLDERS = ['home', 'disk', 'programs', 'store', 'net', 'measure', 'agents', 'skills', 'host'] as const;
/** What the engine, and whoever opens it, is made of. */
const BELOW_ENGINE = [
  ...BELOW_FOLDERS,
  ...names(...FOLDERS, 'protocols', 'trust', 'telemetry', 'report'),
  '`jury`',
];

/** From the bottom up: a row imports only rows above it in this list, so that no two can import each other. */
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
      'apps/daemon/src/protocols/theater/{composite,errors,judgement,ledger,outcome,parser,render,rounding,scoreboard,scoreboard-end,scoreboard-panel,scoreboard-round,scoreboard-state}.ts',
      'apps/daemon/src/protocols/loop/{concerns,criteria-sets,figures,grammar,grammar-parse,judgement,loop,loop-end,loop-inputs,loop-remedies,loop-state,stuck,validation,words}.ts',
      'apps/daemon/src/protocols/convergence/{acceptance,approval,clarifications,classification,config,coverage,grouping,plan-gate,requirements,rounds,trace-lane,wording}.ts',
      'apps/daemon/src/protocols/content/{election,events,machine,progress,record,regressions,rubric,selection,site-work}.ts',
    ],
    imports: ['contracts'],
    node: false,
    // Character references are a table of 2,000 names: not ours to keep.
    packages: ['entities'],
    siblingsOnly: true,
  },
  {
    name: 'leaves',
    files: [
      'apps/daemon/src/{command-name,env,env-table,fault-report,issue-words,jury-error,line-diff,make-folders,nearest-word,optional-parts,otel-variables,outcome-words,shown-text,trace-context,version,work}.ts',
    ],
    imports: ['contracts'],
    ...NODE,
  },
  folder('home', []),
  folder('disk', []),
  folder('programs', ['disk']),
  folder('store', ['home', 'disk']),
  folder('net', []),
  folder('measure', ['disk', 'programs']),
  folder('agents', ['home', 'disk', 'programs', 'store', 'net', 'measure']),
  folder('skills', ['disk', 'measure', 'agents']),
  folder('host', ['home', 'disk', 'store', 'agents']),
  {
    name: '`jury`',
    files: ['apps/daemon/src/jury.ts'],
    imports: [...BELOW_FOLDERS, ...names('host')],
    ...NODE,
  },
  folder('protocols', FOLDERS),
  folder('trust', ['home', 'disk', 'programs', 'measure', 'host', 'protocols']),
  folder('telemetry', ['home', 'measure', 'agents', 'host']),
  folder('report', ['disk', 'store', 'measure', 'skills', 'host', 'protocols', 'trust']),
  {
    name: '`engine`',
    files: ['apps/daemon/src/{engine,service,service-status}.ts'],
    imports: BELOW_ENGINE,
    ...NODE,
  },
  { ...folder('conformance', []), imports: [...BELOW_ENGINE, '`engine`'] },
  { ...folder('library', []), imports: [...BELOW_ENGINE, '`engine`'] },
  folder('drill', ['measure']),
  {
    name: '`routes/`, `server`',
    files: ['apps/daemon/src/routes/**', 'apps/daemon/src/server.ts'],
    imports: [...BELOW_ENGINE, '`engine`'],
    ...NODE,
  },
  {
    ...folder('cli', []),
    imports: [
      ...BELOW_ENGINE,
      '`engine`',
      ...names('conformance', 'library', 'drill'),
      '`routes/`, `server`',
    ],
  },
  {
    name: '`main`',
    files: ['apps/daemon/src/main.ts'],
    imports: [...BELOW_FOLDERS, ...names('cli')],
    ...NODE,
  },
  {
    name: '`apps/web`',
    files: ['apps/web/src/**'],
    imports: ['contracts'],
    node: false,
    packages: 'any',
  },
];
