/** `jury skills`: kinds of pages, design systems, and what is wrong with the files of others. */
import { relative } from 'node:path';
import { EXIT } from '@design-jury/contracts/exit-codes';
import type { DesignSystemList, LibraryProblem, SkillList } from '@design-jury/contracts/skills';
import { clean } from '../report/clean.ts';
import { configCode } from './config-code.ts';
import { withLibraryFolders } from './config-file.ts';
import { checkedDataDir } from './data-dir.ts';
import { noArguments, readFlags } from './flags.ts';
import { command } from './refusal.ts';
import type { Shell } from './shell.ts';
import { padEnd, wrap } from './terminal/text.ts';

export const run = command(async (argv, shell) => {
  const { values, positionals } = readFlags('skills', argv);
  noArguments('skills', positionals);
  const { listDesignSystems, listSkills } = await import('../skills/listing.ts');
  const { loadLibrary } = await import('../skills/library.ts');
  const { readRollout } = await import('../skills/rollout.ts');
  const env = await withLibraryFolders(shell.env, shell.cwd, configCode(shell, values['trust-config']));
  const library = await loadLibrary({ dataDir: await checkedDataDir(shell, values.data), env });
  const found = listSkills(library, readRollout(shell.env));
  const systems = listDesignSystems(library);
  if (values.json)
    shell.out(
      `${JSON.stringify({ ...found, ...systems, problems: [...found.problems, ...systems.problems] }, null, 2)}\n`,
    );
  else shell.out(`${lines(found, systems, shell).join('\n')}\n`);
  return EXIT.ships;
});

const ID_CELLS = 18;
const POLICY_CELLS = 10;

function lines(found: SkillList, { designSystems, problems }: DesignSystemList, shell: Shell): string[] {
  const width = Math.max(40, Math.min(100, shell.terminal.columns));
  const row = (id: string, word: string, text: string): string[] => {
    const lead = `  ${padEnd(clean(id), ID_CELLS)}${padEnd(word, POLICY_CELLS)}`;
    return wrap(clean(text), Math.max(20, width - lead.length)).map(
      (line, index) => `${index === 0 ? lead : ' '.repeat(lead.length)}${line}`,
    );
  };
  const all = [...found.problems, ...problems];
  return [
    'Skills',
    ...found.skills.flatMap(({ id, policy, description }) => row(id, policy ?? '', description)),
    '',
    'Design systems',
    ...designSystems.flatMap(({ id, name, summary }) => row(id, '', `${name}. ${summary}`)),
    ...(all.length === 0 ? [] : ['', 'Not in order']),
    ...all.map((problem) => `  ${problemLine(problem, shell.cwd)}`),
  ];
}

function problemLine({ severity, file, line, message }: LibraryProblem, cwd: string): string {
  const near = relative(cwd, file);
  const shown = near.startsWith('..') ? file : near;
  return clean(`${severity}: ${shown}${line === null ? '' : `:${line}`}: ${message}`);
}
