/** One page, from its file to its files: read, judged, written out, with the gate's word on it. */
import { createHash } from 'node:crypto';
import { extname, isAbsolute, join, relative, resolve } from 'node:path';
import { EXIT, type ExitCode, exitOf } from '@design-jury/contracts/exit-codes';
import type { StartRunRequest } from '@design-jury/contracts/http';
import type { CritiqueState } from '@design-jury/contracts/theater/fold';
import type { TrustLine } from '@design-jury/contracts/trust/line';
import type { UnlockSet } from '@design-jury/contracts/trust/unlock';
import type { Engine } from '../../engine.ts';
import { acceptedIn, gateWith } from '../../library/accepted.ts';
import { type FinishedReview, followRun, startReview } from '../../library/run.ts';
import { placeOnDisk, readSubject, type Subject } from '../../library/subjects.ts';
import { isMeasuredAlone, refuseTooLittle } from '../../library/worth-judging.ts';
import { finalComposite } from '../../report/ending.ts';
import { findingsOf, type PageFindings } from '../../report/findings.ts';
import { type Accepted, fingerprintOf, type Gate, type Known, openAtEnd } from '../../report/gate.ts';
import { type Given, type GivenGate, givenOf } from '../../report/given.ts';
import { type Outputs, wouldOverwrite } from '../../report/outputs.ts';
import { type ReviewResult, reviewResult } from '../../report/result.ts';
import { unlockFor } from '../../report/unlock-words.ts';
import { checkThreshold } from '../panel-flags.ts';
import { Refusal } from '../refusal.ts';
import { checkResultsFolder } from '../results-folder.ts';
import type { Shell } from '../shell.ts';
import { applyTo } from './apply.ts';
import type { Baseline } from './baseline.ts';
import { designFor, type ReviewPlan } from './plan.ts';
import { writeResults } from './results.ts';
import { showRun } from './show-run.ts';
import { type Trusted, trustedOf } from './trusting.ts';
import { createViewer, type Viewer } from './viewer.ts';

/** The panel's word on one file, and the gate's; nothing is written yet. */
export interface JudgedPage {
  subject: Subject;
  /** The file's text as it was read. */
  before: string;
  design: string | null;
  finished: FinishedReview;
  state: CritiqueState;
  durationMs: number;
  gate: Gate;
  accepted: Accepted[];
  known: Known | null;
  unlock: UnlockSet | null;
  trusted: Trusted;
  /** Whether to try again is still to be answered. */
  asks: boolean;
}

export interface ReviewedPage {
  subject: Subject;
  state: CritiqueState;
  durationMs: number;
  gate: Gate;
  /** The gate over the file as it lies on the disk; null where nobody judged these bytes. */
  given: GivenGate | null;
  /** What the file is as given, and what became of its copy. */
  verdict: string;
  /** The least that would ship it; null where it ships, and without a verdict. */
  unlock: UnlockSet | null;
  trusted: Trusted;
  /** Whether the copy differs from the file. */
  changed: boolean;
  outputs: Outputs & { report: string };
  result: {
    verdict: string;
    given: Given | null;
    applied?: string;
    unlock: UnlockSet | null;
    trust: TrustLine;
  } & ReviewResult;
  findings: PageFindings | null;
  /** What `--apply` did; null without it, and where there was no verdict. */
  applied: string | null;
  exit: ExitCode;
  /** Whether to try again is still to be answered. */
  asks: boolean;
}

export interface PageContext {
  shell: Shell;
  plan: ReviewPlan;
  /** Opened when the first page asks for it: by then something is on the screen. */
  engine: () => Promise<Engine>;
  /** How the running reviews can be stopped from outside; each is there while it runs. */
  running: Set<() => void>;
  /** Aborted as soon as the user asked to stop, running or not. */
  signal: AbortSignal;
}

