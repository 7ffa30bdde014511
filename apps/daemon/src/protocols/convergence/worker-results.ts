/** One file per worker and one for the critic: what each said alone, before anything was counted. */

import { markdownText as flat } from './markdown-text.ts';
import { evidenceText } from './report-parts.ts';
import type { ConvergenceResult } from './result.ts';

export interface WorkerResultFile {
  /** Without a folder: `claude-error-analysis-1.md`. */
  name: string;
  text: string;
}

export function workerResultFiles(
  { analyses, critic, criticSaid, findings, dropped, clarifications }: ConvergenceResult,
  phase: string,
  seq: number,
): WorkerResultFile[] {
  const files = analyses.map(({ worker, result }): WorkerResultFile => {
    const name = `${worker}-${phase}-${seq}.md`;
    if (result.status === 'error')
      return {
        name,
        text: lines(worker, [`No result after ${result.attempts} attempts: ${flat(result.error)}`]),
      };
    const { findings: own, questions, coverage } = result.value;
    return {
      name,
      text: lines(worker, [
        ...(own.length === 0 ? ['Nothing was found.'] : []),
        ...own.map(({ claim, evidence }) => `- ${flat(claim)} [${flat(evidenceText(evidence))}]`),
        ...questions.map(
          ({ statement, evidenceChecked }) => `- Question: ${flat(statement)} [${flat(evidenceChecked)}]`,
        ),
        ...coverage.map(
          ({ requirement, artifact }) => `- Covers ${flat(requirement)}: ${flat(evidenceText([artifact]))}`,
        ),
      ]),
    };
  });
  if (critic === null) return files;
  const gaps = [
    ...findings.filter(({ source }) => source === 'critic').map((gap) => ({ gap, word: 'merged' })),
    ...dropped.map((gap) => ({ gap, word: 'dropped' })),
  ];
  return [
    ...files,
    {
      name: `${critic.provider}-critic-${phase}-${seq}.md`,
      text: lines(`${critic.provider}-critic`, [
        ...(criticSaid?.length === 0 ? ['Nothing is missing.'] : []),
        ...(criticSaid ?? []).map((text) => `- ${flat(text)}`),
        ...gaps.map(({ gap, word }) => `- ${gap.id}: ${word}, ${gap.classification}`),
        ...(critic.gapsProposed === undefined
          ? []
          : [`- asked of a person: ${clarifications.filter(({ status }) => status === 'open').length}`]),
      ]),
    },
  ];
}

function lines(title: string, body: readonly string[]): string {
  return `# ${flat(title)}\n\n${body.join('\n')}\n`;
}
