/** Any program that reads a prompt on stdin and writes the protocol on stdout, as an agent. */
import type { RunLimits } from '@design-jury/contracts/defaults';
import { createCliAgent } from './cli-agent.ts';
import { decodePlainText } from './decoders/plain.ts';
import type { Surroundings } from './environment.ts';
import { sandboxModeOf } from './sandbox.ts';
import type { Agent } from './session.ts';

export interface ProgramSpec {
  id: string;
  name: string;
  command: string;
  args: readonly string[];
  /** Names of variables the program may see beyond the common ones. */
  env?: readonly string[];
}

export function createProgramAgent(
  { id, name, command, args, env = [] }: ProgramSpec,
  surroundings: Surroundings,
  limits: Pick<RunLimits, 'killGraceMs'>,
): Agent {
  return createCliAgent(
    {
      id,
      name,
      command,
      args,
      prompt: 'stdin',
      environment: { allow: env },
      decoder: decodePlainText,
      deltas: 'token',
      usage: false,
      // Somebody's own program may need what a sandbox takes; only who insists puts it into one.
      sandbox: sandboxModeOf(surroundings) === 'require' ? 'require' : 'off',
    },
    surroundings,
    limits,
  );
}
