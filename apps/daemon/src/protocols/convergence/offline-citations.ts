/** What a plan's item cites besides files: commands that can be run as written, and names that stand in the code. */

export interface CitedSymbol {
  name: string;
  /** The file it is said to stand in; null for anywhere in the project. */
  file: string | null;
}

/** What a project says of the commands that can be run in it. */
export interface CommandLook {
  hasPath(path: string): Promise<boolean | null>;
  /** Null where there is no package.json to know of. */
  scripts: ReadonlySet<string> | null;
  /** Null where there is no Makefile. */
  targets: ReadonlySet<string> | 'any' | null;
}

const KINDS =
  'function|method|class|interface|type|constant|enum|struct|trait|helper|hook|component|service|handler|field|variable';
const SYMBOL = '([A-Za-z_$][\\w$]*(?:(?:\\.|::|#)[A-Za-z_$][\\w$]*)*)(?:\\(\\))?';
const FILE = '((?:[\\w.@-]+/)*[\\w.@-]+\\.[a-z][a-z0-9]{0,5})';
/** "`lateFee()` in `src/fee.mjs`" */
const IN_FILE = new RegExp(`\`${SYMBOL}\`,? (?:in|of|from|inside|at) \`${FILE}(?::\\d+)?\``, 'g');
/** "the function `lateFee`" */
const OF_KIND = new RegExp(`\\b(?:${KINDS})s? \`${SYMBOL}\``, 'gi');
/** A word that could stand in prose proves nothing; `lateFee`, `late_fee` and `LateFee` could not. */
const MADE_UP = /[a-z][A-Z]|_[a-z]|[A-Z][a-z]+[A-Z]/;

/** `raw` as it is written, with its code marks. */
export function symbolsIn(raw: string): CitedSymbol[] {
  const text = raw.replace(/\s+/g, ' ');
  const found = new Map<string, CitedSymbol>();
  for (const [, symbol = '', file = ''] of text.matchAll(IN_FILE)) {
    const name = lastName(symbol);
    if (!looksLikeFile(symbol)) found.set(name, { name, file });
  }
  for (const [, symbol = ''] of text.matchAll(OF_KIND)) {
    const name = lastName(symbol);
    if (found.has(name) || looksLikeFile(symbol) || !MADE_UP.test(name) || name in globalThis) continue;
    found.set(name, { name, file: null });
  }
  return [...found.values()];
}

function lastName(symbol: string): string {
  return symbol.split(/\.|::|#/).at(-1) ?? symbol;
}

function looksLikeFile(symbol: string): boolean {
  return /\.(?:[cm]?[jt]sx?|json|md|py|go|rs|ya?ml|toml|html|css|sh)$/.test(symbol);
}

/** Why a command of the plan cannot be run as written; null where it can, or where nobody can tell. */
export async function commandProblem(
  command: string,
  look: CommandLook,
  isMade: (path: string) => boolean,
): Promise<string | null> {
  const [program = '', ...args] = command.trim().split(/\s+/);
  switch (program) {
    case 'npm':
    case 'pnpm':
    case 'yarn':
      return scriptProblem(program, args, look);
    case 'make': {
      const target = args.find((arg) => /^[\w][\w./-]*$/.test(arg));
      const { targets } = look;
      if (targets === null) return isMade('Makefile') ? null : 'there is no Makefile';
      if (target === undefined || targets === 'any' || targets.has(target)) return null;
      return `the Makefile has no target "${target}"`;
    }
    case 'node':
    case 'python':
    case 'python3':
    case 'pytest': {
      // The first that looks like a path is what is run; what follows is its own affair.
      const path = args.find((arg) => !arg.startsWith('-') && /^[\w@./-]+\.\w{1,5}$/.test(arg));
      if (path === undefined || isMade(path) || (await look.hasPath(path)) !== false) return null;
      return `${path} does not exist, so \`${program}\` has nothing to run`;
    }
    default:
      return null;
  }
}

function scriptProblem(program: string, args: readonly string[], { scripts }: CommandLook): string | null {
  if (scripts === null) return null;
  const [verb = '', name = ''] = args;
  const script =
    verb === 'run' || verb === 'run-script' ? name : verb === 'test' || verb === 't' ? 'test' : null;
  if (script === null || !/^[\w:.-]+$/.test(script) || scripts.has(script)) return null;
  return program === 'npm' || verb !== 'test' ? `package.json has no script "${script}"` : null;
}
