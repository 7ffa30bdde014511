/** From what a client asks for to a run that can be queued. */
import { randomUUID } from 'node:crypto';
import type { StartRunRequest } from '@design-jury/contracts/http';
import type { RunRecord } from '@design-jury/contracts/run';
import type { Enablement } from '@design-jury/contracts/skills';
import { type CritiqueConfig, CritiqueConfigSchema } from '@design-jury/contracts/theater/critique';
import { JuryError } from '../jury-error.ts';
import type { RetryOf } from './questions/retries.ts';

/** The daemon's configuration with what the request changes; a contradiction names its key. */
export function configFor(request: StartRunRequest, config: CritiqueConfig): CritiqueConfig {
  const { threshold, maxRounds, cast, weights, fallbackPolicy, grounding } = request;
  const { perRoundTimeoutMs, totalTimeoutMs } = request;
  const parsed = CritiqueConfigSchema.safeParse({
    ...config,
    ...(threshold !== undefined && { scoreThreshold: threshold }),
    ...(maxRounds !== undefined && { maxRounds }),
    ...(cast !== undefined && { cast }),
    ...(weights !== undefined && { weights: { ...config.weights, ...weights } }),
    ...(fallbackPolicy !== undefined && { fallbackPolicy }),
    ...(grounding !== undefined && { grounding }),
    ...(request.plateauRounds !== undefined && { plateauRounds: request.plateauRounds }),
    ...(request.maxTokens !== undefined && { maxTokens: request.maxTokens }),
    ...(request.maxCostUsd !== undefined && { maxCostUsd: request.maxCostUsd }),
    ...(perRoundTimeoutMs !== undefined && { perRoundTimeoutMs }),
    ...(totalTimeoutMs !== undefined && { totalTimeoutMs }),
  });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new JuryError('bad_request', `${issue?.path.join('.')}: ${issue?.message}`);
}

export interface NewRun {
  projectId: string;
  request: StartRunRequest;
  agent: string;
  config: CritiqueConfig;
  enablement: Enablement;
  createdAt: string;
  /** Set for another try. @default null */
  retryOf?: RetryOf | null;
}

export function newRecord(run: NewRun): RunRecord {
  const { projectId, request, agent, config, enablement, createdAt, retryOf = null } = run;
  const { artifact, brief = '' } = request;
  return {
    id: retryOf?.id ?? `r-${randomUUID()}`,
    ...(retryOf !== null && { retryOf: retryOf.runId }),
    projectId,
    artifactId: `a-${randomUUID()}`,
    protocol: 'theater',
    state: 'queued',
    agent,
    model: request.model ?? null,
    skill: request.skill ?? null,
    config: { ...config, enabled: enablement.on },
    enablement,
    subject:
      artifact === undefined
        ? { kind: 'brief', text: brief }
        : { kind: 'artifact', name: artifact.name ?? null, mime: artifact.mime },
    composite: null,
    finalRound: null,
    cause: null,
    recoveryReason: null,
    inputTokens: null,
    outputTokens: null,
    costUsd: null,
    eventBase: null,
    eventCount: 0,
    createdAt,
    startedAt: null,
    endedAt: null,
  };
}