export async function reviewPage(
  subject: Subject,
  viewer: Viewer,
  context: PageContext,
): Promise<ReviewedPage> {
  const { shell, plan } = context;
  const folder = folderFor(plan, subject);
  if (wouldOverwrite(folder, subject.path)) {
    throw new Refusal(
      `--out ${relative(shell.cwd, folder) || '.'} is the folder of ${subject.name}, which would be overwritten; choose another.`,
    );
  }
  await checkResultsFolder(folder, subject.path, shell.cwd);
  const page = await judgePage(subject, viewer, context);
  const {
    before,
    design,
    finished,
    state,
    durationMs,
    gate,
    accepted,
    known,
    unlock,
    trusted,
    asks: isOpen,
  } = page;
  const sha256 = isMeasuredAlone(plan.settings) ? null : createHash('sha256').update(before).digest('hex');
  const given = givenOf(state, sha256, accepted, known);
  const outputs = await writeResults(subject, before, finished, {
    folder,
    plan,
    shell,
    gate,
    given,
    unlock,
    trust: trusted.line,
  });
  const applied =
    plan.apply === null || !hasVerdict(state)
      ? null
      : await applyTo(
          plan.apply,
          { subject, before, after: outputs.after, design, brief: plan.settings.brief ?? null },
          shell,
        );
  const { changed, verdict } = outputs;
  const findings =
    plan.sarif === null
      ? null
      : await findingsOf({
          html: before,
          after: outputs.after,
          path: subject.path,
          mime: subject.mime,
          design,
          brief: plan.settings.brief ?? null,
          state,
          judge: judgeBy(accepted, known),
        });
  return {
    subject,
    state,
    durationMs,
    gate,
    outputs,
    findings,
    given,
    verdict,
    unlock,
    trusted,
    changed,
    result: {
      verdict,
      given:
        given === null ? null : { composite: given.composite, mustFix: given.mustFix, ships: given.ships },
      ...(applied !== null && { applied: applied.summary }),
      ...reviewResult(state, { ...finished, artifact: outputs.page, transcript: outputs.transcript }),
      unlock,
      trust: trusted.line,
    },
    applied: applied?.summary ?? null,
    // What single fixes have made of the file, nobody has judged.
    exit:
      applied?.isTheCopy === false
        ? EXIT.inconclusive
        : trusted.stops !== null && hasVerdict(state)
          ? trusted.stops === 'noise'
            ? EXIT.inconclusive
            : EXIT.doesNotShip
          : gate.passes
            ? EXIT.ships
            : isOpen && plan.settings.onUnattended === 'pause'
              ? EXIT.waitsForAnswer
              : exitOf({ protocol: 'theater', status: state.phase }),
    asks: isOpen,
  };
}

function hasVerdict({ phase }: CritiqueState): boolean {
  return phase === 'shipped' || phase === 'below_threshold';
}

export async function judgePage(subject: Subject, viewer: Viewer, context: PageContext): Promise<JudgedPage> {
  const { shell, plan, engine } = context;
  const before = await readSubject(subject, shell.cwd);
  if (!isMeasuredAlone(plan.settings))
    await refuseTooLittle({ ...subject, path: placeOnDisk(subject) }, before);
  const design = await designFor(plan, subject, shell.cwd);
  const opened = await engine().catch(async (error: unknown) => {
    await viewer.close('erase');
    throw error;
  });
  const finished = await judge(subject, requestFor(plan, subject, before, design), opened, viewer, context);
  const { isAsked } = await retrying();
  const asks = await isAsked(opened, finished.run);
  const { state, durationMs } = finished;
  const accepted = acceptedIn(subject.name, plan.config.suppress);
  const known = knownOf(plan, subject, state);
  const gate = await gateWith(state, accepted, known);
  const trusted = await trustedOf({ plan, subject, before, design, finished, engine: opened, context });
  gate.remarks.push(...trusted.remarks);
  const unlock = unlockFor(state, finished.run.config.weights, { gate, known });
  return {
    subject,
    before,
    design,
    finished,
    state,
    durationMs,
    gate,
    accepted,
    known,
    unlock,
    trusted,
    asks,
  };
}

