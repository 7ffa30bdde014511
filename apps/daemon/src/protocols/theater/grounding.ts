/** Instruments on the page of any agent: what they demand, what they score, what they know. */
import type { Demand, PanelistRole } from '@design-jury/contracts/theater/critique';
import type { PageFacts } from '../../measure/page-facts.ts';
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

/** Never rejects. */
export type Ground = (page: PageToGround) => Promise<Grounded>;

const MEASURABLE = /^text\/(?:html|markdown)\b/;

export interface GroundingMaterial {
  /** Text of a DESIGN.md. */
  design: string | null;
  /** Where the page lies, so that its stylesheets are read. */
  path: string | null;
  /** The type that was asked for. @default a page */
  wanted?: string;
}

export function createGround({ design, path, wanted = 'text/html' }: GroundingMaterial): Ground {
  return async ({ content, mime: claimed }) => {
    const mime = judgedType(content, claimed, wanted);
    if (!MEASURABLE.test(mime)) return { kind: 'not_a_page' };
    try {
      // Loaded with their instruments only when there is a page to measure.
      const { buildPage, formatOfMime } = await import('../../measure/model/page.ts');
      const { examine, SCORING_ROLES } = await import('../../measure/panel.ts');
      const { pageFacts } = await import('../../measure/page-facts.ts');
      const { readDesignMd } = await import('../../measure/model/design-md.ts');
      const system = design === null ? null : readDesignMd(design);
      const page = await buildPage({
        html: content,
        path,
        design: system,
        // Which of a brief's words must be on a page is a guess: good for advice, not for a gate.
        brief: null,
        format: formatOfMime(mime),
      });
      const examination = examine(page);
      const verdicts = SCORING_ROLES.map((role) => examination.roles[role]);
      return {
        kind: 'measured',
        demands: verdicts.flatMap(({ role, demands }) => demands.map((demand) => ({ ...demand, role }))),
        scores: Object.fromEntries(verdicts.map(({ role, score }) => [role, score])),
        facts: pageFacts(page, examination),
      };
    } catch (error) {
      return { kind: 'unmeasured', reason: error instanceof Error ? error.message : String(error) };
    }
  };
}
