/**
 * Packages that only some uses need. A clone has them all; the published package leaves them to whoever wants them, so that a
 * first verdict costs little. What is missing is named with the one command that brings it.
 */
export interface OptionalPart {
  /** What a person would call it. */
  name: string;
  packages: readonly string[];
}

export const OPTIONAL_PARTS: readonly OptionalPart[] = [
  { name: 'measuring in a browser', packages: ['playwright-core', 'axe-core'] },
  {
    name: 'models by key',
    packages: ['ai', '@ai-sdk/anthropic', '@ai-sdk/google', '@ai-sdk/openai', '@ai-sdk/openai-compatible'],
  },
  { name: 'keys in Redis', packages: ['redis'] },
  { name: 'a fleet on PostgreSQL', packages: ['pg', 'pg-boss'] },
];

const NOT_FOUND = /Cannot find (?:package|module) '((?:@[\w.-]+\/)?[\w.-]+)/;

/** Loads what belongs to an optional part; what is missing is said in a sentence instead of a path. */
export async function loadPart<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load();
  } catch (error) {
    const part = missingPart(error);
    throw part === null ? error : new Error(howToAdd(part), { cause: error });
  }
}

/** The part whose package an import did not find; null for any other error. */
function missingPart(error: unknown): OptionalPart | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  if (error.code !== 'ERR_MODULE_NOT_FOUND' && error.code !== 'MODULE_NOT_FOUND') return null;
  const name = NOT_FOUND.exec(error.message)?.[1];
  return OPTIONAL_PARTS.find(({ packages }) => name !== undefined && packages.includes(name)) ?? null;
}

/** One sentence: what is missing and the command that adds it. */
function howToAdd({ name, packages }: OptionalPart): string {
  return `${name} is not installed; add it with \`npm install ${packages.join(' ')}\``;
}
