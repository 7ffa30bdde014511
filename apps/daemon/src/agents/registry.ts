/** Which agents a run can name: the grounded panel, and programs the user has listed in `agents.json`. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunLimits } from '@design-jury/contracts/defaults';
import type { AgentInfo, BrowserMode } from '@design-jury/contracts/http';
import { z } from 'zod';
import type { GroundedBrowser } from '../grounded/agent.ts';
import { noBrowser } from '../grounded/browser-find.ts';
import { BrowserHost } from '../grounded/browser-host.ts';
import { JuryError } from '../jury.ts';
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

type Env = Readonly<Record<string, string | undefined>>;

export interface AgentSettings {
  design: string | null;
  brief: string | null;
  browser: BrowserMode;
  head: { maxRounds: number; threshold: number; scale: number };
}

export interface AgentRegistry {
  /** Null for an id nobody has; rejects with `bad_request` where a browser must be and is not. */
  create(id: string, settings: AgentSettings): Promise<Agent | null>;
  list(): AgentInfo[];
}

export interface LoadedAgents extends AgentRegistry {
  /** Ends the browser, where one was started. */
  close(): Promise<void>;
}

class AgentsFileError extends Error {
  override name = 'AgentsFileError';
}

export async function loadAgents(
  dataDir: string,
  env: Env,
  limits: Pick<RunLimits, 'killGraceMs'>,
): Promise<LoadedAgents> {
  const programs = await readPrograms(join(dataDir, AGENTS_FILE));
  const host = new BrowserHost(env);
  return {
    async create(id, { design, brief, head, browser: mode }) {
      if (id === GROUNDED_ID) {
        const browser = await browserFor(mode, host, env);
        // Loaded with its measuring instruments only when it is asked for.
        const { createGroundedAgent } = await import('../grounded/agent.ts');
        const system =
          design === null ? null : (await import('../grounded/design-md.ts')).readDesignMd(design);
        return createGroundedAgent({ design: system, brief, head, browser });
      }
      const spec = programs.find((program) => program.id === id);
      return spec === undefined ? null : createProgramAgent(spec, env, limits);
    },
    close: () => host.close(),
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

async function browserFor(mode: BrowserMode, host: BrowserHost, env: Env): Promise<GroundedBrowser | null> {
  if (mode === 'never') return null;
  const isThere = await host.isThere();
  if (!isThere && mode === 'always') throw new JuryError('bad_request', `browser: ${noBrowser(env)}`);
  return isThere ? { meter: host, when: mode === 'always' ? 'always' : 'needed' } : null;
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
