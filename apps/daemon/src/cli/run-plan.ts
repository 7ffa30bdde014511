/** What one call of `jury run` is asked to do: flags, and the files they point at. */
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { GROUNDING_MODES, PANEL_MODES, PANELIST_ROLES } from '@design-jury/contracts/critique';
import { BROWSER_MODES, IdSchema, type StartRunRequest } from '@design-jury/contracts/http';
import { dataDirOf } from './data-dir.ts';
import { BUDGET_FLAGS, budgetOf, numberFlag, readFlags } from './flags.ts';
import { quoted, Refusal } from './refusal.ts';
import type { Shell } from './shell.ts';
import { MAX_TEXT_CHARS, readTextFile } from './subjects.ts';
import { type ViewMode, viewMode } from './viewer.ts';

const FLAGS = {
  brief: { type: 'string' },
  skill: { type: 'string', multiple: true },
  design: { type: 'string' },
  agent: { type: 'string' },
  model: { type: 'string' },
  jury: { type: 'string' },
  grounding: { type: 'string' },
  panel: { type: 'string' },
  plateau: { type: 'string' },
  seats: { type: 'string' },
  browser: { type: 'string' },
  threshold: { type: 'string' },
  'max-rounds': { type: 'string' },
  ...BUDGET_FLAGS,
  out: { type: 'string' },
  data: { type: 'string' },
  json: { type: 'boolean' },
  plain: { type: 'boolean' },
  quiet: { type: 'boolean' },
} as const;

const DEFAULT_OUT = '.jury';
const GROUNDED = 'grounded';

export interface RunPlan {
  request: StartRunRequest & { brief: string };
  /** Of the page, and of the folder by default. */
  name: string;
  out: string;
  outIsNamed: boolean;
  dataDir: string;
  mode: ViewMode;
  json: boolean;
}

export async function readRunPlan(argv: string[], shell: Shell): Promise<RunPlan> {
  const { values, positionals } = readFlags('run', argv, FLAGS);
  if (positionals.length > 0)
    throw new Refusal(
      `run takes no ${quoted(positionals[0] ?? '')}; the brief is given with --brief TEXT or --brief @FILE.`,
    );
  const brief = await briefOf(shell, values.brief);
  const [skill, ...more] = (values.skill ?? []).map((id) => idOf('skill', id));
  const agent = values.agent === undefined ? undefined : idOf('agent', values.agent);
  const hasAuthor = agent !== undefined && agent !== GROUNDED;
  if (skill === undefined && !hasAuthor && !/\bdesigner=/.test(values.seats ?? ''))
    throw new Refusal(
      'Without an agent a page is made from a template: name its kind with --skill, such as --skill saas-landing. jury skills lists them.',
    );
  const name = skill ?? 'page';
  const threshold = numberFlag('threshold', values.threshold, { min: 0, max: 1000 });
  const maxRounds = numberFlag('max-rounds', values['max-rounds'], { min: 1, max: 20, whole: true });
  const browser = oneOf('browser', values.browser, BROWSER_MODES);
  const grounding = oneOf('grounding', values.grounding, GROUNDING_MODES);
  const jury = oneOf('jury', values.jury, ['on', 'off']);
  const seats = seatsOf(values.seats);
  const plateauRounds = numberFlag('plateau', values.plateau, { min: 0, max: 20, whole: true });
  const panelMode =
    oneOf('panel', values.panel, PANEL_MODES) ?? (seats === undefined ? undefined : 'independent');
  return {
    request: {
      brief,
      ...(skill !== undefined && { skill }),
      ...(more.length > 0 && { skills: more }),
      ...(await designOf(shell, values.design)),
      ...(agent !== undefined && { agent }),
      ...(values.model !== undefined && { model: values.model }),
      ...(jury !== undefined && { critique: jury === 'on' }),
      ...(grounding !== undefined && { grounding }),
      ...(panelMode !== undefined && { panelMode }),
      ...(seats !== undefined && { seats }),
      ...(plateauRounds !== undefined && { plateauRounds }),
      ...(browser !== undefined && { browser }),
      ...(threshold !== undefined && { threshold }),
      ...(maxRounds !== undefined && { maxRounds }),
      ...budgetOf(values),
    },
    name,
    out: resolve(shell.cwd, values.out ?? join(DEFAULT_OUT, name)),
    outIsNamed: values.out !== undefined,
    dataDir: dataDirOf(shell, values.data),
    mode: viewMode(shell, values),
    json: values.json === true,
  };
}

async function briefOf(shell: Shell, given: string | undefined): Promise<string> {
  if (given === undefined) throw new Refusal('Say what the page is for: --brief TEXT, or --brief @FILE.');
  const text = given.startsWith('@') ? await readTextFile(shell.cwd, given.slice(1), 'brief') : given;
  if (text.trim() === '') throw new Refusal('--brief is empty; say what the page is for.');
  if (text.length > MAX_TEXT_CHARS)
    throw new Refusal(`--brief is longer than ${MAX_TEXT_CHARS} characters; shorten it.`);
  return text;
}

/** A word is the id of a design system; a path, or the name of a file that is there, is a DESIGN.md. */
async function designOf(
  shell: Shell,
  given: string | undefined,
): Promise<Pick<StartRunRequest, 'design' | 'designSystem'>> {
  if (given === undefined) return {};
  const isFile =
    /[./\\]/.test(given) ||
    (await stat(resolve(shell.cwd, given)).then(
      (info) => info.isFile(),
      () => false,
    ));
  return isFile
    ? { design: await readTextFile(shell.cwd, given, 'design') }
    : { designSystem: idOf('design', given) };
}

/** `critic=codex,a11y=gemini`: who sits where; the other seats are `--agent`'s. */
function seatsOf(given: string | undefined): StartRunRequest['seats'] {
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

function idOf(flag: string, given: string): string {
  if (IdSchema.safeParse(given).success) return given;
  throw new Refusal(`--${flag} is ${quoted(given)}; it takes an id of letters, digits, - and _.`);
}

function oneOf<Word extends string>(
  flag: string,
  given: string | undefined,
  words: readonly Word[],
): Word | undefined {
  if (given === undefined) return undefined;
  const word = words.find((known) => known === given);
  if (word === undefined) throw new Refusal(`--${flag} is ${quoted(given)}; it takes ${words.join(', ')}.`);
  return word;
}
