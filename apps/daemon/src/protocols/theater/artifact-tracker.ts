/** The pages of a run on their way to disk, and which of them a round or a verdict points to. */
import type { RunRound } from '@design-jury/contracts/run';
import type { ArtifactWriter } from '../../host/artifacts/artifacts.ts';
import type { RoundResult, RunOutcome } from './outcome.ts';

export interface KeptArtifact {
  sha256: string;
  bytes: number;
  mime: string;
}

/** A round by its number, the SHIP's own, or the one written after the panel failed. */
export type PagePlace = number | 'ship' | 'legacy';
type Pages = Readonly<Partial<Record<PagePlace, KeptArtifact>>>;

/** One page on its way to disk. */
export class PageWriter {
  readonly #open: (mime: string) => ArtifactWriter;
  #writing: { writer: ArtifactWriter; mime: string; pieces: string[] } | null = null;

  constructor(open: (mime: string) => ArtifactWriter) {
    this.#open = open;
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
  async close(): Promise<{ page: KeptArtifact; content: string } | null> {
    const writing = this.#writing;
    this.#writing = null;
    if (writing === null) return null;
    const { sha256, bytes } = await writing.writer.close();
    return { page: { sha256, bytes, mime: writing.mime }, content: writing.pieces.join('') };
  }
}

/**
 * The page an outcome points to. Where the panel could not be read, that is the page of the single pass, of the round
 * that is kept, or else the last one that was read whole: nobody judged it, and it is not lost.
 */
export function finalPage(
  { status, artifact }: RunOutcome,
  pages: Pages,
  given: string | null,
): string | null {
  if (status !== 'degraded') return pageOfPlace(artifact, pages);
  return pages.legacy?.sha256 ?? pageOfPlace(artifact, pages) ?? writtenPage(pages, given)?.sha256 ?? null;
}

/** The last page that the agent itself wrote, whole; a round's before the one that SHIP prints. */
export function writtenPage(pages: Pages, given: string | null): KeptArtifact | null {
  const rounds = Object.keys(pages)
    .map(Number)
    .filter((place) => !Number.isNaN(place))
    .sort((a, b) => b - a);
  const own = [...rounds.map((round) => pages[round]), pages.ship];
  return own.find((page) => page !== undefined && page.sha256 !== given) ?? null;
}

function pageOfPlace(artifact: RunOutcome['artifact'], pages: Pages): string | null {
  if (artifact === null) return null;
  if (artifact.in === 'ship') return pages.ship?.sha256 ?? null;
  // A round that printed no page of its own judged the one before it.
  for (let round = artifact.round; round > 0; round--) {
    const own = pages[round];
    if (own !== undefined) return own.sha256;
  }
  return null;
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
