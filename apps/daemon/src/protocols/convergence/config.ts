/** From what was asked and the phase to the configuration a run is performed with. */
import {
  ADVERSARIAL_PHASES,
  type ConvergenceConfig,
  CRITIC_PHASES,
  type TaskPhase,
} from '@design-jury/contracts/convergence/schema';

export interface ConvergenceRequest {
  phase: TaskPhase;
  /** Analysers of the resolved roster, in order. */
  analysers: readonly string[];
  enabled?: boolean | undefined;
  maxRounds?: number | undefined;
  adversarial?: boolean | undefined;
  verificationMode?: ConvergenceConfig['verificationMode'] | undefined;
  /** As typed: empty, `off`, or who shall be the critic. */
  critic?: string | undefined;
  /** What the critic's provider is run with; null or empty when it cannot be told. */
  criticModel?: string | null | undefined;
  planVerification?: boolean | undefined;
  planMaxRounds?: number | undefined;
}

export interface ResolvedConvergence {
  config: ConvergenceConfig;
  effectiveMaxRounds: number;
  autoDisabled: 'fewer-than-two-analysers' | null;
  notes: string[];
}

export class ConvergenceConfigError extends Error {
  override name = 'ConvergenceConfigError';
}

const CRITIC_PROVIDERS = ['claude', 'codex', 'gemini'] as const;
const MOST_ROUNDS = 3;
const LEAST_ANALYSERS = 2;

/** @throws ConvergenceConfigError naming the key and what it takes. `known` are agents this machine can name. */
export function resolveConvergence(
  request: ConvergenceRequest,
  known: readonly string[] = [],
): ResolvedConvergence {
  const { phase, analysers } = request;
  const isAdversarial = request.adversarial ?? ADVERSARIAL_PHASES.includes(phase);
  const rounds = roundsOf('maxRounds', request.maxRounds, phase === 'requirements-discovery' ? 1 : 2);
  const autoDisabled = analysers.length < LEAST_ANALYSERS ? ('fewer-than-two-analysers' as const) : null;
  const enabled = (request.enabled ?? true) && autoDisabled === null;
  const { critic, notes } = criticOf(request, enabled, known);
  return {
    config: {
      enabled,
      maxRounds: rounds as ConvergenceConfig['maxRounds'],
      // Attacking a claim means opening its sources, whatever was asked for.
      verificationMode: isAdversarial ? 'full-reanalysis' : (request.verificationMode ?? 'lightweight'),
      adversarial: isAdversarial,
      critic,
      planBodyVerification: {
        enabled: request.planVerification ?? true,
        maxRounds: roundsOf('planBodyVerification.maxRounds', request.planMaxRounds, 1),
        gating: autoDisabled === null && (request.planVerification ?? true),
      },
    },
    effectiveMaxRounds: rounds,
    autoDisabled,
    notes,
  };
}

function roundsOf(key: string, asked: number | undefined, fallback: number): number {
  if (asked === undefined) return fallback;
  if (Number.isInteger(asked) && asked >= 1 && asked <= MOST_ROUNDS) return asked;
  throw new ConvergenceConfigError(`${key} is ${asked}; it takes 1 to ${MOST_ROUNDS}`);
}

function criticOf(
  { phase, critic = '', criticModel }: ConvergenceRequest,
  enabled: boolean,
  known: readonly string[],
): { critic: ConvergenceConfig['critic']; notes: string[] } {
  const choice = critic.trim().toLowerCase();
  const providers = [...new Set([...CRITIC_PROVIDERS, ...known])];
  if (choice !== '' && choice !== 'off' && !providers.includes(choice))
    throw new ConvergenceConfigError(`critic is "${critic}"; it takes off, ${providers.join(', ')}`);
  const none = { enabled: false, provider: null, modelExecutionValue: null };
  if (choice === '' || choice === 'off' || !CRITIC_PHASES.includes(phase)) return { critic: none, notes: [] };
  if (!enabled) return { critic: none, notes: ['critic-skipped: convergence-disabled'] };
  const model = criticModel?.trim() ? criticModel.trim() : null;
  return {
    critic: { enabled: model !== null, provider: choice, modelExecutionValue: model },
    notes: model === null ? ['critic-skipped: model-unresolved'] : [],
  };
}
