/** What a review leaves in its folder: the copy, its diff, the transcript, pictures and the report. */
import { basename, dirname, relative } from 'node:path';
import type { TrustLine } from '@design-jury/contracts/trust/line';
import type { UnlockSet } from '@design-jury/contracts/trust/unlock';
import { juryCommand } from '../../command-name.ts';
import type { FinishedReview } from '../../library/run.ts';
import { fileRefusal, type Subject } from '../../library/subjects.ts';
import { elementNames } from '../../report/element-names.ts';
import type { Gate } from '../../report/gate.ts';
import { type GivenGate, verdictSentence, verdictTone } from '../../report/given.ts';
import { writeOutputs } from '../../report/outputs.ts';
import type { Pictures } from '../../report/page/slider.ts';
import { markedPlaces, pictureOf, takePictures, writePictures } from '../../report/pictures.ts';
import { shellWord } from '../next-step.ts';
import { makeResultsFolder, resultRules } from '../results-folder.ts';
import type { Shell } from '../shell.ts';
import type { ReviewedPage } from './page.ts';
import type { ReviewPlan } from './plan.ts';
import { nearest, writeHtmlReport } from './report-file.ts';

interface ResultContext {
  folder: string;
  plan: ReviewPlan;
  shell: Shell;
  gate: Gate;
  given: GivenGate | null;
  unlock: UnlockSet | null;
  trust: TrustLine;
}

export async function writeResults(
  subject: Subject,
  before: string,
  finished: FinishedReview,
  { folder, plan, shell, gate, given, unlock, trust }: ResultContext,
): Promise<ReviewedPage['outputs'] & Pick<ReviewedPage, 'changed' | 'verdict'>> {
  const shown = relative(shell.cwd, folder) || folder;
  const rules = resultRules(folder, shell.cwd);
  if (!plan.outIsNamed) await makeResultsFolder(plan.out, shell.cwd);
  try {
    const { artifact, transcript, state, agent, durationMs } = finished;
    const outputs = await writeOutputs({
      folder,
      within: rules.within,
      source: subject.path,
      before,
      artifact,
      transcript,
    });
    const changed = outputs.after !== null && outputs.after !== before;
    const pictures = await picturesFor(subject, before, changed ? outputs.after : null, { plan, shell });
    const shots = await writePictures(folder, pictures, rules);
    const verdict = verdictSentence(given, state, gate, changed);
    const report = await writeHtmlReport(
      folder,
      rules,
      {
        title: subject.name,
        state,
        agent,
        durationMs,
        gate,
        unlock,
        trust,
        verdict: { text: verdict, tone: verdictTone(given, gate) },
        pictures,
        marked: await markedPlaces(before),
        nameOf: await elementNames({ before, after: outputs.after, mime: subject.mime }),
        take: changed ? takeCommand(shell, subject) : null,
      },
      {
        outputs,
        names: ['Improved copy', 'Diff'],
        lang: plan.lang,
        shots: shots.map((path) => [`Picture ${basename(path, '.png')}`, path]),
      },
    );
    return { ...outputs, report, changed, verdict };
  } catch (error) {
    throw fileRefusal(error, shown);
  }
}

/** A browser takes a second or two: over many pages their verdicts matter more. */
function picturesFor(
  { mime, path }: Subject,
  before: string,
  after: string | null,
  { plan, shell }: Pick<ResultContext, 'plan' | 'shell'>,
): Promise<Pictures | null> {
  if (!plan.single || plan.settings.browser === 'never' || mime !== 'text/html') return Promise.resolve(null);
  return after === null
    ? pictureOf(before)
    : takePictures({ before, after, folder: dirname(path), env: shell.env });
}

/** Reviewed once more before it is taken: a page that changed meanwhile is not written over. */
export function takeCommand(shell: Shell, { path }: Subject): string {
  return `${juryCommand()} review ${shellWord(nearest(shell, path))} --apply`;
}
