/** What a grammar is given and what it holds while a text is read: the blocks that are open. */
import type { ArtifactPlace, PanelEvent, PanelistRole } from '@design-jury/contracts/theater/critique';
import type { TokenSink } from './token-sink.ts';

export interface GrammarLimits {
  scoreScale: number;
  cast: readonly PanelistRole[];
  parserMaxBlockBytes: number;
  /** The host has a page before anybody speaks: round 1 needs none of its own. @default false */
  pageGiven?: boolean;
  /** An answer that is being given, not a stored one. @default false */
  live?: boolean;
}

export interface Grammar extends TokenSink {
  /** A SHIP was read: whatever follows, even broken text, changes nothing. */
  readonly complete: boolean;
  /** No block is open: what is read next stands between them. */
  readonly resting: boolean;
  /** A piece of an artifact is handed on: says whose; null where it is dropped. */
  passes(text: string, bytes: number): ArtifactPlace | null;
  /** The agent's turn is over: no block may be left open, and a round that was spoken is closed. */
  endTurn(): void;
  end(): void;
}

export interface PanelistBlock {
  role: PanelistRole | null;
  start: number;
  score: number | null;
  scoreClaim: number | null;
  mustFixClaim: number | 'unreadable' | null;
  hasArtifact: boolean;
  /** The name it speaks under, where that is another than its role's. */
  voice: string | null;
  /** Its role as written, where that is nobody on the panel. */
  stranger: string | null;
  /** What it says in plain words of a page that may not go out. */
  withheld: string | null;
}

export interface RoundEndBlock {
  start: number;
  claims: Extract<PanelEvent, { type: 'round_close' }>['claims'];
  reason: string;
}

export interface ShipBlock {
  start: number;
  round: number | null;
  claims: Extract<PanelEvent, { type: 'ship' }>['claims'];
  hasArtifact: boolean;
  summary: string;
}

export interface OpenArtifact {
  /** Null when the artifact stands where none belongs: it is read as one, and dropped. */
  holder: { hasArtifact: boolean } | null;
  place: ArtifactPlace;
  mime: string;
  edits: boolean;
  start: number;
  bytes: number;
  blank: boolean;
}

export type RoundState = 'none' | 'open' | 'ended';
