/** From what a client asks for to a run that can be queued. */
import type { StartRunRequest } from '@design-jury/contracts/http';
import type { TheaterRun } from '@design-jury/contracts/run';
import type { DraftLack, Enablement } from '@design-jury/contracts/skills';
import { type CritiqueConfig, CritiqueConfigSchema } from '@design-jury/contracts/theater/critique';
import { JuryError } from '../../jury-error.ts';

/** The daemon's configuration with what the request changes; a contradiction names its key. */
export function configFor(request: StartRunRequest, config: CritiqueConfig): CritiqueConfig {
  const { threshold, maxRounds, fallbackPolicy, grounding } = request;
  const { perRoundTimeoutMs, totalTimeoutMs } = request;
  if (threshold !== undefined && threshold > config.scoreScale)
    throw new JuryError(
      'bad_request',
      `threshold: ${threshold} is above the scale, which ends at ${config.scoreScale}`,
    );
  const parsed = CritiqueConfigSchema.safeParse({
    ...config,
    ...(threshold !== undefined && { scoreThreshold: threshold }),
    ...(maxRounds !== undefined && { maxRounds }),
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

/** What the record of a run of the Theater has beyond any other's. */
export function theaterDetails(
  { artifact, brief = '', skill }: StartRunRequest,
  enablement?: Enablement,
  lacks: readonly DraftLack[] = [],
): Pick<TheaterRun, 'skill' | 'enablement' | 'subject' | 'composite' | 'finalRound'> {
  return {
    skill: skill ?? null,
    ...(enablement !== undefined && { enablement }),
    subject:
      artifact === undefined
        ? { kind: 'brief', text: brief }
        : {
            kind: 'artifact',
            name: artifact.name ?? null,
            mime: artifact.mime,
            ...(lacks.length > 0 && { lacks: [...lacks] }),
          },
    composite: null,
    finalRound: null,
  };
}

const LONGEST_TITLE = 200;

/** A brief in Markdown begins with a heading: its words are the title, not its marks. */
export function titleOf({ artifact, brief = '' }: StartRunRequest): string {
  const words = artifact === undefined ? brief.replace(/^\s*#{1,6} +/, '') : (artifact.name ?? '');
  return words.slice(0, LONGEST_TITLE);
}
