/** What `jury check` is asked for: its flags read, files found, and where there is another state of them, that too. */
import { lstatSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { juryCommand } from '../../command-name.ts';
import { WITNESS_FILE } from '../../trust/witness-file.ts';
import { configCode } from '../config-code.ts';
import { CONFIG_NAMES, readConfigFile } from '../config-file.ts';
import { numberFlag, readFlags } from '../flags.ts';
import { quoted, Refusal } from '../refusal.ts';
import { planOf, type ReviewPlan } from '../review/plan.ts';
import type { Shell } from '../shell.ts';
import { BaseRules } from './base-rules.ts';
import { type Witnesses, witnessesFor } from './witnesses.ts';

/** The same files as they were, judged by the rules that lay beside them. */
export interface Before {
  plan: ReviewPlan;
  shell: Shell;
}

export interface CheckOrder {
  plan: ReviewPlan;
  /** Pages that are opened in a browser. */
  addresses: readonly string[];
  /** Pages at most where links are followed; null where they are not. */
  crawl: number | null;
  /** Folder of the index; null without one. */
  report: string | null;
  /** Pages are those that differ from this commit; null where they were named. */
  since: string | null;
  before: Before | null;
  codeQuality: string | null;
  witnesses: Witnesses;
}

const MOST_CRAWLED = 500;

/** One round: the file itself is judged, and nobody is asked to make it better. */
export async function readCheckOrder(argv: string[], shell: Shell): Promise<CheckOrder> {
  const { values, positionals } = readFlags('check', argv);
  const {
    base: ref,
    crawl,
    report,
    'changed-since': since = null,
    against,
    'code-quality': codeQuality,
    witnesses,
    ...flags
  } = values;
  if (positionals.length === 0 && since === null)
    throw new Refusal(`Name a file to check, such as: ${juryCommand()} check page.html.`);
  if (ref !== undefined && flags['update-baseline'] === true)
    throw new Refusal(
      '--update-baseline writes a baseline and --base reads it from a commit; use one of them.',
    );
  const addresses = positionals.filter((argument) => /^https?:\/\//i.test(argument));
  const most = numberFlag('crawl', crawl, { min: 1, max: MOST_CRAWLED, whole: true }) ?? null;
  if (most !== null && addresses.length === 0)
    throw new Refusal('--crawl follows the links of an address; name one, such as https://example.org.');
  for (const [name, value] of Object.entries({ report, against, 'code-quality': codeQuality }))
    if (value === '') throw new Refusal(`--${name} needs a name.`);
  const base = ref === undefined ? null : await BaseRules.open(shell, ref);
  const files = positionals.filter((argument) => !addresses.includes(argument));
  const named =
    since === null ? files : await changedAmong(files, since, shell, await rulesOf(flags, shell, base));
  const plan = oneRound(await planOf(flags, named, shell, base));
  return {
    plan,
    addresses,
    crawl: most,
    report: report === undefined ? null : resolve(shell.cwd, report),
    since,
    before: against === undefined ? null : await planBefore(against, plan, flags, shell),
    codeQuality: codeQuality === undefined ? null : resolve(shell.cwd, codeQuality),
    witnesses: await witnessesFor(witnesses, shell, base),
  };
}

function oneRound(plan: ReviewPlan): ReviewPlan {
  return { ...plan, settings: { ...plan.settings, maxRounds: 1 }, asksHere: false };
}

/** Loaded only where somebody asks for it. */
async function changedAmong(
  named: readonly string[],
  since: string,
  shell: Shell,
  rules: readonly string[],
): Promise<string[]> {
  const { changedPages } = await import('./changed-pages.ts');
  const changed = await changedPages(shell, since, { rules });
  if (named.length === 0) return changed;
  const { findSubjects } = await import('../../library/subjects.ts');
  const wanted = new Set((await findSubjects(shell.cwd, named)).map(({ path }) => path));
  return changed.filter((name) => wanted.has(resolve(shell.cwd, name)));
}

/** Files that decide about every page: with another one, a page that nobody touched may be judged otherwise. */
async function rulesOf(
  flags: Parameters<typeof planOf>[0],
  shell: Shell,
  base: BaseRules | null,
): Promise<string[]> {
  // Rules of the base are in force, whatever the change makes of them.
  if (base !== null) return [];
  const config = await readConfigFile(shell.cwd, flags.config, configCode(shell, flags['trust-config']));
  const brief = flags.brief ?? config.brief ?? '';
  const named = [
    flags.design ?? config.design,
    flags.baseline ?? config.baseline,
    brief.startsWith('@') ? brief.slice(1) : undefined,
  ].filter((path) => path !== undefined);
  return [...(flags.config === undefined ? CONFIG_NAMES : [flags.config]), WITNESS_FILE, ...named];
}

async function planBefore(
  folder: string,
  { subjects, dataDir }: ReviewPlan,
  { sarif: _sarif, junit: _junit, 'update-baseline': _update, ...flags }: Parameters<typeof planOf>[0],
  shell: Shell,
): Promise<Before> {
  const cwd = resolve(shell.cwd, folder);
  if (!isFolder(cwd))
    throw new Refusal(
      `--against: there is no folder ${quoted(folder)}; name one with the files as they were.`,
    );
  const there = { ...shell, cwd };
  const names = subjects.map(({ name }) => name).filter((name) => isFile(resolve(cwd, name)));
  const quiet = { data: dataDir, quiet: true, json: true };
  return {
    plan: oneRound(await planOf({ ...flags, ...quiet }, names, there, null)),
    shell: there,
  };
}

function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** Behind links: the user named it. */
function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
