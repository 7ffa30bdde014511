/** The trust line of one verdict: what is known of it, and with `--trust` what can be computed. */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { CritiqueState } from '@design-jury/contracts/theater/fold';
import { NOTHING_KNOWN, type TrustLine } from '@design-jury/contracts/trust/line';
import { juryCommand } from '../../command-name.ts';
import type { Engine } from '../../engine.ts';
import { artifactFolder } from '../../host/artifacts/artifact-path.ts';
import { type FinishedReview, startReview } from '../../library/run.ts';
import { placeOnDisk, type Subject } from '../../library/subjects.ts';
import { isMeasuredAlone } from '../../library/worth-judging.ts';
import { finalComposite } from '../../report/ending.ts';
import { openAtEnd } from '../../report/gate.ts';
import { isNear, noiseFor } from '../../trust/noise.ts';
import { writeTrustLine } from '../../trust/stored-line.ts';
import { type DrilledRecalls, instrumentRecalls, NOT_DRILLED } from './instrument-recall.ts';
import type { PageContext } from './page.ts';
import type { ReviewPlan } from './plan.ts';
import { showRun } from './show-run.ts';
import { createViewer } from './viewer.ts';

export interface Trusted {
  line: TrustLine;
  /** Sentences for people. */
  remarks: string[];
  /** What keeps the verdict from counting; null where nothing does. */
  stops: 'noise' | 'held_out' | null;
}

export interface TrustInput {
  plan: ReviewPlan;
  subject: Subject;
  before: string;
  design: string | null;
  finished: FinishedReview;
  engine: Engine;
  /** How another agent is asked, where one is. */
  context: Pick<PageContext, 'shell' | 'running' | 'signal'>;
}

export async function trustedOf(input: TrustInput): Promise<Trusted> {
  const { plan, finished } = input;
  const { agent, model } = finished.run;
  const noise = noiseFor(plan.dataDir, agent, model);
  if (!plan.trust) return judgedBy({ ...NOTHING_KNOWN, noise }, [], input);
  const kept = finished.artifact === null ? null : await readFile(finished.artifact, 'utf8');
  const page = kept === null ? null : await pageFacts(input, kept);
  const drilled = kept === null || page === null ? NOT_DRILLED : await recallsOf(input, kept, page.styles);
  const line: TrustLine = {
    version: 2,
    coverage: page?.coverage ?? null,
    ...drilled.recalls,
    noise,
    // After the drill: what it found out of the judges' errors is in it.
    effectiveVotes: await votesFor(input),
    heldOut: kept === null ? null : await withAgent(input, kept, page?.heldOut?.line ?? null),
  };
  await writeTrustLine(artifactFolder(plan.dataDir, finished.run.artifactId), line);
  const failed = (page?.heldOut?.failed ?? []).map(
    ({ asks, share }) => `Held-out: it is not so that ${asks} (${Math.round(share * 100)} %).`,
  );
  return judgedBy(line, [...drilled.remarks, ...failed], input);
}

/** What the line means for the verdict. */
function judgedBy(line: TrustLine, failed: readonly string[], { plan, finished }: TrustInput): Trusted {
  const composite = finalComposite(finished.state);
  const threshold = thresholdOf(finished.state);
  const near = composite !== null && threshold !== null && isNear(composite, threshold, line.noise);
  const { heldOut } = line;
  const isOver =
    heldOut !== null && (!heldOut.passes || (heldOut.gap !== null && heldOut.gap > plan.heldOut.limit));
  const stops =
    near && plan.settings.strict === true
      ? 'noise'
      : isOver && plan.heldOut.mode === 'stop'
        ? 'held_out'
        : null;
  const remarks = [
    ...(near
      ? [
          `The composite is within the noise floor (±${line.noise?.floor.toFixed(2)}) of the threshold: another run of the same panel could say the opposite.`,
        ]
      : []),
    ...(stops === 'noise'
      ? [
          `--strict: no verdict. ${juryCommand()} noise asks the same panel again; the median of its runs counts, never the best.`,
        ]
      : []),
    ...failed,
    ...(isOver && plan.heldOut.mode === 'stop' ? ['The held-out panel says no, so it does not ship.'] : []),
  ];
  return { line, remarks, stops };
}

function thresholdOf(state: CritiqueState): number | null {
  return state.phase === 'idle' ? null : state.threshold;
}

