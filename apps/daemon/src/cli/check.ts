/** `jury check`: judges files as they lie on the disk and says whether they pass. Nothing is rewritten. */
import { resolve } from 'node:path';
import { EXIT } from '@design-jury/contracts/exit-codes';
import { checkJson, checkJunit, checkSarif, type RuleText } from '../report/check-formats.ts';
import { type CheckInput, type CheckResult, checkResult } from '../report/check-result.ts';
import { WITNESS_FILE, type WitnessEntry, witnessWords } from '../trust/witness-file.ts';
import { version } from '../version.ts';
import { BaseRules } from './check/base-rules.ts';
import { checkedLine, checkLines } from './check/view.ts';
import { readFlags } from './flags.ts';
import { oneOf } from './panel-flags.ts';
import { command, Refusal } from './refusal.ts';
import { writeBaseline } from './review/baseline.ts';
import { lazyEngine, stopper } from './review/engine.ts';
import { inOrder, pagesAtOnce, type TurnViewer, viewerInTurn } from './review/order.ts';
import { type JudgedPage, judgePage, nextBaseline, type PageContext } from './review/page.ts';
import { planOf, type ReviewPlan } from './review/plan.ts';
import { nearest, writeReport } from './review/report-file.ts';
import type { Subject } from './review/subjects.ts';
import { createViewer, type Viewer } from './review/viewer.ts';
import type { Shell } from './shell.ts';
import { whereToAnswer } from './unattended.ts';
import { parseWitnesses, readWitnesses, witnessName } from './witness-file.ts';

/** What a witness that does not hold comes to. */
const WITNESS_MODES = ['fail', 'strict', 'off'] as const;

/** What is asked of files beside the panel: must-fixes of the past. */
interface Witnesses {
  mode: (typeof WITNESS_MODES)[number];
  entries: readonly WitnessEntry[];
}

type Judged = { subject: Subject; input: CheckInput };

export const run = command(async (argv, shell) => {
  const { plan, witnesses } = await readCheckPlan(argv, shell);
  const engine = lazyEngine(plan, shell);
  const stop = stopper(shell);
  try {
    const context = { plan, shell, engine: engine.get, running: stop.running, signal: stop.signal };
    const judged = await judgeAll(context, witnesses);
    const { base } = plan;
    const result = checkResult(
      judged.map(({ input }) => input),
      {
        base: base === null ? null : { ref: base.ref, commit: base.commit, changes: base.changes },
        stopped: stop.asked && judged.length < plan.subjects.length,
      },
    );
    await writeReports(plan, shell, result);
    await updateBaseline(plan, shell, judged);
    if (plan.json) shell.out(checkJson(result));
    else
      shell.out(
        `${checkLines(result, { columns: shell.terminal.columns, paint: shell.outPaint }).join('\n')}\n`,
      );
    if (!plan.json && plan.mode !== 'silent' && result.verdict === 'waits')
      shell.error(whereToAnswer(shell, plan.dataDir));
    return result.exit;
  } finally {
    stop.dispose();
    await engine.close();
  }
});

/** One round: the file itself is judged, and nobody is asked to make it better. */
async function readCheckPlan(
  argv: string[],
  shell: Shell,
): Promise<{ plan: ReviewPlan; witnesses: Witnesses }> {
  const { values, positionals } = readFlags('check', argv);
  if (positionals.length === 0) throw new Refusal('Name a file to check, such as: jury check page.html.');
  const { base: ref, witnesses: asked, ...flags } = values;
  if (ref !== undefined && flags['update-baseline'] === true)
    throw new Refusal(
      '--update-baseline writes a baseline and --base reads it from a commit; use one of them.',
    );
  const base = ref === undefined ? null : await BaseRules.open(shell, ref);
  const plan = await planOf(flags, positionals, shell, base);
  const mode = oneOf('witnesses', asked, WITNESS_MODES) ?? 'fail';
  return {
    plan: { ...plan, settings: { ...plan.settings, maxRounds: 1 }, asksHere: false },
    witnesses: { mode, entries: mode === 'off' ? [] : await witnessesOf(shell, base) },
  };
}

