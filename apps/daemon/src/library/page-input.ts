/** What a program names, as pages with their text: files and patterns are read, text is taken as it is. */

import { dirname, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { juryCommand } from '../command-name.ts';
import { quoted, Refusal } from './refusal.ts';
import type { NamedPage } from './run.ts';
import { findSubjects, readSubject, readTextBeside, type Subject } from './subjects.ts';
import type { JuryPage } from './types.ts';

export interface PageInput extends NamedPage {
  mime: Subject['mime'];
  /** Rejects with a `Refusal` for what cannot be read. */
  text(): Promise<string>;
  /** The DESIGN.md beside it; null where there is none. */
  design(): Promise<string | null>;
}

const Text = z.strictObject({
  content: z.string().min(1, 'is empty'),
  name: z.string().trim().min(1).max(200).default('page.html'),
  mime: z.enum(['text/html', 'text/markdown', 'text/plain']).default('text/html'),
  path: z.string().refine(isAbsolute, 'is relative; it takes an absolute path').optional(),
});

export async function pageInputs(
  pages: JuryPage | readonly JuryPage[],
  cwd: string | null,
): Promise<PageInput[]> {
  const named: readonly JuryPage[] = isList(pages) ? pages : [pages];
  if (named.length === 0) throw new Refusal('There is no page to judge; name one.');
  const inputs: PageInput[] = [];
  for (const page of named) {
    if (typeof page === 'string' || page instanceof URL) inputs.push(...(await filesOf(page, cwd)));
    else inputs.push(textInput(page));
  }
  return inputs;
}

function isList(pages: JuryPage | readonly JuryPage[]): pages is readonly JuryPage[] {
  return Array.isArray(pages);
}

function textInput(given: unknown): PageInput {
  const parsed = Text.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new Refusal(`The page's ${issue?.path.join('.') || 'text'}: ${issue?.message ?? 'not valid'}.`);
  }
  const { content, name, mime, path = null } = parsed.data;
  return { name, path, mime, text: async () => content, design: async () => null };
}

async function filesOf(page: string | URL, cwd: string | null): Promise<PageInput[]> {
  if (page instanceof URL && page.protocol !== 'file:')
    throw new Refusal(
      `${quoted(page.href)} is no file; the command \`${juryCommand()} check\` opens addresses in a browser.`,
    );
  const path = typeof page === 'string' ? page : fileURLToPath(page);
  if (cwd === null && !isAbsolute(path))
    throw new Refusal(
      `${quoted(path)} is relative to nothing; give an absolute path, or the option cwd when you open the jury.`,
    );
  const from = cwd ?? dirname(path);
  return (await findSubjects(from, [path])).map((subject) => ({
    ...subject,
    text: () => readSubject(subject, from),
    design: () => designBeside(subject, from),
  }));
}

async function designBeside({ path }: Subject, cwd: string): Promise<string | null> {
  const beside = join(dirname(path), 'DESIGN.md');
  return beside === path ? null : readTextBeside(cwd, beside, 'design');
}