/** Loaded when a run is over: its view comes first. */
const retrying = () => import('../retry.ts');

/** The run, and the tries somebody at the terminal asks for after it. */
async function judge(
  subject: Subject,
  request: StartRunRequest,
  engine: Engine,
  viewer: Viewer,
  context: PageContext,
): Promise<FinishedReview> {
  const { shell, plan, signal } = context;
  // Over many pages a frame makes room for the next; for one it stays to be read.
  const options = { ...context, closing: plan.single && !plan.watch ? 'keep' : 'erase' } as const;
  const first = await showRun(viewer, options, () => {
    checkThreshold(plan.settings, engine.config.scoreScale);
    return startReview(engine, { name: subject.name, path: placeOnDisk(subject) }, request, viewer);
  });
  const { retryWhileAsked } = await retrying();
  return retryWhileAsked(engine, shell, first, {
    isWanted: () => plan.asksHere && !signal.aborted,
    follow(projectId, start) {
      const next = createViewer(shell, { title: subject.name, mode: plan.mode });
      return showRun(next, options, () => followRun(engine, projectId, next, start));
    },
  });
}

function requestFor(
  plan: ReviewPlan,
  subject: Subject,
  content: string,
  design: string | null,
): StartRunRequest {
  return {
    ...plan.settings,
    artifact: { content, mime: subject.mime, name: subject.name.slice(-200) },
    ...(design !== null && { design }),
  };
}

/** `out` itself for one page with a named folder; else a folder per page, as below the working folder. */
function folderFor(plan: ReviewPlan, subject: Subject): string {
  if (plan.single && plan.outIsNamed) return plan.out;
  const twins = plan.subjects.filter((other) => other !== subject && placeOf(other) === placeOf(subject));
  // Two pages of one name are distinguished by their ending, or by all of their path.
  if (twins.length === 0) return join(plan.out, placeOf(subject));
  const whole = resolve(subject.path)
    .split(/[\\/]/)
    .filter((part) => part !== '' && !/^[A-Za-z]:$/.test(part));
  return join(plan.out, ...whole);
}

function placeOf({ name }: Subject): string {
  const parts = (isAbsolute(name) ? name.slice(name.lastIndexOf('/') + 1) : name).split('/');
  const last = parts.pop() ?? 'page';
  return join(...parts, last.slice(0, last.length - extname(last).length) || last);
}

function judgeBy(accepted: readonly Accepted[], known: { mustFixes: readonly string[] } | null) {
  return ({ audit, selector, id }: { audit: string; selector: string | null; id: string }) => ({
    suppressed:
      accepted.find(
        (entry) => entry.audit === audit && (entry.selector === null || entry.selector === selector),
      )?.reason ?? null,
    known: known?.mustFixes.includes(id) ?? null,
  });
}

/** What is accepted already; while the baseline is written, all that is open now is. */
function knownOf({ baseline }: ReviewPlan, subject: Subject, state: CritiqueState): Known | null {
  if (baseline === null) return null;
  return baseline.update ? entryOf(state) : (baseline.entries.get(subject.name) ?? null);
}

function entryOf(state: CritiqueState): Known {
  const open = state.phase === 'idle' ? [] : openAtEnd(state).map(fingerprintOf);
  return { composite: finalComposite(state), mustFixes: open.filter((entry) => entry !== null) };
}

/** The baseline after this review: the pages reviewed now, and those it knew before. */
export function nextBaseline(
  before: Baseline,
  pages: readonly Pick<ReviewedPage, 'subject' | 'state'>[],
): Baseline {
  return new Map([...before, ...pages.map(({ subject, state }) => [subject.name, entryOf(state)] as const)]);
}
