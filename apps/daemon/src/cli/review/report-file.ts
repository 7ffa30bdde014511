/** Reports as files: those asked for by name, and the one beside each page. */
import { join, relative } from 'node:path';
import type { SaidLanguage } from '@design-jury/contracts/said/message';
import { scopeOf } from '../../disk/scope.ts';
import { type OutRules, writeOut } from '../../disk/write-out.ts';
import { fileRefusal } from '../../library/subjects.ts';
import { isPartial } from '../../report/ending.ts';
import { type HtmlReport, htmlReport } from '../../report/html.ts';
import { reportIn } from '../../report/in-language.ts';
import type { Outputs } from '../../report/outputs.ts';
import type { Shell } from '../shell.ts';

export async function writeReport(shell: Shell, file: string, content: string): Promise<void> {
  try {
    await writeOut(file, content, { within: scopeOf(file, shell.cwd) });
  } catch (error) {
    throw fileRefusal(error, nearest(shell, file));
  }
}

/** A path as people know it: relative to where they are, where that is shorter. */
export function nearest(shell: Shell, path: string): string {
  const near = relative(shell.cwd, path);
  return near === '' || near.startsWith('..') ? path : near;
}

type ReportInput = Omit<HtmlReport, 'comparison' | 'links'>;

/** Beside what a run left in its folder, with links to it. Returns where it is. */
export async function writeHtmlReport(
  folder: string,
  rules: OutRules,
  input: ReportInput,
  {
    outputs,
    names,
    shots = [],
    lang = 'en',
  }: { outputs: Outputs; names: [page: string, diff: string]; shots?: LinkedFile[]; lang?: SaidLanguage },
): Promise<string> {
  const transcript = isPartial(input.state) ? 'Transcript (partial)' : 'Transcript';
  const files: LinkedFile[] = [
    [names[0], outputs.page],
    [names[1], outputs.diff],
    [transcript, outputs.transcript],
    ...shots,
  ];
  const links = files.flatMap(([label, path]) =>
    path === null ? [] : [{ label, href: relative(folder, path) }],
  );
  const report = join(folder, 'report.html');
  const html = htmlReport({ ...input, comparison: outputs.comparison, links });
  await writeOut(report, await reportIn(lang, html), rules);
  return report;
}

type LinkedFile = readonly [label: string, path: string | null];
