/**
 * `agents.json` in the user's configuration folder: programs of the user's own that speak the protocol on standard output.
 * Never of a project or a data folder: it names programs to start and variables to hand them.
 */
import { join } from 'node:path';
import { z } from 'zod';
import { readVariable } from '../env.ts';
import { OwnFileError, readOwnFile } from '../home/ownership.ts';
import { configHome } from '../home/places.ts';
import type { Surroundings } from './environment.ts';

const MAX_FILE_BYTES = 65_536;

const ProgramSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'lower-case letters, digits and - only'),
  name: z.string().min(1).max(80),
  command: z.string().min(1),
  args: z.array(z.string()).default([]),
  env: z.array(z.string().regex(/^[A-Z_][A-Z0-9_]*$/)).default([]),
});
const FileSchema = z.strictObject({ agents: z.array(ProgramSchema).max(50) });

export type UserProgram = z.infer<typeof ProgramSchema>;

class AgentsFileError extends Error {
  override name = 'AgentsFileError';
}

export function agentsFileOf(env: Surroundings): string {
  return readVariable(env, 'OD_AGENTS_FILE') ?? join(configHome(env), 'agents.json');
}

export async function readPrograms(file: string): Promise<UserProgram[]> {
  const text = await readOwnFile(file, { maxBytes: MAX_FILE_BYTES, readableBy: 'anybody' }).catch(
    (error: unknown) => {
      throw error instanceof OwnFileError ? new AgentsFileError(error.message) : error;
    },
  );
  if (text === null) return [];
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new AgentsFileError(`${file} is not JSON: ${(error as Error).message}`);
  }
  const parsed = FileSchema.safeParse(json);
  if (parsed.success) return parsed.data.agents;
  const issue = parsed.error.issues[0];
  throw new AgentsFileError(`${file}: ${issue?.path.join('.') || 'the file'}: ${issue?.message}`);
}
