/** Instruments on the page of any agent: what they demand, what they score, what they know. */
import type { Demand, PanelistRole } from '@design-jury/contracts/theater/critique';
import { withTimeout } from '../../agents/with-timeout.ts';
import type { PageFacts } from '../../measure/page-facts.ts';
import type { MeasuringThreads } from '../../measure/threads/threads.ts';
import { judgedType } from './markup.ts';

/** A blocking fault, with the role that answers for it. Its id is the same for the same fault in every round. */
export interface GroundedDemand extends Demand {
  id: string;
  role: PanelistRole;
}

export type Grounded =
  | {
      kind: 'measured';
      demands: readonly GroundedDemand[];
      /** On a scale of 10. */
      scores: Readonly<Partial<Record<PanelistRole, number | null>>>;
      facts: PageFacts;
    }
  | { kind: 'unmeasured'; reason: string }
  /** A picture, a style sheet: nothing our instruments speak of. */
  | { kind: 'not_a_page' };

export interface PageToGround {
  content: string;
  mime: string;
}

/** Never rejects, and answers in time. After the signal its answer is nobody's, and the measurement is ended where it can be. */
export type Ground = (page: PageToGround, signal?: AbortSignal) => Promise<Grounded>;

/** How long one page may be measured: past that it is unmeasured. */
const PATIENCE_MS = 30_000;

const MEASURABLE = /^text\/(?:html|markdown)\b/;

export interface GroundingMaterial {
  /** Text of a DESIGN.md. */
  design: string | null;
  /** Where the page lies, so that its stylesheets are read. */
  path: string | null;
  /** The type that was asked for. @default a page */
  wanted?: string;
}

const MEASURE = new URL('./ground-page.ts', import.meta.url);

/** @param threads where pages are measured; null: in this thread */
export function createGround(material: GroundingMaterial, threads: MeasuringThreads | null = null): Ground {
  return async ({ content, mime: claimed }, signal) => {
    const mime = judgedType(content, claimed, material.wanted ?? 'text/html');
    if (!MEASURABLE.test(mime)) return { kind: 'not_a_page' };
    const page = { content, mime };
    if (threads === null) return groundHere(page, material);
    try {
      const answer = await threads.call(MEASURE, 'groundPage', [page, material], {
        ...(signal !== undefined && { signal }),
        limitMs: PATIENCE_MS,
      });
      // It is our own function that answered.
      return answer as Grounded;
    } catch (error) {
      return { kind: 'unmeasured', reason: error instanceof Error ? error.message : String(error) };
    }
  };
}

async function groundHere(page: PageToGround, material: GroundingMaterial): Promise<Grounded> {
  const { groundPage } = await import('./ground-page.ts');
  const reason = `it took longer than ${PATIENCE_MS} ms`;
  return (await withTimeout(PATIENCE_MS, groundPage(page, material))) ?? { kind: 'unmeasured', reason };
}
