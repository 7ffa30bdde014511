/** What one call of `jury run` is asked to do: flags, and the files they point at. */

import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { StartRunRequest } from '@design-jury/contracts/http';
import { juryCommand } from '../command-name.ts';
import { readTextFile } from '../library/subjects.ts';
import { isMeasuredAlone } from '../library/worth-judging.ts';
import { type ConfigCode, configCode } from './config-code.ts';
import { checkedDataDir } from './data-dir.ts';
import { readFlags } from './flags.ts';
import { briefText, idOf, oneOf, panelOf, sandboxEnv } from './panel-flags.ts';
import { quoted, Refusal } from './refusal.ts';
import { type ViewMode, viewMode } from './review/viewer.ts';
import type { Shell } from './shell.ts';
import { canBeAsked, unattendedOf } from './unattended.ts';

const DEFAULT_OUT = '.jury';

export interface RunPlan {
  request: StartRunRequest & { brief: string };
  /** Of the page, and of the folder by default. */
  name: string;
  out: string;
  outIsNamed: boolean;
  dataDir: string;
  mode: ViewMode;
  json: boolean;
  /** The user at the terminal is asked whether to try again. */
  asksHere: boolean;
  /** Ours, with what the flags say of it. */
  env: Shell['env'];
  /** Runs a configuration that is code, or refuses. */
  code: ConfigCode;
}

export async function readRunPlan(argv: string[], shell: Shell): Promise<RunPlan> {
  const { values, positionals } = readFlags('run', argv);
  if (positionals.length > 0)
    throw new Refusal(
      `run takes no ${quoted(positionals[0] ?? '')}; the brief is given with --brief TEXT or --brief @FILE.`,
    );
  if (values.brief === undefined)
    throw new Refusal('Say what the page is for: --brief TEXT, or --brief @FILE.');
  const brief = await briefText(shell, values.brief);
  const [skill, ...more] = (values.skill ?? []).map((id) => idOf('skill', id));
  const panel = panelOf(values);
  if (skill === undefined && isMeasuredAlone(panel))
    throw new Refusal(
      `Without an agent a page is made from a template: name its kind with --skill, such as --skill saas-landing. ${juryCommand()} skills lists them.`,
    );
  const name = skill ?? 'page';
  const jury = oneOf('jury', values.jury, ['on', 'off']);
  const unattended = unattendedOf(values.unattended);
  const mode = viewMode(shell, values);
  const json = values.json === true;
  return {
    request: {
      brief,
      ...(skill !== undefined && { skill }),
      ...(more.length > 0 && { skills: more }),
      ...(await designOf(shell, values.design)),
      ...(jury !== undefined && { critique: jury === 'on' }),
      ...panel,
      ...(unattended !== undefined && { onUnattended: unattended }),
    },
    name,
    out: resolve(shell.cwd, values.out ?? join(DEFAULT_OUT, name)),
    outIsNamed: values.out !== undefined,
    dataDir: await checkedDataDir(shell, values.data),
    env: sandboxEnv(shell.env, values.sandbox),
    code: configCode(shell, values['trust-config']),
    mode,
    json,
    asksHere: canBeAsked(shell, { json, mode, unattended }),
  };
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
