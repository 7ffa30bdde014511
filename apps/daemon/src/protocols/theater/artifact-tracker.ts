/** The pages of a run on their way to disk, and which of them a round or a verdict points to. */
import type { RunRound } from '@design-jury/contracts/run';
import type { ArtifactWriter } from '../../host/artifacts/artifacts.ts';
import type { RoundResult, RunOutcome } from './outcome.ts';

export interface KeptArtifact {
  sha256: string;
  bytes: number;
  mime: string;
}

type Place = number | 'ship' | 'legacy';

export class KeptPages {
  readonly #open: (mime: string) => ArtifactWriter;
  readonly #kept = new Map<Place, KeptArtifact>();
  #writing: { writer: ArtifactWriter; mime: string; pieces: string[] } | null = null;

  constructor(open: (mime: string) => ArtifactWriter) {
    this.#open = open;
  }

  get kept(): ReadonlyMap<Place, KeptArtifact> {
    return this.#kept;
  }

  begin(mime: string): void {
    this.#writing = { writer: this.#open(mime), mime, pieces: [] };
  }

  async write(text: string): Promise<void> {
    this.#writing?.pieces.push(text);
    await this.#writing?.writer.write(text);
  }

  /** Writes the open page anew where `change` makes another of it; says whether it did. */
  async unwrap(change: (content: string) => string): Promise<boolean> {
    const writing = this.#writing;
    if (writing === null) return false;
    const content = writing.pieces.join('');
    const changed = change(content);
    if (changed === content) return false;
    await this.abandon();
    this.begin(writing.mime);
    await this.write(changed);
    return true;
  }

  async abandon(): Promise<void> {
    const writing = this.#writing;
    this.#writing = null;
    await writing?.writer.abandon();
  }

  /** Null when none was begun. */
  async close(place: Place): Promise<(KeptArtifact & { content: string }) | null> {
    const writing = this.#writing;
    this.#writing = null;
    if (writing === null) return null;
    const { sha256, bytes } = await writing.writer.close();
    const kept = { sha256, bytes, mime: writing.mime };
    this.#kept.set(place, kept);
    return { ...kept, content: writing.pieces.join('') };
  }

  finalOf({ status, artifact }: RunOutcome): string | null {
    const legacy = this.#kept.get('legacy');
    if (status === 'degraded' && legacy !== undefined) return legacy.sha256;
    if (artifact === null) return null;
    if (artifact.in === 'ship') return this.#kept.get('ship')?.sha256 ?? null;
    // A round that printed no page of its own judged the one before it.
    for (let round = artifact.round; round > 0; round--) {
      const own = this.#kept.get(round);
      if (own !== undefined) return own.sha256;
    }
    return null;
  }

  rowOf(result: RoundResult): RunRound {
    return roundRow(result, this.#kept.get(result.round));
  }
}

export function roundRow(
  { round, composite, mustFix, decision }: RoundResult,
  artifact: KeptArtifact | undefined,
): RunRound {
  return {
    n: round,
    composite,
    mustFix,
    decision,
    artifactSha256: artifact?.sha256 ?? null,
    artifactBytes: artifact?.bytes ?? null,
    artifactMime: artifact?.mime ?? null,
  };
}
