/**
 * Instruments beside the panel: every page of an agent that does not measure by itself goes through them, and what
 * they find counts before the round does. A page that cannot be measured is no pass.
 */
import type { CritiqueConfig, PanelistRole } from '@design-jury/contracts/theater/critique';
import { withTimeout } from '../../agents/with-timeout.ts';
import type { RunStop } from '../../host/stop.ts';
import type { Ground, Grounded, GroundedDemand } from './grounding.ts';
import { checkClaims, type Said } from './grounding-claims.ts';
import type { GroundingInput } from './scoreboard-state.ts';

/** Statements of one round that are checked. */
const MAX_SAID = 300;
const LONGEST_REASON = 500;

/** A page on its way through the instruments. */
interface Measuring {
  result: Promise<Grounded>;
  /** Ends the measurement: nobody will ask for its result. */
  leave: AbortController;
}

export class Instruments {
  readonly #ground: Ground | null;
  readonly #mode: CritiqueConfig['grounding'];
  readonly #stop: RunStop;
  readonly #stopped: () => Promise<void>;
  /** The newest page of a round. A round without one judges that of before. */
  #page: Measuring | null = null;
  /** What the panelists of the open round said of the page. */
  #said: Said[] = [];

  /** `stopped` is called when a stop comes before the result: such a page must not be read on into a verdict. */
  constructor(options: {
    ground: Ground | undefined;
    mode: CritiqueConfig['grounding'];
    stop: RunStop;
    stopped: () => Promise<void>;
  }) {
    const { ground, mode, stop, stopped } = options;
    this.#ground = mode === 'off' ? null : (ground ?? null);
    this.#mode = mode;
    this.#stop = stop;
    this.#stopped = stopped;
  }

  noteClaim(role: PanelistRole, text: string): void {
    if (this.#ground !== null && this.#said.length < MAX_SAID) this.#said.push({ role, text });
  }

  /** The page of a round; what it shows is asked for later. */
  take(content: string, mime: string): void {
    this.#page?.leave.abort();
    this.#page = this.#measure(content, mime);
  }

  /** The run is over: what is still being measured for it is ended. */
  close(): void {
    this.#page?.leave.abort();
  }

  /** Facts for the author. Where they gate they are among the open demands, and not told twice. */
  async facts(): Promise<readonly string[]> {
    if (this.#mode !== 'advise') return [];
    const grounded = await this.#resultOf(this.#page);
    return grounded?.kind === 'measured' ? grounded.demands.map(factOf) : [];
  }

  /** Null when there is nothing to say: no instruments, no page, or the run was stopped first. */
  async closeRound(): Promise<GroundingInput | null> {
    const said = this.#said;
    this.#said = [];
    if (this.#mode === 'off' || this.#ground === null) return null;
    const grounded = await this.#resultOf(this.#page);
    if (grounded === null || grounded.kind === 'not_a_page') return null;
    const mode = this.#mode;
    if (grounded.kind === 'unmeasured') {
      const { reason } = grounded;
      return { mode, demands: [unmeasuredDemand(reason)], scores: {}, claims: [], unmeasured: reason };
    }
    const { demands, scores, facts } = grounded;
    return { mode, demands, scores, claims: checkClaims(said, facts), unmeasured: null };
  }

  #measure(content: string, mime: string): Measuring | null {
    if (this.#ground === null) return null;
    const leave = new AbortController();
    return { leave, result: this.#ground({ content, mime }, leave.signal) };
  }

  /** Null when there is nothing to measure, or when the run is stopped first. */
  async #resultOf(measuring: Measuring | null): Promise<Grounded | null> {
    if (measuring === null) return null;
    const done = await this.#stop.race(measuring.result);
    if (done !== null) return done.value;
    // What was measured before the stop still counts.
    const known = await withTimeout(0, measuring.result);
    if (known === null) await this.#stopped();
    return known;
  }
}

function factOf({ target, text, evidence }: GroundedDemand): string {
  return `${target === null ? '' : `${target}: `}${text}${evidence === null ? '' : ` (${evidence})`}`;
}

/** Unmeasured is never a pass. */
function unmeasuredDemand(reason: string): GroundedDemand {
  return {
    id: 'unmeasured',
    role: 'critic',
    text: `The page could not be measured: ${reason.slice(0, LONGEST_REASON)}`,
    dim: null,
    target: null,
    severity: 'major',
    evidence: null,
    witness: null,
  };
}