/** With `--base` those of the commit: a change cannot take its own witnesses away. */
async function witnessesOf(shell: Shell, base: BaseRules | null): Promise<WitnessEntry[]> {
  if (base === null) return readWitnesses(shell);
  return parseWitnesses(await base.read(resolve(shell.cwd, WITNESS_FILE)));
}

/** As many at once as there are cores; told in the order of the files all the same. */
function judgeAll(context: PageContext, witnesses: Witnesses): Promise<Judged[]> {
  const { plan, shell, signal } = context;
  const { subjects } = plan;
  const viewers: TurnViewer[] = [];
  return inOrder(subjects, {
    atOnce: pagesAtOnce(plan),
    signal,
    async work(subject, index, turn) {
      const inTurn = viewerInTurn(turn, () => createViewer(shell, { title: subject.name, mode: plan.mode }));
      viewers[index] = inTurn;
      return { subject, input: await judgeOne(subject, inTurn.viewer, context, witnesses) };
    },
    async show({ input }, index) {
      await viewers[index]?.shown();
      if (subjects.length > 1 && plan.mode !== 'silent')
        shell.error(`[${index + 1}/${subjects.length}] ${checkedLine(input, shell.errorPaint)}\n`);
    },
  });
}

/** A file that cannot be read, or that trips us, has no verdict; the others keep theirs. */
async function judgeOne(
  subject: Subject,
  viewer: Viewer,
  context: PageContext,
  witnesses: Witnesses,
): Promise<CheckInput> {
  const { name: file } = subject;
  try {
    const page = await judgePage(subject, viewer, context);
    const { state, gate, durationMs, asks, unlock, trusted } = page;
    const isBroken = await askedOf(page, witnesses, context.shell);
    const waits = asks && context.plan.settings.onUnattended === 'pause';
    return {
      file,
      kind: 'judged',
      state,
      gate,
      durationMs,
      waits,
      unlock,
      trust: trusted.line,
      isNoise: trusted.stops === 'noise',
      isBroken,
    };
  } catch (error) {
    await viewer.close('erase');
    if (error instanceof Refusal) return { file, kind: 'refused', message: error.message, exit: error.exit };
    const reason = error instanceof Error ? error.message : String(error);
    return {
      file,
      kind: 'refused',
      message: `could not be judged: ${reason}`,
      exit: EXIT.inconclusive,
    };
  }
}

/** Whether a witness of this file fails it; what there is to say of them is added to the gate's remarks. */
async function askedOf(
  { subject, before, design, gate }: JudgedPage,
  { mode, entries }: Witnesses,
  { cwd }: Shell,
): Promise<boolean> {
  const own = entries.filter(({ file }) => file === witnessName(cwd, subject.path));
  if (own.length === 0) return false;
  const { buildPage, formatOfMime } = await import('../measure/model/page.ts');
  const { readDesignMd } = await import('../measure/model/design-md.ts');
  const { askWitnesses } = await import('../trust/witness.ts');
  const page = await buildPage({
    html: before,
    path: subject.path,
    format: formatOfMime(subject.mime),
    design: design === null ? null : readDesignMd(design),
  });
  const asked = askWitnesses(page, own);
  gate.remarks.push(...witnessWords(asked));
  const fails = mode === 'strict' ? ['broken', 'stale', 'waived', 'unmeasured'] : ['broken'];
  return asked.some(({ state }) => fails.includes(state));
}

async function writeReports(plan: ReviewPlan, shell: Shell, result: CheckResult): Promise<void> {
  if (plan.junit !== null) await writeReport(shell, plan.junit, checkJunit(result));
  if (plan.sarif === null) return;
  const { findAudit } = await import('../measure/audits/index.ts');
  const ruleText = (id: string): RuleText | null => findAudit(id) ?? null;
  await writeReport(shell, plan.sarif, checkSarif(result, version(), ruleText));
}

async function updateBaseline(
  { baseline, quiet }: ReviewPlan,
  shell: Shell,
  judged: readonly Judged[],
): Promise<void> {
  if (baseline?.update !== true) return;
  const pages = judged.flatMap(({ subject, input }) =>
    input.kind === 'judged' ? [{ subject, state: input.state }] : [],
  );
  await writeBaseline(baseline.file, baseline.shown, shell.cwd, nextBaseline(baseline.entries, pages));
  if (!quiet) shell.error(`Baseline written: ${nearest(shell, baseline.file)}\n`);
}
