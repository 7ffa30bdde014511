/**
 * Where a provider's key comes from: the request, the environment, or a file only its owner can read. A key is
 * read when it is used, handed to the one client that needs it, and written nowhere.
 */
import { ApiKeySchema } from '@design-jury/contracts/credentials';
import { z } from 'zod';
import { type Env, readVariable } from '../env.ts';
import type { ModelVariable } from '../env-table.ts';
import { OwnFileError, readOwnFile } from '../home/ownership.ts';

const MAX_FILE_BYTES = 65_536;

const FileSchema = z.record(z.string().max(64), ApiKeySchema);

export interface FoundKey {
  value: string;
  /** For a message: which variable or file. Never the key itself. */
  from: string;
}

export class KeyFileError extends Error {
  override readonly name = 'KeyFileError';
}

export interface KeyRing {
  /** Null where there is none. Rejects with a `KeyFileError` for a file that must not be used as it is. */
  find(provider: string, variables: readonly ModelVariable[]): Promise<FoundKey | null>;
}

/** The environment wins over the file: it is what a user sets for one run. */
export function openKeyRing(env: Env, file: string): KeyRing {
  return {
    async find(provider, variables) {
      for (const name of variables) {
        const value = readVariable(env, name);
        if (value === undefined) continue;
        const parsed = ApiKeySchema.safeParse(value);
        if (!parsed.success) throw new KeyFileError(`${name} does not hold a key: ${reasonOf(parsed.error)}`);
        return { value: parsed.data, from: name };
      }
      const value = (await readKeyFile(file))?.[provider];
      return value === undefined ? null : { value, from: file };
    },
  };
}

async function readKeyFile(file: string): Promise<Record<string, string> | null> {
  const text = await readOwnFile(file, { maxBytes: MAX_FILE_BYTES, readableBy: 'nobody' }).catch(
    (error: unknown) => {
      throw error instanceof OwnFileError ? new KeyFileError(error.message) : error;
    },
  );
  return text === null ? null : parseKeys(file, text);
}

/** No message repeats a part of the file: it holds keys. */
function parseKeys(file: string, text: string): Record<string, string> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new KeyFileError(`${file} is not JSON; it takes {"anthropic": "<key>", "openai": "<key>"}`);
  }
  const parsed = FileSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new KeyFileError(
    `${file}: ${reasonOf(parsed.error)}; it takes {"anthropic": "<key>", "openai": "<key>"}`,
  );
}

function reasonOf(error: z.ZodError): string {
  const [issue] = error.issues;
  const field = issue?.path.map(String).join('.') ?? '';
  return `${field === '' ? '' : `${field}: `}${issue?.message ?? 'not valid'}`;
}
