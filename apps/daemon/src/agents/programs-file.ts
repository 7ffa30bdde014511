/** `agents.json` in the data folder: programs of the user's own that speak the protocol on standard output. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';

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

export async function readPrograms(file: string): Promise<UserProgram[]> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return [];
  if (text.length > MAX_FILE_BYTES)
    throw new AgentsFileError(`${file} is larger than ${MAX_FILE_BYTES} bytes`);
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
