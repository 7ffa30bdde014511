/** `jury init`: what a project needs to be judged, written where nothing is yet. */
import { join } from 'node:path';
import { EXIT } from '@design-jury/contracts/exit-codes';
import { juryCommand } from '../command-name.ts';
import { scopeOf } from '../disk/scope.ts';
import { createOut } from '../disk/write-out.ts';
import { fileRefusal, findSubjects } from '../library/subjects.ts';
import { version } from '../version.ts';
import { noArguments, readFlags } from './flags.ts';
import { AGENT_FILES } from './init/agent-files.ts';
import { type Answers, initAnswers } from './init/answers.ts';
import { BASELINE_FILE, CONFIG_FILE, ciFile, configText } from './init/project-files.ts';
import { captureShell } from './mcp/captured-shell.ts';
import { shellWord } from './next-step.ts';
import { command, Refusal } from './refusal.ts';
import type { Shell } from './shell.ts';

interface Written {
  file: string;
  /** `there`: it stays as it was. */
  state: 'written' | 'there';
  /** What would have gone into a file that is there, where it belongs into it. */
  add: string | null;
}

export const run = command(async (argv, shell) => {
  const { values, positionals } = readFlags('init', argv);
  noArguments('init', positionals);
  const answers = await initAnswers(values, shell);
  const pages = answers.pages.map(shellWord);
  const hasPages = await anyPage(shell, answers);
  const done: Written[] = [];
  const put = async (file: string, text: string, isAddable: boolean): Promise<void> => {
    const isWritten = await create(shell, file, text);
    done.push({ file, state: isWritten ? 'written' : 'there', add: isWritten || !isAddable ? null : text });
  };
  await put(CONFIG_FILE, configText(answers.baseline && hasPages), false);
  if (answers.baseline && hasPages) done.push(await writeBaseline(shell, answers, values.data));
  if (answers.ci !== 'none') {
    const { file, text } = ciFile(answers.ci, pages, version());
    await put(file, text, answers.ci === 'gitlab');
  }
  for (const name of answers.agents) await put(AGENT_FILES[name].file, AGENT_FILES[name].text(pages), true);
  if (values.json === true) shell.out(`${JSON.stringify({ files: done, pages: answers.pages }, null, 2)}\n`);
  else shell.out(`${lines(done, pages, hasPages).join('\n')}\n`);
  return EXIT.ships;
});

async function create(shell: Shell, name: string, text: string): Promise<boolean> {
  const file = join(shell.cwd, name);
  try {
    return await createOut(file, text, { within: scopeOf(file, shell.cwd), shown: name });
  } catch (error) {
    throw fileRefusal(error, name);
  }
}

async function anyPage(shell: Shell, { pages }: Answers): Promise<boolean> {
  try {
    return (await findSubjects(shell.cwd, pages)).length > 0;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** By the same check that reads it later. */
async function writeBaseline(shell: Shell, { pages }: Answers, data: string | undefined): Promise<Written> {
  // Held free first: what is there is never written over, whoever made it meanwhile.
  if (!(await create(shell, BASELINE_FILE, `${JSON.stringify({ version: 1, files: {} }, null, 2)}\n`)))
    return { file: BASELINE_FILE, state: 'there', add: null };
  shell.error('Judging the pages as they are now…\n');
  const captured = captureShell({ from: shell, cwd: shell.cwd, signal: new AbortController().signal });
  const { run: check } = await import('./check.ts');
  const flags = [
    '--baseline',
    BASELINE_FILE,
    '--update-baseline',
    '--json',
    ...(data === undefined ? [] : ['--data', data]),
  ];
  const exit = await check([...flags, '--', ...pages], captured.shell);
  if (exit === EXIT.usage)
    throw new Refusal(
      captured
        .remarks()
        .at(-1)
        ?.replace(/^jury: /, '') ?? 'The pages could not be judged.',
    );
  return { file: BASELINE_FILE, state: 'written', add: null };
}

function lines(done: readonly Written[], pages: readonly string[], hasPages: boolean): string[] {
  const wide = Math.max(...done.map(({ file }) => file.length));
  const added = done.flatMap(({ file, add }) =>
    add === null ? [] : ['', `${file} is yours and was left alone. This belongs into it:`, '', add.trimEnd()],
  );
  return [
    ...done.map(
      ({ file, state }) =>
        `${file.padEnd(wide)}  ${state === 'written' ? 'written' : 'is there; left as it is'}`,
    ),
    ...(hasPages ? [] : ['No page was found yet, so there is no baseline.']),
    ...added,
    '',
    `Next: ${juryCommand()} check ${pages.join(' ')}`,
  ];
}
