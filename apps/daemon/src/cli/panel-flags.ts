/** Which agents judge one run and when it stops: flags that `jury run` and `jury review` share. */

import { BROWSER_MODES, IdSchema, type StartRunRequest, WCAG_LEVELS } from '@design-jury/contracts/http';
import { GROUNDING_MODES, PANEL_MODES, PANELIST_ROLES } from '@design-jury/contracts/theater/critique';
import { juryCommand } from '../command-name.ts';
import { SANDBOX_MODES } from '../env-table.ts';
import { MAX_TEXT_CHARS, readTextFile } from '../library/subjects.ts';
import { isMeasuredAlone } from '../library/worth-judging.ts';
import { type FlagsOf, numberFlag } from './flags.ts';
import { quoted, Refusal } from './refusal.ts';
import type { Shell } from './shell.ts';

type PanelFlags = Pick<
  FlagsOf<'run'>,
  | 'agent'
  | 'model'
  | 'grounding'
  | 'panel'
  | 'seats'
  | 'browser'
  | 'level'
  | 'strict'
  | 'threshold'
  | 'max-rounds'
  | 'max-tokens'
  | 'max-cost'
  | 'plateau'
>;

export type PanelSettings = Pick<
  StartRunRequest,
  | 'agent'
  | 'model'
  | 'grounding'
  | 'panelMode'
  | 'seats'
  | 'browser'
  | 'level'
  | 'strict'
  | 'threshold'
  | 'maxRounds'
  | 'maxTokens'
  | 'maxCostUsd'
  | 'plateauRounds'
>;

const MAX_ROUNDS = 20;
const MAX_THRESHOLD = 1000;
const MAX_TOKENS = 1_000_000_000;
const LEAST_COST_USD = 0.0001;
const MAX_COST_USD = 100_000;

/** The flags that were given; `before` holds where one was not. */
export function panelOf(values: PanelFlags, before: PanelSettings = {}): PanelSettings {
  if (values.model?.trim() === '')
    throw new Refusal('--model needs a name, such as the one the agent itself takes.');
  const seats = seatsOf(values.seats);
  const flags: PanelSettings = {
    agent: values.agent === undefined ? undefined : agentId(values.agent),
    model: values.model,
    grounding: oneOf('grounding', values.grounding, GROUNDING_MODES),
    panelMode: oneOf('panel', values.panel, PANEL_MODES) ?? (seats === undefined ? undefined : 'independent'),
    seats,
    browser: oneOf('browser', values.browser, BROWSER_MODES),
    level: oneOf('level', values.level, WCAG_LEVELS),
    strict: values.strict,
    threshold: numberFlag('threshold', values.threshold, { min: 0, max: MAX_THRESHOLD }),
    maxRounds: numberFlag('max-rounds', values['max-rounds'], { min: 1, max: MAX_ROUNDS, whole: true }),
    maxTokens: numberFlag('max-tokens', values['max-tokens'], { min: 1, max: MAX_TOKENS, whole: true }),
    maxCostUsd: numberFlag('max-cost', values['max-cost'], { min: LEAST_COST_USD, max: MAX_COST_USD }),
    plateauRounds: numberFlag('plateau', values.plateau, { min: 0, max: MAX_ROUNDS, whole: true }),
  };
  const settings: PanelSettings = { ...before, ...withoutGaps(flags) };
  refuseContradictions(settings);
  return settings;
}

/** What the flag says, in the place where agents look; a repository's own configuration has no word in it. */
export function sandboxEnv(env: Shell['env'], given: string | undefined): Shell['env'] {
  const mode = oneOf('sandbox', given, SANDBOX_MODES);
  return mode === undefined ? env : { ...env, OD_AGENT_SANDBOX: mode };
}

/** The same for a command that hands its shell on. */
export function sandboxShell(shell: Shell, given: string | undefined): Shell {
  const env = sandboxEnv(shell.env, given);
  return env === shell.env ? shell : { ...shell, env };
}

/** Where a server was given another root than the folder it is started in, that is the project whose settings no agent takes. */
export function inProject(env: Shell['env'], project: string): Shell['env'] {
  return { OD_PROJECT_DIR: project, ...env };
}

/** The scale is known once the engine is open. */
export function checkThreshold({ threshold }: PanelSettings, scoreScale: number): void {
  if (threshold === undefined || threshold <= scoreScale) return;
  throw new Refusal(
    `--threshold ${threshold} is above the scale of ${scoreScale}; it takes a number from 0 to ${scoreScale}.`,
  );
}

/** The words themselves, or those of the file behind an @. */
export async function briefText(shell: Shell, given: string): Promise<string> {
  return checkedBrief(given.startsWith('@') ? await readTextFile(shell.cwd, given.slice(1), 'brief') : given);
}

export function checkedBrief(text: string): string {
  if (text.trim() === '')
    throw new Refusal('--brief is empty; say what the page is for, or name a file as @brief.md.');
  if (text.length > MAX_TEXT_CHARS)
    throw new Refusal(`--brief is longer than ${MAX_TEXT_CHARS} characters; shorten it.`);
  return text;
}

export function idOf(flag: string, given: string): string {
  if (IdSchema.safeParse(given).success) return given;
  throw new Refusal(`--${flag} is ${quoted(given)}; it takes an id of letters, digits, - and _.`);
}

export function oneOf<Word extends string>(
  flag: string,
  given: string | undefined,
  words: readonly Word[],
): Word | undefined {
  if (given === undefined) return undefined;
  const word = words.find((known) => known === given);
  if (word === undefined) throw new Refusal(`--${flag} is ${quoted(given)}; it takes ${words.join(', ')}.`);
  return word;
}

export function agentId(given: string): string {
  if (IdSchema.safeParse(given).success) return given;
  throw new Refusal(
    `--agent is ${quoted(given)}; it takes an agent's id, such as grounded. See ${juryCommand()} doctor.`,
  );
}

/** What would be taken and then change nothing is refused: nobody should believe that it did. */
function refuseContradictions(settings: PanelSettings): void {
  const { grounding, panelMode, seats } = settings;
  if (seats !== undefined && panelMode !== 'independent')
    throw new Refusal(`--seats is for an independent panel; leave out --panel ${panelMode}.`);
  if (!isMeasuredAlone(settings)) return;
  if (grounding !== undefined)
    throw new Refusal(
      "--grounding is about an agent's page; the grounded panel measures every page by itself. Name an --agent, or leave out --grounding.",
    );
  if (panelMode === 'independent')
    throw new Refusal(
      '--panel independent asks every role alone, and the grounded panel has all roles at once. Name an --agent, or one for each role with --seats.',
    );
}

/** `critic=codex,a11y=gemini`: which agent has which role; the others are `--agent`'s. */
function seatsOf(given: string | undefined): PanelSettings['seats'] {
  if (given === undefined) return undefined;
  const seats = given.split(',').map((pair) => {
    const [role = '', id = ''] = pair.split('=').map((word) => word.trim());
    const known = PANELIST_ROLES.find((name) => name === role);
    if (known === undefined || id === '')
      throw new Refusal(
        `--seats has ${quoted(pair)}; it takes role=agent, with the roles ${PANELIST_ROLES.join(', ')}.`,
      );
    return [known, idOf('seats', id)] as const;
  });
  return Object.fromEntries(seats);
}

function withoutGaps(settings: PanelSettings): PanelSettings {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}
