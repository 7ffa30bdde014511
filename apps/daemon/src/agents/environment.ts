/** What a child process may see of our environment: what is named, and nothing else. */

export type Surroundings = Readonly<Record<string, string | undefined>>;

/** Variables every child may see. HOME is where a user's own login lives; tests give a fresh one. */
const COMMON_ENV = ['PATH', 'HOME', 'TERM', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TZ'] as const;

export interface EnvironmentRule {
  /** Exact names a program may see beyond the common ones. */
  allow?: readonly string[];
  /** Set whatever ours says. */
  fixed?: Readonly<Record<string, string>>;
}

export function childEnvironment(
  { allow = [], fixed = {} }: EnvironmentRule,
  surroundings: Surroundings,
  temporary: string,
): Record<string, string> {
  const env: Record<string, string> = {};
  for (const name of [...COMMON_ENV, ...allow]) {
    const value = surroundings[name];
    if (value !== undefined) env[name] = value;
  }
  return { ...env, ...fixed, TMPDIR: temporary };
}

const SECRET_NAME = /key|token|secret|passw|credential|auth/i;
/** Shorter values are words and switches; replacing them would only spoil messages. */
const SHORTEST_SECRET = 8;
const MAX_JSON_CHARS = 1_048_576;

/** The values of an environment that must never be seen: by the name of their variable, or inside of it. */
export function secretValues(env: Surroundings): string[] {
  const found = new Set<string>();
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined) continue;
    if (SECRET_NAME.test(name)) found.add(value.trim());
    for (const secret of secretsInside(name, value)) found.add(secret);
  }
  return [...found].filter((secret) => secret.length >= SHORTEST_SECRET);
}

/** A proxy's password, a header, a settings document: variables that carry a secret among other things. */
function secretsInside(name: string, value: string): string[] {
  const inUrls = [...value.matchAll(/:\/\/[^/@\s]{0,256}:([^/@\s]{1,1024})@/g)].map(([, password = '']) =>
    decoded(password),
  );
  if (/header/i.test(name))
    return [...inUrls, ...value.split('\n').map((line) => line.slice(line.indexOf(':') + 1).trim())].flatMap(
      (text) => [text, text.replace(/^(?:bearer|basic|token)\s+/i, '')],
    );
  if (value.startsWith('{') && value.length <= MAX_JSON_CHARS) return [...inUrls, ...secretsOfJson(value)];
  return inUrls;
}

function secretsOfJson(text: string): string[] {
  const found: string[] = [];
  try {
    JSON.parse(text, (key, value: unknown) => {
      if (typeof value === 'string' && SECRET_NAME.test(key)) found.push(value);
      return value;
    });
  } catch {
    // Not JSON: then it is not settings either.
  }
  return found;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
