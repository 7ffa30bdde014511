/** What `converge`, `plan-check` and `accept` share: workers by name, a play in the docket, files of the phase, an exit code. */
import { writeFile } from 'node:fs/promises';
import type { TaskPhase } from '@design-jury/contracts/convergence';
import {
  ConvergenceConfigError,
  type ConvergenceRequest,
  resolveConvergence,
} from '../convergence/config.ts';
import type { ConvergenceEvent, ConvergenceResult } from '../convergence/player.ts';
import { clean } from '../report/clean.ts';
import { EXIT, type ExitCode } from './exit.ts';
import { Refusal } from './refusal.ts';
import type { Shell } from './shell.ts';

export interface ConvergenceOrder {
  phase: TaskPhase;
  taskKey: string;
  brief: string;
  project: string;
  plan: string | null;
  workers: readonly string[];
  critic: string | undefined;
  maxRounds: number | undefined;
  planVerification: boolean | undefined;
  language: 'en' | 'ko';
  dataDir: string;
  /** Where the phase writes; null writes nothing. */
  files: { state: string; report: string; seq: number } | null;
  isJson: boolean;
}

/** Long enough for an agent that reads a repository. */
const WORKER_TIMEOUT_MS = 600_000;

export async function runConvergence(order: ConvergenceOrder, shell: Shell): Promise<ExitCode> {
  const [{ openEngine }, { playConvergence }, { agentWorker }, offline, { profileOf }] = await Promise.all([
    import('../engine.ts'),
    import('../convergence/player.ts'),
    import('../convergence/worker.ts'),
    import('../convergence/offline-workers.ts'),
    import('../convergence/profiles.ts'),
  ]);
  const resolved = resolveRequest(order);
  const engine = await openEngine({ dataDir: order.dataDir, env: shell.env });
  const stopped = new AbortController();
  const dispose = shell.onStop(() => {
    if (stopped.signal.aborted) shell.leave(EXIT.interrupted);
    stopped.abort();
  });
  const play = await engine.docket.start({
    protocol: 'convergence',
    subject: order.taskKey,
    title: `${order.taskKey}: ${order.phase}`,
    config: { ...resolved.config, effectiveMaxRounds: resolved.effectiveMaxRounds, workers: order.workers },
    state: null,
  });
  try {
    const grounded = offline.offlineWorkers(shell.env);
    const asWorker = async (id: string) =>
      grounded.find((worker) => worker.id === id) ??
      agentWorker({
        agent: await engine.agent(id, null),
        runId: play.record.id,
        workDir: order.project,
        timeoutMs: WORKER_TIMEOUT_MS,
      });
    const workers = await Promise.all(order.workers.map(asWorker));
    const provider = resolved.config.critic.enabled ? resolved.config.critic.provider : null;
    const critic =
      provider === null
        ? null
        : agentWorker({
            agent: await engine.agent(provider, null),
            runId: play.record.id,
            workDir: order.project,
            timeoutMs: WORKER_TIMEOUT_MS,
          });
    const profile = profileOf(order.phase);
    const result = await playConvergence({
      task: {
        phase: order.phase,
        brief: order.brief,
        project: order.project,
        focus: profile.focus,
        isAdversarial: resolved.config.adversarial,
        mode: resolved.config.verificationMode,
      },
      workers,
      critic,
      resolved,
      plan: order.plan,
      signal: stopped.signal,
      emit: async (event) => {
        await play.emit({ ...event });
        if (!order.isJson) tell(shell, event);
      },
    });
    if (stopped.signal.aborted) {
      await play.end({ outcome: 'interrupted', exitCode: EXIT.interrupted });
      return EXIT.interrupted;
    }
    const exit = exitOf(result);
    if (!order.isJson) shell.error('PROGRESS: phase-6-synthesis dispatching report-writer-worker\n');
    await writeFiles(order, resolved, result);
    await play.end({ outcome: outcomeOf(result), exitCode: exit, state: result });
    if (!order.isJson) shell.error('PROGRESS: phase-7-teardown disbanding team\n');
    shell.out(
      order.isJson
        ? `${JSON.stringify({ play: play.record.id, outcome: outcomeOf(result), ...result }, null, 2)}\n`
        : `${summaryLines(order, result).join('\n')}\n`,
    );
    return exit;
  } catch (error) {
    await play.end({ outcome: 'failed', exitCode: EXIT.inconclusive }).catch(() => {});
    throw error;
  } finally {
    dispose();
    await engine.close();
  }
}

