/** A row of the table that is installed here, as an agent: in conversation where it can, else one answer at a time. */
import type { RunLimits } from '@design-jury/contracts/defaults';
import { createCliAgent } from './cli-agent.ts';
import type { CliAgent } from './cli-table.ts';
import { confinementOf, sayingConfinement } from './confinement.ts';
import { argumentsFor, type Installed, type Probe } from './detect.ts';
import { type Omissions, omissionsFor } from './disabled-tool-servers.ts';
import type { Surroundings } from './environment.ts';
import { aloneAtFirst } from './first-start.ts';
import { addressesOf } from './model-addresses.ts';
import { sandboxModeOf } from './sandbox.ts';
import { SECOND_TRY, withSecondTry } from './second-try.ts';
import type { Agent } from './session.ts';
import { CONVERSATIONALISTS, type Conversationalist, createConversationalAgent } from './transports/agent.ts';
import { withoutUnsafeVersions } from './unsafe-version.ts';

export interface TableAgentChoice {
  /** Null: what the program would take itself. */
  model: string | null;
  /** @default 'conversational' where the agent can, and can be told the model that way. */
  turns?: 'one-shot' | 'conversational';
  /** Asks the program for its help, where that is needed. @default asks every time */
  probe?: Probe;
}

/** Of the programs that furnish a home at their first start, the more particular first. */
const HOME_VARIABLES = ['CODEX_HOME', 'HOME'] as const;

export async function createTableAgent(
  row: CliAgent,
  installed: Installed,
  choice: TableAgentChoice,
  env: Surroundings,
  limits: Pick<RunLimits, 'killGraceMs'>,
): Promise<Agent> {
  const build = await builder(row, installed, choice, env, limits);
  const plain = build({});
  const wanted = plain.capabilities.turns === 'one-shot' ? row.run : (row.conversationFlags ?? []);
  const held = withoutUnsafeVersions(
    {
      ...plain,
      // Asked when it is needed: a list of agents starts nothing.
      open: async (request, signal) =>
        build(await omissionsFor(row, installed.command, env, signal)).open(request, signal),
    },
    row,
    installed,
    wanted,
  );
  // Where the program keeps what it writes at its first start.
  const place = HOME_VARIABLES.map((name) => env[name]).find((path) => path !== undefined) ?? '';
  const home = `${installed.command}\n${place}`;
  const tried = withSecondTry(row.furnishesHome === true ? aloneAtFirst(held, home) : held, {
    ...SECOND_TRY,
    usageIsLeast: row.usageIsLeast === true,
  });
  return sayingConfinement(tried, async () =>
    confinementOf(sandboxModeOf(env), await addressesOf(row.network, env)),
  );
}

async function builder(
  row: CliAgent,
  installed: Installed,
  { model, turns, probe }: TableAgentChoice,
  env: Surroundings,
  limits: Pick<RunLimits, 'killGraceMs'>,
): Promise<(omissions: Omissions) => Agent> {
  const { id, name, environment, decoder, deltas, usage, prompt, modelFlag, traces = [] } = row;
  const { command } = installed;
  const sandbox = sandboxModeOf(env);
  const reach = await addressesOf(row.network, env);
  const own = {
    ...(row.ownFolder !== undefined && { ownFolder: row.ownFolder }),
    ...(row.proxied !== undefined && { proxied: row.proxied }),
  };
  const talk = conversationalist(row);
  const spoken = talk === null ? null : modelArguments(row.conversationModel, model);
  if (talk !== null && spoken !== null && turns !== 'one-shot') {
    const flags = await argumentsFor(row, row.conversationFlags ?? [], installed, env, probe);
    return ({ args: omitting = [], files = {} }) => {
      const args = [...talk.args, ...flags, ...omitting, ...spoken];
      const settings = { ...row.files, ...files };
      return createConversationalAgent(
        { ...talk, id, name, command, args, environment, files: settings, traces, sandbox, reach, ...own },
        env,
        limits,
      );
    };
  }
  const flags = await argumentsFor(row, row.run, installed, env, probe);
  const chosen = modelArguments(modelFlag === null ? null : [modelFlag, MODEL], model) ?? [];
  // A prompt that is an argument follows the flag that takes it.
  const isLast = prompt === 'argument' || prompt === 'file';
  return ({ args: omitting = [], files = {} }) => {
    const args = isLast ? [...omitting, ...chosen, ...flags] : [...flags, ...omitting, ...chosen];
    const settings = { ...row.files, ...files };
    const output = row.output === undefined ? {} : { output: row.output };
    return createCliAgent(
      {
        id,
        name,
        command,
        args,
        prompt,
        ...output,
        environment,
        files: settings,
        decoder,
        deltas,
        usage,
        traces,
        ...own,
        sandbox,
        reach,
      },
      env,
      limits,
    );
  };
}

function conversationalist({ id }: CliAgent): Conversationalist | null {
  const known: Readonly<Record<string, Conversationalist>> = CONVERSATIONALISTS;
  return known[id] ?? null;
}

/** Stands for the model in arguments that name one. */
const MODEL = '{model}';

/** Null when a model is asked for and there is no way to say so. */
function modelArguments(pattern: readonly string[] | null, model: string | null): string[] | null {
  if (model === null) return [];
  return pattern === null ? null : pattern.map((argument) => argument.replace(MODEL, model));
}