/** What is measured on the kept page once more: how much was decided, and what the held-out panel says of it. */
async function pageFacts({ plan, subject, before, design, finished }: TrustInput, kept: string) {
  const { buildPage, formatOfMime } = await import('../../measure/model/page.ts');
  const { examine } = await import('../../measure/panel.ts');
  const { readDesignMd } = await import('../../measure/model/design-md.ts');
  const { coverageOf } = await import('../../trust/coverage.ts');
  const { askHeldOut } = await import('../../trust/held-out.ts');
  const base = {
    path: placeOnDisk(subject),
    format: formatOfMime(subject.mime),
    brief: plan.settings.brief ?? null,
    design: design === null ? null : readDesignMd(design),
  };
  const after = await buildPage({ ...base, html: kept });
  // Where nobody changed the page there is no author who could have played to the panel.
  const isAsked = plan.heldOut.mode !== 'off' && kept !== before && subject.mime === 'text/html';
  const heldOut = isAsked
    ? askHeldOut({
        runId: finished.runId,
        before: await buildPage({ ...base, html: before }),
        after,
        composite: finalComposite(finished.state),
        scale: finished.run.config.scoreScale,
      })
    : null;
  // What the page's folder gives it is part of the page: another sheet is another recall.
  const styles = after.sheets.flatMap(({ origin, root }) => (origin === 'file' ? [root.toString()] : []));
  return { coverage: coverageOf(examine(after).results), heldOut, styles };
}

/** What another agent says of the kept page, beside the checks: asked once, and heard by nobody before. */
async function withAgent(
  { plan, subject, design, finished, engine, context }: TrustInput,
  kept: string,
  checks: TrustLine['heldOut'],
): Promise<TrustLine['heldOut']> {
  const { agent } = plan.heldOut;
  if (agent === null || plan.heldOut.mode === 'off') return checks;
  const { model: _model, seats: _seats, ...settings } = plan.settings;
  const request = {
    ...settings,
    agent,
    maxRounds: 1,
    artifact: { content: kept, mime: subject.mime, name: subject.name.slice(-200) },
    ...(design !== null && { design }),
  };
  const viewer = createViewer(context.shell, { title: subject.name, mode: 'silent' });
  const asked = await showRun(viewer, { ...context, closing: 'erase' }, () =>
    startReview(engine, { name: subject.name, path: placeOnDisk(subject) }, request, viewer),
  );
  const [own, other] = [finalComposite(finished.state), finalComposite(asked.state)];
  const open = asked.state.phase === 'idle' ? 0 : openAtEnd(asked.state).length;
  return {
    agent,
    audits: checks?.audits ?? 0,
    composite: other,
    mustFix: (checks?.mustFix ?? 0) + open,
    // One that proved nothing does not pass it.
    passes: checks?.passes !== false && asked.state.phase === 'shipped',
    gap: own === null || other === null ? null : Math.round((own - other) * 100) / 100,
  };
}

/** Of the whole panel. The places follow from the page: nobody chooses a seed that flatters. */
async function recallsOf(
  input: TrustInput,
  html: string,
  styles: readonly string[],
): Promise<DrilledRecalls> {
  if (input.subject.mime !== 'text/html') return NOT_DRILLED;
  const seed = Number.parseInt(createHash('sha256').update(html).digest('hex').slice(0, 8), 16);
  if (isMeasuredAlone(input.plan.settings)) return instrumentRecalls(input, html, styles, seed);
  const { drillPanel } = await import('./panel-drill.ts');
  const { recallsIn } = await import('../../trust/drills.ts');
  const drilled = await drillPanel(input, html, styles, seed);
  if (drilled === null) return NOT_DRILLED;
  const { unanswered, defects } = drilled;
  return {
    recalls: recallsIn(drilled),
    remarks:
      unanswered === 0
        ? []
        : [`Recall: ${unanswered} of ${unanswered + defects.length} runs gave no verdict and do not count.`],
  };
}

/** From the newest drills of the same agent and model, or else the newest runs. */
async function votesFor({
  engine: { jury },
  finished: { run },
  plan,
}: TrustInput): Promise<TrustLine['effectiveVotes']> {
  const { judgedJudges, votesLine } = await import('../../trust/panel-votes.ts');
  const { storedViews } = await import('../../trust/stored-views.ts');
  const { readDrills } = await import('../../trust/drills.ts');
  const drills = readDrills(plan.dataDir).filter(
    ({ agent, model }) => agent === run.agent && model === run.model,
  );
  const views = await storedViews(jury, ({ agent }) => agent === run.agent);
  return votesLine(
    judgedJudges(
      views.map(({ view }) => view),
      drills,
    ),
  );
}