function resolveRequest(order: ConvergenceOrder) {
  const request: ConvergenceRequest = {
    phase: order.phase,
    analysers: order.workers,
    maxRounds: order.maxRounds,
    critic: order.critic,
    // The agent's own choice of model is what it is run with.
    criticModel: order.critic === undefined || order.critic === '' ? null : 'default',
    planVerification: order.planVerification,
  };
  try {
    return resolveConvergence(request, order.workers);
  } catch (error) {
    if (error instanceof ConvergenceConfigError) throw new Refusal(`${error.message}.`);
    throw error;
  }
}

async function writeFiles(
  order: ConvergenceOrder,
  resolved: ReturnType<typeof resolveRequest>,
  result: ConvergenceResult,
): Promise<void> {
  if (order.files === null) return;
  const [{ writeState }, { renderReport }] = await Promise.all([
    import('../convergence/state-file.ts'),
    import('../convergence/report.ts'),
  ]);
  const { critic: _requested, ...config } = resolved.config;
  await writeFile(
    order.files.state,
    writeState({
      taskKey: order.taskKey,
      taskType: order.phase,
      seq: order.files.seq,
      config: {
        ...config,
        effectiveMaxRounds: resolved.effectiveMaxRounds,
        ...(resolved.autoDisabled !== null && { autoDisabled: resolved.autoDisabled }),
        ...(result.notes.length > 0 && { notes: result.notes }),
        ...(result.critic !== null && { critic: result.critic }),
      },
      findings: result.findings,
      finalState: result.finalState,
      totalRounds: result.totalRounds,
    }),
  );
  const approved = order.phase === 'implementation-planning' ? false : null;
  await writeFile(
    order.files.report,
    renderReport({ taskKey: order.taskKey, phase: order.phase, language: order.language, result, approved }),
  );
}

function outcomeOf({ gate, acceptance, finalState }: ConvergenceResult): string {
  if (gate?.gating === true) return gate.result;
  return acceptance?.verdict ?? finalState;
}

/** Never a pass by absence: a worker that did not speak, or a round without a result, is inconclusive. */
function exitOf({ gate, acceptance, finalState, absent, findings }: ConvergenceResult): ExitCode {
  if (gate?.gating === true) {
    if (gate.result === 'blocked-by-disagreement') return EXIT.doesNotShip;
    return gate.result === 'aborted-non-result' ? EXIT.inconclusive : EXIT.ships;
  }
  if (finalState === 'aborted-non-result') return EXIT.inconclusive;
  if (acceptance !== null) {
    if (acceptance.verdict === 'blocked') return EXIT.doesNotShip;
    return absent.length > 0 && acceptance.blockers.length === 0 ? EXIT.inconclusive : EXIT.ships;
  }
  if (absent.length > 0 && findings.length === 0) return EXIT.inconclusive;
  return finalState === 'converged' ? EXIT.ships : EXIT.doesNotShip;
}

function tell(shell: Shell, event: ConvergenceEvent): void {
  const text = lineOf(event);
  if (text !== null) shell.error(`${clean(text)}\n`);
}

function lineOf(event: ConvergenceEvent): string | null {
  switch (event.type) {
    case 'convergence.started': {
      const names = event.workers.map(({ name }) => name).join(', ');
      return `${names}: ${event.phase}${event.adversarial ? ', adversarial' : ''}, ${event.maxRounds} rounds at most`;
    }
    case 'convergence.analysed':
      return event.error === null
        ? `${event.worker}: ${event.findings} findings`
        : `${event.worker}: no result (${event.error})`;
    case 'convergence.progress':
      return event.line;
    case 'convergence.round_ended':
      return `round ${event.round}: ${event.queue.length} still open`;
    case 'convergence.warning':
      return `warning: ${event.message}`;
    default:
      return null;
  }
}

function summaryLines({ files }: ConvergenceOrder, result: ConvergenceResult): string[] {
  const { findings, gate, acceptance } = result;
  return [
    ...findings.map(({ id, classification, claim }) => clean(`${id}  ${classification}  ${claim}`)),
    ...(gate === null
      ? []
      : [
          ...gate.dissent.map(({ itemId, voter, kind, reason }) =>
            clean(`${itemId}  ${kind}  ${reason} (${voter})`),
          ),
          `plan gate: ${gate.result}${gate.gating ? '' : ' (advice only)'}, ${gate.items.length} items`,
        ]),
    ...(acceptance === null
      ? []
      : [
          ...acceptance.blockers.map(({ id, severity, statement }) =>
            clean(`blocker ${id}  ${severity}  ${statement}`),
          ),
          ...acceptance.risks.map(({ severity, statement }) => clean(`risk  ${severity}  ${statement}`)),
          `verdict: ${acceptance.verdict}`,
        ]),
    `${outcomeOf(result)}: ${findings.length} findings, ${result.totalRounds} rounds`,
    ...(files === null ? [] : [`report: ${files.report}`]),
  ];
}
