/**
 * Recall of a panel with agents: it is asked about copies of the kept page, each with one planted defect, and each judge is
 * held to what it demands there. Every copy costs a run of one round, so there are no more than were allowed, and together
 * they may use no more than the limits of one run. They are no runs of the user's: a folder of their own holds them, and goes.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StartRunRequest } from '@design-jury/contracts/http';
import type { PanelistRole } from '@design-jury/contracts/theater/critique';
import type { PlantedCopy } from '../../drill/drill.ts';
import type { UnfamiliarCopy } from '../../drill/unfamiliar-batch.ts';
import type { Engine } from '../../engine.ts';
import { artifactFolder } from '../../host/artifacts/artifact-path.ts';
import { type FinishedReview, startReview } from '../../library/run.ts';
import { placeOnDisk } from '../../library/subjects.ts';
import type { Page, PageElement } from '../../measure/model/page.ts';
import { type DrilledDefect, keepDrill, type PanelDrill, readDrills } from '../../trust/drills.ts';
import type { Said } from '../../trust/seen-defect.ts';
import { showRun } from './show-run.ts';
import type { TrustInput } from './trusting.ts';
import { createViewer } from './viewer.ts';

/** What was measured, as a judge among the others. */
const INSTRUMENTS = 'instruments';
/** An agent that gives no verdict so often in a row is asked no more. */
const MOST_UNANSWERED = 2;

/** Of either pool. */
type Copy = ({ kind: 'known' } & PlantedCopy) | ({ kind: 'unfamiliar' } & UnfamiliarCopy);

/** Null where nothing may be spent, nothing can be planted, or nobody answered. */
export async function drillPanel(
  input: TrustInput,
  html: string,
  styles: readonly string[],
  seed: number,
): Promise<PanelDrill | null> {
  const { plan, finished } = input;
  if (plan.trustRuns === 0) return null;
  const key = await keyOf(input, html, styles);
  const known = readDrills(plan.dataDir).find((drill) => drill.key === key);
  if (known !== undefined) return known;
  const { POOL } = await import('../../drill/unfamiliar/index.ts');
  const copies = await copiesOf(input, html, seed);
  const { defects, unanswered } = await askAll(input, html, copies);
  if (defects.length === 0 || input.context.signal.aborted) return null;
  const { agent, model, config } = finished.run;
  const judges = [...judgesOf(finished), ...(config.grounding === 'off' ? [] : [INSTRUMENTS])];
  const at = new Date().toISOString();
  const made: PanelDrill = { key, agent, model, at, seed, pool: POOL, unanswered, judges, defects };
  await keepDrill(plan.dataDir, made);
  return made;
}

/** Half of the budget for each pool, in turns: where it ends early, both have been asked. */
async function copiesOf(input: TrustInput, html: string, seed: number): Promise<Copy[]> {
  const { plan, subject, design, engine, context } = input;
  const { plantedCopies } = await import('../../drill/drill.ts');
  const { unfamiliarCopies } = await import('../../drill/unfamiliar-drill.ts');
  const unfamiliar = await unfamiliarCopies(
    { html, path: placeOnDisk(subject), design },
    { seed, most: Math.ceil(plan.trustRuns / 2), threads: engine.threads, signal: context.signal },
  );
  const known = await plantedCopies(await pageInput(input, html), {
    seed,
    most: plan.trustRuns - unfamiliar.length,
  });
  const turns = Array.from({ length: Math.max(known.length, unfamiliar.length) }, (_, turn): Copy[] => {
    const [other, own] = [unfamiliar[turn], known[turn]];
    return [
      ...(other === undefined ? [] : [{ kind: 'unfamiliar' as const, ...other }]),
      ...(own === undefined ? [] : [{ kind: 'known' as const, ...own }]),
    ];
  });
  return turns.flat();
}

/** Page, brand, panel and budget: another of them is another drill. */
async function keyOf({ plan, finished, design }: TrustInput, html: string, styles: readonly string[]) {
  const { AUDITS } = await import('../../measure/audits/index.ts');
  const { panelAgents } = await import('../../trust/panel-agents.ts');
  const { version } = await import('../../version.ts');
  const { POOL } = await import('../../drill/unfamiliar/index.ts');
  const { run } = finished;
  const agents = await panelAgents(run, artifactFolder(plan.dataDir, run.artifactId));
  const { maxRounds: _rounds, ...settings } = plan.settings;
  const panel = [version(), POOL, AUDITS.map(({ id }) => id), agents, run.agent, settings, plan.trustRuns];
  return createHash('sha256')
    .update(JSON.stringify([panel, design, styles, html]))
    .digest('hex')
    .slice(0, 32);
}

async function pageInput({ subject, design }: TrustInput, html: string) {
  const { readDesignMd } = await import('../../measure/model/design-md.ts');
  return { html, path: placeOnDisk(subject), design: design === null ? null : readDesignMd(design) };
}

/** Everybody with a vote; the author has none. */
function judgesOf({ run }: FinishedReview): PanelistRole[] {
  const { cast, weights } = run.config;
  return cast.filter((role) => weights[role] > 0);
}

