/** Lists programs as a user lists their own: in the configuration folder of a home that belongs to the test. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface OwnProgram {
  id: string;
  name: string;
  command: string;
  args?: readonly string[];
  env?: readonly string[];
}

/** Returns the environment that names the file, for whoever has another home. */
export function ownAgents(home: string, agents: readonly OwnProgram[]): { OD_AGENTS_FILE: string } {
  const file = join(home, '.config', 'design-jury', 'agents.json');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ agents }), { mode: 0o600 });
  return { OD_AGENTS_FILE: file };
}
