/** Which agents a run can name: the grounded panel, and programs the user has listed in `agents.json`. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunLimits } from '@design-jury/contracts/defaults';
import type { AgentInfo } from '@design-jury/contracts/http';
import { z } from 'zod';
import { createProgramAgent } from './program.ts';
import type { Agent } from './session.ts';

export const GROUNDED_ID = 'grounded';
const AGENTS_FILE = 'agents.json';
const MAX_FILE_BYTES = 65_536;

const ProgramSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'lower-case letters, digits and - only'),
  name: z.string().min(1).max(80),
  command: z.string().min(1),
  args: z.array(z.string()).default([]),
  env: z.array(z.string().regex(/^[A-Z_][A-Z0-9_]*$/)).default([]),
});
const FileSchema = z.strictObject({ agents: z.array(ProgramSchema).max(50) });

export interface AgentSettings {
  design: string | null;
  brief: string | null;
  head: { maxRounds: number; threshold: number; scale: number };
}

export interface AgentRegistry {
  /** Null for an id nobody has. */
  create(id: string, settings: AgentSettings): Promise<Agent | null>;
  list(): AgentInfo[];
}

export class AgentsFileError extends Error {
  override name = 'AgentsFileError';
}

export async function loadAgents(
  dataDir: string,
  env: Readonly<Record<string, string | undefined>>,
  limits: Pick<RunLimits, 'killGraceMs'>,
): Promise<AgentRegistry> {
  const programs = await readPrograms(join(dataDir, AGENTS_FILE));
  return {
    async create(id, { design, brief, head }) {
      if (id === GROUNDED_ID) {
        // Loaded with its measuring instruments only when it is asked for.
        const { createGroundedAgent } = await import('../grounded/agent.ts');
        const { readDesignMd } = await import('../grounded/design-md.ts');
        return createGroundedAgent({ design: design === null ? null : readDesignMd(design), brief, head });
      }
      const spec = programs.find((program) => program.id === id);
      return spec === undefined ? null : createProgramAgent(spec, env, limits);
    },
    list() {
      return [
        {
          id: GROUNDED_ID,
          name: 'Grounded panel',
          available: true,
          detail: 'measures the page; needs no model',
        },
        ...programs.map(({ id, name, command }) => ({ id, name, available: true, detail: command })),
      ];
    },
  };
}

async function readPrograms(file: string): Promise<z.infer<typeof ProgramSchema>[]> {
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