async function askAll(
  input: TrustInput,
  html: string,
  copies: readonly Copy[],
): Promise<{ defects: DrilledDefect[]; unanswered: number }> {
  const { context, plan, engine } = input;
  const before = await openOnKeptPage(input.finished);
  const defects: DrilledDefect[] = [];
  const budget = budgetOf(plan.settings);
  let [unanswered, inARow] = [0, 0];
  const drilling = await openApart(engine, plan.env);
  try {
    for (const [index, copy] of copies.entries()) {
      if (context.signal.aborted || budget.isSpent() || inARow >= MOST_UNANSWERED) break;
      if (plan.mode !== 'silent')
        context.shell.error(`Recall: planted defect ${index + 1} of ${copies.length}\n`);
      const asked = await askOnce(input, copy, drilling.engine, budget.left());
      budget.add(asked);
      const isVerdict = asked.state.phase === 'shipped' || asked.state.phase === 'below_threshold';
      inARow = isVerdict ? 0 : inARow + 1;
      unanswered += isVerdict ? 0 : 1;
      if (isVerdict) defects.push(await judged(input, html, copy, demandsIn(asked), before));
    }
  } finally {
    await drilling.close();
  }
  return { defects, unanswered };
}

async function askOnce(
  { plan, subject, design, context }: TrustInput,
  { html }: Copy,
  engine: Engine,
  left: Pick<StartRunRequest, 'maxTokens' | 'maxCostUsd'>,
): Promise<FinishedReview> {
  const request = {
    ...plan.settings,
    ...left,
    maxRounds: 1,
    artifact: { content: html, mime: subject.mime, name: subject.name.slice(-200) },
    ...(design !== null && { design }),
  };
  const viewer = createViewer(context.shell, { title: subject.name, mode: 'silent' });
  return showRun(viewer, { ...context, closing: 'erase' }, () =>
    startReview(engine, { name: subject.name, path: placeOnDisk(subject) }, request, viewer),
  );
}

async function judged(
  input: TrustInput,
  html: string,
  copy: Copy,
  demands: readonly Said[],
  before: readonly Said[],
): Promise<DrilledDefect> {
  const { buildPage } = await import('../../measure/model/page.ts');
  const { seenBy } = await import('../../trust/seen-defect.ts');
  const given = await pageInput(input, html);
  const [page, planted] = [await buildPage(given), await buildPage({ ...given, html: copy.html })];
  const named = await placeOf(copy, page, planted);
  const judges = judgesOf(input.finished);
  const seen = seenBy({ role: copy.role, named, page, copy: planted }, demands, before, judges);
  const isCaught = copy.outcome === 'caught';
  const isMeasured = input.finished.run.config.grounding !== 'off';
  return {
    defect: copy.id,
    kind: copy.kind,
    // What a judge says is a must-fix; what was measured may be a note.
    mustFix: [...seen.values()].includes(true) || (isMeasured && copy.kind === 'unfamiliar' && copy.mustFix),
    seen: { ...Object.fromEntries(seen), [INSTRUMENTS]: isCaught },
  };
}

async function placeOf(copy: Copy, page: Page, planted: Page): Promise<PageElement[]> {
  if (copy.kind === 'known') return [page, planted].flatMap(({ engine }) => engine.select(copy.where));
  const { changedPlace } = await import('../../drill/changed-place.ts');
  return [...changedPlace(planted, page, copy.ranges).elements];
}

/** What agents demanded; what was measured is counted by itself. */
function demandsIn({ state }: FinishedReview): Said[] {
  return state.phase === 'idle' ? [] : state.mustFixes.filter(({ synthetic }) => !synthetic);
}

/** What the panel demanded of the page that is kept, before any defect was in it. */
async function openOnKeptPage({ state, run }: FinishedReview): Promise<readonly Said[]> {
  if (state.phase === 'idle' || run.finalRound === null) return [];
  const { boardOfRound } = await import('../../trust/boards.ts');
  return (boardOfRound(state, run.finalRound)?.open ?? []).filter(({ synthetic }) => !synthetic);
}

/** What one run may use, all copies together may. */
function budgetOf({ maxTokens, maxCostUsd }: Pick<StartRunRequest, 'maxTokens' | 'maxCostUsd'>) {
  let [tokens, costUsd] = [0, 0];
  return {
    isSpent: () => tokens >= (maxTokens ?? Infinity) || costUsd >= (maxCostUsd ?? Infinity),
    left: () => ({
      ...(maxTokens != null && { maxTokens: maxTokens - tokens }),
      ...(maxCostUsd != null && { maxCostUsd: maxCostUsd - costUsd }),
    }),
    add({ run }: FinishedReview): void {
      tokens += (run.inputTokens ?? 0) + (run.outputTokens ?? 0);
      costUsd += run.costUsd ?? 0;
    },
  };
}

async function openApart({ config }: Engine, env: TrustInput['plan']['env']) {
  const dataDir = await mkdtemp(join(tmpdir(), 'jury-drill-'));
  const remove = (): Promise<void> => rm(dataDir, { recursive: true, force: true });
  try {
    const { openEngine } = await import('../../engine.ts');
    const engine = await openEngine({ dataDir, env: { ...env, OD_LOG_LEVEL: 'off' }, config });
    return { engine, close: () => engine.close().finally(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}
