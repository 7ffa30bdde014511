/** A developer: one page, then the project, then CI. All at the terminal, with one look at the report. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Newcomer } from './newcomer.ts';
import { Story } from './story.ts';

export async function walkAsDeveloper(here: Newcomer): Promise<Story> {
  const story = new Story(
    {
      id: 'developer',
      title: 'A developer: from the README to a gate in CI',
      wants:
        'An agent wrote a landing page. The developer wants to know what is wrong with it, to have the mechanical part fixed, and to keep the next one from slipping through.',
    },
    here.scrub,
  );
  const typed = async (does: string, command: string, sees: string) => {
    const { screen, exitCode } = await here.type(command);
    story.terminal(does, command, screen, `Exit code ${exitCode}. ${sees}`);
    return screen;
  };

  const first = await here.type('./jury review examples/landing.html');
  story.firstValue('the verdict, with the improved copy, a diff and a report');
  story.terminal(
    'Judge the page',
    './jury review examples/landing.html',
    first.screen,
    `Exit code ${first.exitCode}. The last lines say what there is now and what to type next. The page itself is untouched.`,
  );

  const page = await here.browser();
  const report = /^ {2}report +(\S+)$/m.exec(first.screen)?.[1];
  if (report === undefined) throw new Error(`the review names no report:\n${first.screen}`);
  await page.goto(`file://${join(here.folder, report)}`);
  await page.locator('h1').first().waitFor();
  await story.page(
    'Open the report',
    page,
    'One file, without a network: the verdict, the three problems that matter most, the page before and after, and how to take the copy.',
  );
  await page.context().close();

  await typed(
    'Ask what the page as it is on disk would get in CI',
    './jury check examples/landing.html',
    '`check` changes nothing. Every must-fix has its line, what was measured and what is required.',
  );
  await typed(
    'Take the copy',
    './jury review examples/landing.html --apply',
    'The file is replaced only because the copy passes.',
  );
  await typed('Ask again', './jury check examples/landing.html', 'The same question, now with a yes.');
  await typed(
    'Set up the project',
    './jury init --yes --ci github --agent claude',
    'A configuration, a baseline of what is open now, a workflow, and instructions for the coding agent. Nothing that was there is overwritten.',
  );
  const workflow = readFileSync(join(here.folder, '.github/workflows/design-jury.yml'), 'utf8');
  story.terminal(
    'Read the workflow before it is committed',
    'cat .github/workflows/design-jury.yml',
    workflow.trimEnd(),
    'From here on a pull request is held back by what it makes worse.',
  );
  return story;
}
