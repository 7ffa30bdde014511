/** `--report`: the index of all pages as a file, with pictures where a browser is there to take them. */
import { join } from 'node:path';
import type { CheckedFile, CheckResult, CheckVerdict } from '../../report/check-result.ts';
import { verdictOfSome, verdictWord } from '../../report/check-result.ts';
import { reportIn } from '../../report/in-language.ts';
import { type IndexEntry, indexPage } from '../../report/index-page.ts';
import { mostImportant } from '../../report/most-important.ts';
import { thumbnailsOf } from '../review/index-file.ts';
import type { ReviewPlan } from '../review/plan.ts';
import { nearest, writeReport } from '../review/report-file.ts';
import type { Shell } from '../shell.ts';
import type { Site } from '../site/visit-site.ts';

interface IndexInput {
  plan: ReviewPlan;
  shell: Shell;
  result: CheckResult;
  site: Site | null;
}

const TONES: Record<CheckVerdict, 'good' | 'bad' | 'fair'> = {
  passes: 'good',
  fails: 'bad',
  inconclusive: 'fair',
  waits: 'fair',
  interrupted: 'fair',
  refused: 'bad',
};

export async function writeIndex(folder: string, { plan, shell, result, site }: IndexInput): Promise<void> {
  const file = join(folder, 'index.html');
  const pictures = new Map([...(site?.thumbnails ?? []), ...(await thumbnailsOf(plan, shell))]);
  const { files } = result;
  const page = indexPage({ entries: files.map(entryOf), pictures });
  await writeReport(shell, file, await reportIn(plan.lang, page));
  if (!plan.quiet) shell.error(`Index written: ${nearest(shell, file)}\n`);
}

function entryOf({ file, verdict, composite, mustFix, faults, summary }: CheckedFile): IndexEntry {
  const open = faults.filter(({ standing }) => standing === 'open');
  return {
    name: file,
    verdict: { word: verdictWord(verdict), tone: TONES[verdict], ...verdictOfSome(verdict) },
    composite,
    mustFix,
    faults: mostImportant(open, open.length, ({ rule }) => rule).map(({ text, line }) => ({ text, line })),
    why: composite === null ? summary : null,
    report: null,
  };
}
