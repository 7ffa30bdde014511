/** Where a reading stands, and how it says what is odd. Which block may open where is decided above. */
import type { PanelEvent, PanelistRole, WarningKind } from '@design-jury/contracts/theater/critique';
import { Attributes } from './attributes.ts';
import { readNumber } from './claims.ts';
import type {
  GrammarLimits,
  OpenArtifact,
  PanelistBlock,
  RoundEndBlock,
  RoundState,
  ShipBlock,
} from './grammar.ts';
import type { TagName } from './tags.ts';
import type { Tokenizer } from './tokenizer.ts';

export class GrammarState {
  protected readonly tokenizer: Tokenizer;
  protected readonly limits: GrammarLimits;

  protected readonly emit: (event: PanelEvent) => void;

  /** For pieces of pages: most of any text. */
  protected readonly emitPiece: (event: PanelEvent) => void;

  protected readonly version: 1 | 2;
  protected readonly live: boolean;
  protected runOpen = false;
  protected runSeen = false;
  /** The root of this turn was read; each turn of a conversation may have its own. */
  protected rootInTurn = false;
  /** A round of this turn was read. */
  protected roundInTurn = false;
  protected round = 0;
  protected roundState: RoundState = 'none';
  protected roundTagged = false;
  protected roundStart = 0;
  protected rolesSeen = new Set<PanelistRole>();
  protected artifactSeen = false;
  protected shipSeen = false;
  protected afterShipSaid = false;
  // The open leaf lies flat: a panelist is mostly leaves, and each would be an object.
  protected leafTag: TagName | null = null;
  /** The tokenizer's list: still the leaf's own at its end, also where the next tag is what ends it. */
  protected leafAttributes = new Attributes();
  protected leafStart = 0;
  /** False when the leaf stands where it means nothing: read, and dropped. */
  protected leafKept = false;
  /** The leaf is a demand that no panelist makes. */
  protected strayDemand = false;
  /** The leaf of this round in which a block of the panel began. */
  protected holder: TagName | null = null;
  protected panelist: PanelistBlock | null = null;
  /** How many demands the panelist lists that is speaking. */
  protected listed = 0;
  /** Somebody demands something in this round. */
  protected demanded = false;
  /** The last panelist that was let in: whoever owns a kept leaf. */
  protected speaker: PanelistRole = 'designer';
  protected voice: string | null = null;
  protected roundEnd: RoundEndBlock | null = null;
  protected ship: ShipBlock | null = null;
  protected artifact: OpenArtifact | null = null;

  constructor(
    tokenizer: Tokenizer,
    limits: GrammarLimits,
    emit: (event: PanelEvent) => void,
    version: 1 | 2,
    emitPiece = emit,
  ) {
    this.emitPiece = emitPiece;
    this.tokenizer = tokenizer;
    this.limits = limits;
    this.emit = emit;
    this.version = version;
    this.live = limits.live ?? false;
  }

  warn(kind: WarningKind, position: number, detail: string): void {
    if (this.shipSeen && kind !== 'duplicate_ship') {
      this.sayAfterShip(position);
      return;
    }
    this.emit({ type: 'warning', kind, position, detail });
  }

  protected openBlock(): { tag: TagName; start: number } | null {
    if (this.leafTag !== null) return { tag: this.leafTag, start: this.leafStart };
    if (this.artifact !== null) return { tag: 'ARTIFACT', start: this.artifact.start };
    if (this.panelist !== null) return { tag: 'PANELIST', start: this.panelist.start };
    if (this.roundEnd !== null) return { tag: 'ROUND_END', start: this.roundEnd.start };
    if (this.ship !== null) return { tag: 'SHIP', start: this.ship.start };
    return null;
  }

  protected contradict(position: number, detail: string): void {
    this.emit({ type: 'contradiction', position, detail });
  }

  protected strayClose(name: TagName, start: number): void {
    // [P24] It was not left open: a block of the panel stood inside of it.
    if (name === this.holder) this.contradict(start, `a block of the panel stands inside <${name}>`);
    this.warn('stray_close', start, `</${name}> closes nothing`);
  }

  protected sayAfterShip(position: number): void {
    if (this.afterShipSaid) return;
    this.afterShipSaid = true;
    this.emit({ type: 'warning', kind: 'after_ship', position, detail: 'what follows SHIP is not read' });
  }

  protected attribute(attributes: Attributes, name: string, start: number): string | null {
    const exact = attributes.get(name);
    if (exact !== null) return exact;
    const found = attributes.alias(name);
    if (found === null) return null;
    this.warn('attribute_alias', start, `${found.alias} was read as ${name}`);
    return found.value;
  }

  protected number(attributes: Attributes, name: string, start: number): number | null {
    const value = this.attribute(attributes, name, start);
    return value === null ? null : readNumber(value);
  }

  protected capBlock(end: number): void {
    this.tokenizer.blockLimit = end + this.limits.parserMaxBlockBytes;
  }

  protected uncap(): void {
    this.tokenizer.blockLimit = Number.POSITIVE_INFINITY;
  }

  // — shared —

  protected get needsPage(): boolean {
    return this.round === 1 && this.limits.pageGiven !== true;
  }
}
