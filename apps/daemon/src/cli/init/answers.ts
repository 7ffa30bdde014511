/** What `jury init` shall do: flags, then what somebody types, then what the project itself suggests. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { didYouMean } from '../../nearest-word.ts';
import { canType } from '../confirm.ts';
import type { FlagsOf } from '../flags.ts';
import { quoted, Refusal } from '../refusal.ts';
import type { Shell } from '../shell.ts';
import { AGENT_FILES, AGENTS, type AgentName } from './agent-files.ts';
import { CI_KINDS, type CiKind } from './project-files.ts';

export interface Answers {
  /** Files, folders and patterns. */
  pages: readonly string[];
  ci: CiKind;
  agents: readonly AgentName[];
  baseline: boolean;
}

const ALL_PAGES = '**/*.html';
const LONGEST = 500;

export async function initAnswers(flags: FlagsOf<'init'>, shell: Shell): Promise<Answers> {
  const isAsked = flags.yes !== true && flags.json !== true && canType(shell);
  const ask = async (question: string, proposed: string): Promise<string> => {
    if (!isAsked) return proposed;
    const typed = await shell.readLine(`${question} [${proposed}] `, new AbortController().signal);
    return typed.trim() === '' ? proposed : typed.trim();
  };
  const pages = flags.pages ?? [await ask('Which pages are to be checked?', ALL_PAGES)];
  const ci = flags.ci ?? (await ask(`A file for CI (${CI_KINDS.join(', ')})?`, proposedCi(shell.cwd)));
  const agents =
    flags.agent ??
    (await ask(`Instructions for coding agents (${AGENTS.join(', ')}, none)?`, proposedAgents(shell.cwd)))
      .split(/[\s,]+/)
      .filter((name) => name !== '' && name !== 'none');
  const baseline =
    flags['no-baseline'] !== true &&
    /^y/i.test(await ask('Accept what is open now, so that only new faults count (y, n)?', 'y'));
  for (const page of pages) refuseOddPage(page);
  return {
    pages,
    ci: oneOf('ci', ci, CI_KINDS),
    agents: [...new Set(agents.map((name) => oneOf('agent', name, AGENTS)))],
    baseline,
  };
}

/** They are written into files that others run. */
function refuseOddPage(page: string): void {
  if (page.trim() === '' || page.length > LONGEST || page.startsWith('-') || /[\p{Cc}']/u.test(page))
    throw new Refusal(
      `--pages is ${quoted(page)}; it takes a file, a folder or a pattern, such as 'site/**/*.html'.`,
    );
}

function oneOf<Name extends string>(flag: string, given: string, known: readonly Name[]): Name {
  const found = known.find((name) => name === given.toLowerCase());
  if (found !== undefined) return found;
  throw new Refusal(
    `--${flag} is ${quoted(given)}; it takes ${known.join(', ')}.${didYouMean(given, known)}`,
  );
}

function proposedCi(cwd: string): CiKind {
  if (existsSync(join(cwd, '.gitlab-ci.yml'))) return 'gitlab';
  return existsSync(join(cwd, '.github')) || existsSync(join(cwd, '.git')) ? 'github' : 'none';
}

function proposedAgents(cwd: string): string {
  const here = AGENTS.filter((name) =>
    AGENT_FILES[name].traces.some((trace) => existsSync(join(cwd, trace))),
  );
  return here.length === 0 ? 'none' : here.join(', ');
}
